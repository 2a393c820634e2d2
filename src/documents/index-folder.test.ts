import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import {
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { CollectionProblem, type FolderOrder, indexFolder } from '@sayso/collections';
import { listFolder } from '@sayso/collections/folder-files.ts';
import type { ReadPage } from '@sayso/collections/read-page.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { readOwnContent } from '../read/content.ts';
import { createCollection } from './collection.ts';

const { signal } = new AbortController();
/** A folder with these files, next to the place for an index. */
async function makeNotes(files: Readonly<Record<string, string | Buffer>>) {
  const root = await mkdtempDisposable(join(tmpdir(), 'sayso-notes-'));
  const folder = join(root.path, 'notes');
  const put = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  await mkdir(folder);
  for (const [path, content] of Object.entries(files)) await put(path, content);
  const file = join(root.path, 'notes.sqlite');
  const index = (more: Partial<FolderOrder> = {}, reader: ReadPage = readOwnContent) =>
    indexFolder({ folder, file, ...more }, reader, signal);
  const find = async (text: string) => {
    const question = { text, limit: 5, scope: { ...ANY_SCOPE, language: 'en' } };
    const outcome = await createCollection({ file, name: 'primary' }).search(question, signal);
    return outcome.status === 'ok' ? outcome.hits : [];
  };
  const urls = async (text: string) => (await find(text)).map(({ url }) => url).sort();
  return { root, folder, file, put, index, find, urls, [Symbol.asyncDispose]: () => root.remove() };
}

test('makes a folder searchable, and gives documents without an address one at the service', async () => {
  await using notes = await makeNotes({
    'quokka.md': '---\nurl: https://a.example/quokka\n---\n# Quokka\n\nIt lives on an island.',
    'my notes/stray.md': '# Stray\n\nThe quokka has no address.',
  });
  const report = await notes.index();
  assert.equal(report.indexed, 2);
  assert.deepEqual(report.refused, []);
  assert.deepEqual(await notes.find('Where does the quokka live on its island?'), [
    {
      url: 'https://a.example/quokka',
      title: 'Quokka',
      snippet: 'It lives on an island.',
      text: 'Quokka\n\nIt lives on an island.',
    },
    {
      url: 'http://documents.invalid/primary/my%20notes/stray.md',
      document: 'primary/my notes/stray.md',
      title: 'Stray',
      snippet: 'The quokka has no address.',
      text: 'Stray\n\nThe quokka has no address.',
    },
  ]);
});

test('puts the base URL in front of the path of a document without an address', async () => {
  await using notes = await makeNotes({ 'paper.pdf': 'no PDF', 'a b.html': '<p>Words.</p>' });
  const { refused } = await notes.index({ baseUrl: 'https://b.example/docs' });
  assert.deepEqual(await notes.urls('words'), ['https://b.example/docs/a%20b.html']);
  assert.deepEqual(refused, [{ path: 'paper.pdf', reason: 'it is not a PDF, although its type says so' }]);
  for (const baseUrl of ['ftp://a.example', 'docs', 'https://a.example/?q=1'])
    await assert.rejects(notes.index({ baseUrl }), /base URL/);
});

test('a long document is shown in parts, from any to any', async () => {
  const words = Array.from({ length: 80_000 }, (_, at) => `word${at}`).join(' ');
  await using notes = await makeNotes({ 'long.txt': words });
  await notes.index();
  const { documents } = createCollection({ file: notes.file, name: 'primary' });
  const found = await documents.find('long.txt');
  assert.ok(found !== null && found.partCount > 130);
  const all = await Array.fromAsync(found.parts());
  assert.equal(all.length, found.partCount);
  assert.equal(all.join(''), words);
  assert.deepEqual(await Array.fromAsync(found.parts(3, 100)), all.slice(3, 100));
  assert.deepEqual(await Array.fromAsync(found.parts(100, 999)), all.slice(100));
});

test('shows only the documents without an address, by their path', async () => {
  await using notes = await makeNotes({
    'a/b.md': '# B\n\nSome words.',
    'own.md': '---\nurl: https://a.example/\n---\nText',
  });
  await notes.index();
  const { documents } = createCollection({ file: notes.file, name: 'primary' });
  const found = await documents.find('a/b.md');
  assert.ok(found !== null);
  assert.equal(found.title, 'B');
  assert.equal((await Array.fromAsync(found.parts())).join(''), 'B\n\nSome words.');
  for (const path of [
    'own.md',
    'a',
    '',
    'a/../a/b.md',
    '/a/b.md',
    '../notes/a/b.md',
    "' or 1=1 --",
    'a/b.md\0',
  ])
    assert.equal(await documents.find(path), null, path);
});

test('reads only new and changed files, and removes documents whose file is gone', async () => {
  await using notes = await makeNotes({
    'gone.md': 'The walrus left.',
    'kept.md': 'The walrus stays.',
    'touched.md': 'The walrus is touched.',
    'turned.html': '<p>The walrus turns.</p>',
    'picture.html': '<p></p>',
  });
  const seen: string[] = [];
  const counting: ReadPage = async (...file) => {
    seen.push(Buffer.from(file[0]).toString());
    return readOwnContent(...file);
  };
  const first = await notes.index({}, counting);
  assert.deepEqual([first.indexed, first.read, first.unchanged, first.removed], [4, 4, 0, 0]);
  const again = await notes.index({}, counting);
  assert.deepEqual([again.indexed, again.read, again.unchanged, again.removed], [4, 0, 4, 0]);
  // The picture without text is counted once, as refused.
  assert.deepEqual(
    first.refused.map(({ path }) => path),
    ['picture.html'],
  );
  assert.deepEqual(again.refused, first.refused);
  assert.equal(seen.length, 5);

  await rm(join(notes.folder, 'gone.md'));
  await utimes(join(notes.folder, 'touched.md'), 1, 1);
  await notes.put('turned.html', '<p>The tusk turned longer.</p>');
  await notes.put('new.md', 'The walrus is new.');
  const third = await notes.index({}, counting);
  assert.deepEqual([third.indexed, third.read, third.unchanged, third.removed], [4, 2, 2, 1]);
  const base = 'http://documents.invalid/primary/';
  assert.deepEqual(await notes.urls('walrus'), [`${base}kept.md`, `${base}new.md`, `${base}touched.md`]);
  assert.deepEqual(await notes.urls('tusk'), [`${base}turned.html`]);
  assert.deepEqual(await notes.urls('left'), []);
});

test('an updated index finds the same as a new one, after any changes', async () => {
  await using notes = await makeNotes({});
  const words = ['walrus', 'quokka', 'axolotl', 'narwhal', 'tapir'];
  for (let round = 0; round < 6; round++) {
    for (let at = 0; at < 12; at++) {
      const path = `${at}.md`;
      if ((at * 7 + round) % 5 === 0) await rm(join(notes.folder, path), { force: true });
      else if ((at + round) % 3 === 0)
        await notes.put(path, `# N${at}\n\n${words[(at + round) % 5]} ${'word '.repeat((at * round) % 9)}`);
    }
    await notes.index();
    const updated = await Promise.all(words.map(notes.find));
    await notes.index({ rebuild: true });
    const rebuilt = await Promise.all(words.map(notes.find));
    const byUrl = (hits: (typeof updated)[number]) => hits.map(({ url, text }) => `${url} ${text}`).sort();
    assert.deepEqual(updated.map(byUrl), rebuilt.map(byUrl));
  }
});

test('reads all files again for another base URL, another folder, or on request', async () => {
  await using notes = await makeNotes({ 'a.md': 'Some words.' });
  await notes.index();
  assert.equal((await notes.index()).read, 0);
  assert.equal((await notes.index({ rebuild: true })).read, 1);
  assert.equal((await notes.index({ baseUrl: 'https://a.example' })).read, 1);
  assert.deepEqual(await notes.urls('words'), ['https://a.example/a.md']);
  await using others = await makeNotes({ 'a.md': 'Other words.' });
  assert.equal((await others.index({ file: notes.file })).read, 1);
  assert.match((await notes.find('words'))[0]?.text ?? '', /^Other/);
});

test('a document gets an address as soon as the document that had it is deleted', async () => {
  await using notes = await makeNotes({
    'a.md': '---\nurl: https://a.example/\n---\nFirst words.',
    'b.md': '---\nurl: https://a.example/\n---\nSecond words.',
  });
  const reason = 'an earlier document has the same address';
  assert.deepEqual((await notes.index()).refused, [{ path: 'b.md', reason }]);
  await rm(join(notes.folder, 'a.md'));
  assert.deepEqual((await notes.index()).refused, []);
  assert.match((await notes.find('words'))[0]?.text ?? '', /^Second/);
});

test('what takes the place of a file while the folder is read is not followed, waited for, or read beyond its limit', async () => {
  await using notes = await makeNotes({
    ...{ 'a.md': 'The bilby digs.', 'link.md': 'One.', 'pipe.md': 'Two.', 'large.md': 'Three.' },
    'sub/secret.md': 'Four.',
  });
  await writeFile(join(notes.root.path, 'secret.md'), 'The secret.');
  let isSwapped = false;
  const onProgress = () => {
    if (isSwapped) return;
    isSwapped = true;
    for (const name of ['link.md', 'pipe.md', 'large.md']) rmSync(join(notes.folder, name));
    symlinkSync(join(notes.root.path, 'secret.md'), join(notes.folder, 'link.md'));
    renameSync(join(notes.folder, 'sub'), join(notes.folder, '.away'));
    symlinkSync(notes.root.path, join(notes.folder, 'sub'));
    execFileSync('mkfifo', [join(notes.folder, 'pipe.md')]);
    writeFileSync(join(notes.folder, 'large.md'), '');
    truncateSync(join(notes.folder, 'large.md'), 10_000_000_000);
  };
  const { refused } = await notes.index({ onProgress });
  assert.deepEqual(
    refused.map(({ path, reason }) => `${path}: ${reason}`),
    [
      'large.md: it is larger than 20 MB',
      'link.md: it is a symbolic link, which is not followed',
      'pipe.md: it is not a regular file',
      'sub/secret.md: a folder above it became a symbolic link, which is not followed',
    ],
  );
  assert.deepEqual(await notes.find('secret'), []);
});

test('an interrupted or failed update leaves the old index as it was', async () => {
  await using notes = await makeNotes({ 'a.html': '<p>Old words.</p>' });
  await notes.index();
  const before = await readFile(notes.file);
  await notes.put('a.html', '<p>New words, and more.</p>');
  const failing: ReadPage = () => Promise.reject(new Error('Interrupted.'));
  await assert.rejects(notes.index({}, failing), /Interrupted/);
  await rm(join(notes.folder, 'a.html'));
  await assert.rejects(notes.index(), /nothing to index/);
  assert.deepEqual(await readFile(notes.file), before);
  assert.deepEqual((await readdir(notes.root.path)).sort(), ['notes', 'notes.sqlite']);
});

test('rewrites an index that is damaged or of an older version', async () => {
  await using notes = await makeNotes({ 'a.md': 'Some words.' });
  await notes.index();
  const index = await readFile(notes.file);
  index.writeUInt32BE(1, 60); // the version of the format, https://www.sqlite.org/fileformat2.html
  await writeFile(notes.file, index);
  assert.equal((await notes.index()).read, 1);
  await writeFile(notes.file, index.subarray(0, 5_000));
  assert.equal((await notes.index()).read, 1);
  assert.equal((await notes.urls('words')).length, 1);
});

test('reports its progress, and the text that was left out of a document', async () => {
  await using notes = await makeNotes({ 'a.html': '<p>Words.</p>', 'b.html': '', 'c.png': '' });
  const steps: string[] = [];
  const remarking: ReadPage = async (...file) => ({
    ...(await readOwnContent(...file)),
    remark: 'only the first page was read',
  });
  const onProgress = (done: number, total: number, path: string) => steps.push(`${done}/${total} ${path}`);
  const remarks = [{ path: 'a.html', remark: 'only the first page was read' }];
  assert.deepEqual((await notes.index({ onProgress }, remarking)).remarks, remarks);
  assert.deepEqual(steps, ['0/2 a.html', '1/2 b.html']);
  assert.deepEqual((await notes.index()).remarks, remarks);
});

test('reports an empty or missing folder, and leaves no file', async () => {
  await using notes = await makeNotes({});
  const misconfigured = (words: RegExp) => (error: unknown) =>
    error instanceof CollectionProblem && words.test(error.message);
  await assert.rejects(notes.index(), misconfigured(/nothing to index/));
  const missing = join(notes.folder, 'missing');
  await assert.rejects(notes.index({ folder: missing }), misconfigured(/missing does not exist\.$/));
  await assert.rejects(notes.index({ folder: notes.file }), misconfigured(/does not exist|not a folder/));
  assert.deepEqual(await readdir(notes.root.path), ['notes']);
});

test('uses the canonical link of HTML, reads text in usual encodings, refuses what is none', async () => {
  await using notes = await makeNotes({
    'binary.txt': Buffer.alloc(100),
    'latin1.md': Buffer.from('---\nurl: ftp://a.example/\n---\nSchöne Übung', 'latin1'),
    'marked.md': '\ufeff---\nurl: https://b.example/\n---\nWords',
    'quokka.HTML': '<link rel="canonical" href="https://a.example/quokka"><p>Words.</p>',
  });
  const { refused, remarks } = await notes.index();
  assert.deepEqual(await notes.urls('words'), ['https://a.example/quokka', 'https://b.example/']);
  assert.deepEqual(refused, [{ path: 'binary.txt', reason: 'it is not text, although its type says so' }]);
  assert.match(remarks[0]?.remark ?? '', /ftp:.* is not used/);
  assert.equal((await notes.urls('Übung')).length, 1);
  assert.deepEqual((await notes.index()).remarks, remarks);
});

test('a file whose name is not UTF-8 is told by its name', async () => {
  await using notes = await makeNotes({ 'a.md': 'Some words.' });
  const name = Buffer.concat([Buffer.from(`${notes.folder}/b`), Buffer.from([0xff]), Buffer.from('.md')]);
  // Some systems allow no such name.
  if (
    await writeFile(name, 'Other words.').then(
      () => false,
      () => true,
    )
  )
    return;
  assert.deepEqual((await notes.index()).refused, [{ path: 'b\ufffd.md', reason: 'its name is not UTF-8' }]);
});

async function list(folder: string) {
  const { files, skipped } = await listFolder(folder, signal);
  return {
    files: files.map(({ path }) => path),
    skipped: skipped.map(({ path, reason }) => `${path}: ${reason}`),
  };
}

test('lists the files that can be read, in subfolders too, by name', async () => {
  const files = ['a.MARKDOWN', 'b.md', 'c.docx', 'd.epub', 'e.odt', 'f.pdf', 'sub/c.txt', 'sub/deep/d.html'];
  await using notes = await makeNotes(Object.fromEntries(files.map((path) => [path, 'Text'])));
  assert.deepEqual(await list(notes.folder), { files, skipped: [] });
});

test('lists everything that is skipped, each with its reason', async () => {
  await using outside = await makeNotes({ 'secret.md': 'Secret' });
  const others = ['.git/y.md', '.hidden.md', 'node_modules/p/z.md', 'README', 'a.rst', 'b.org', 'x.png'];
  await using notes = await makeNotes(
    Object.fromEntries([...others, 'large.md'].map((path) => [path, 'Text'])),
  );
  await truncate(join(notes.folder, 'large.md'), 20_000_001);
  await symlink(join(outside.folder, 'secret.md'), join(notes.folder, 'link.md'));
  await symlink(outside.folder, join(notes.folder, 'linked'));
  assert.deepEqual(await list(notes.folder), {
    files: [],
    skipped: [
      '.git: it is hidden',
      '.hidden.md: it is hidden',
      'README: it has no file extension that says what it is',
      'a.rst: no suitable library reads .rst files; convert this one to Markdown or HTML',
      'b.org: no suitable library reads .org files; export this one as Markdown or HTML',
      'large.md: it is larger than 20 MB',
      'link.md: it is a symbolic link, which is not followed',
      'linked: it is a symbolic link, which is not followed',
      'node_modules: it contains installed packages',
      'x.png: .png files are not read',
    ],
  });
});

test('listing stops when the signal aborts', async () => {
  await using notes = await makeNotes({ 'a.md': 'Text' });
  await assert.rejects(listFolder(notes.folder, AbortSignal.abort()), { name: 'AbortError' });
});
