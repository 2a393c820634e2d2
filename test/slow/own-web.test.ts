import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadSettings } from '../../src/config/load.ts';
import { openReading } from '../../src/service/own-web.ts';
import { makePlace } from '../support/own-web.ts';
import { zipFile } from '../support/zip-file.ts';

const sayso = fileURLToPath(new URL('../../bin/sayso.js', import.meta.url));

test('a subfolder that cannot be read keeps its documents, and the status says so', async () => {
  await using place = await makePlace();
  const disk = join(place.notes, 'disk');
  await mkdir(disk);
  await writeFile(join(disk, 'numbat.md'), '# Numbat\n\nThe numbat lives in Dryandra.');
  // Nothing is forbidden to root, unless it gives that up.
  const humbly = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
  const run = (...args: string[]) => {
    const [program = '', ...rest] = [...humbly, process.execPath, sayso, 'sources', ...args];
    const env = { NO_COLOR: '1', PATH: process.env.PATH };
    return spawnSync(program, rest, { cwd: place.root, encoding: 'utf8', env });
  };
  assert.match(run('run').stdout, /notes: 2 documents; read/);
  await chmod(disk, 0);
  const looked = run('run');
  assert.match(
    looked.stdout,
    /notes: 2 documents; .*\n {2}fails: disk: it cannot be read \(EACCES\); what is known/,
  );
  assert.equal(looked.status, 1);
  assert.match(run('status').stdout, /fails: disk: it cannot be read/);
  await chmod(disk, 0o700);
  await chmod(place.notes, 0);
  assert.match(
    run('run').stdout,
    /notes: 2 documents; .*\n {2}fails: \.: it cannot be read/,
    'the whole folder',
  );
  await chmod(place.notes, 0o700);
  await rm(join(disk, 'numbat.md'));
  assert.match(run('run').stdout, /notes: 1 documents; read \d+ s ago, next in 12 h\n$/);
});

test('a long file of the operator, of any kind, is read without holding up answers', async () => {
  const { settings } = loadSettings({});
  const reading = await openReading(settings, 'Test', '');
  const read = (path: string, content: string | Buffer) =>
    reading.readFile(
      { path, bytes: Uint8Array.from(Buffer.from(content)), base: null },
      new AbortController().signal,
    );
  await read('first.html', '<p>The thread has started.</p>');
  const word = `<w:document>${'<w:p><w:t>The quokka lives on an island.</w:t></w:p>'.repeat(100_000)}</w:document>`;
  const files = {
    'a.html': `<title>T</title>${'<p>The <b>quokka</b> lives on an island.</p>'.repeat(30_000)}`,
    'a.md': `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${`|${'quokka|'.repeat(500)}\n`.repeat(200)}`,
    'a.docx': zipFile({ 'word/document.xml': word }),
  };
  for (const [path, content] of Object.entries(files)) {
    let longestMs = 0;
    let lastMs = performance.now();
    const startedMs = lastMs;
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - lastMs);
      lastMs = performance.now();
    }, 5);
    const document = await read(path, content);
    const tookMs = performance.now() - startedMs;
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    clearInterval(timer);
    assert.ok('text' in document && document.text.includes('quokka'), path);
    assert.ok(longestMs < tookMs / 2, `${path}: held for ${longestMs} of ${tookMs} ms`);
  }
  await reading.close();
});
