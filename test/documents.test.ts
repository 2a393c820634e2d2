import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { indexFolder } from '@sayso/collections';
import { createLinkSigner } from '../src/interfaces/site/documents.ts';
import { hashOf } from '../src/keys/key-file.ts';
import { readContent } from '../src/read/content.ts';
import { startTestService, type TestService } from './support/service.ts';

const { signal } = new AbortController();
const DOCUMENT =
  '# Island & notes\n\nThe quokka lives on Rottnest Island. `<script>alert(1)</script>` is text & harmless.';

/** A service with one document that has no address of its own. */
async function startOverNotes(environment: Readonly<Record<string, string>> = {}) {
  const root = await mkdtempDisposable(join(tmpdir(), 'sayso-documents-'));
  const folder = join(root.path, 'notes');
  await mkdir(join(folder, 'my notes'), { recursive: true });
  await writeFile(join(folder, 'my notes', 'island.md'), DOCUMENT);
  const file = join(root.path, 'notes.sqlite');
  await indexFolder({ folder, file }, readContent, signal);
  await rm(folder, { recursive: true });
  const service = await startTestService({
    SEARCH_PRIMARY_KIND: 'collection',
    SEARCH_PRIMARY_URL: `file:${file}`,
    MODEL_PROVIDER: 'extractive',
    ...environment,
  });
  const dispose = async () => {
    await service.stop();
    await root.remove();
  };
  return { ...service, [Symbol.asyncDispose]: dispose };
}

type Reply = {
  readonly html_answer: string;
  readonly answer: string;
  readonly sources: { readonly url: string }[];
};

async function ask({ url }: TestService, headers: Record<string, string> = {}): Promise<Reply> {
  const body = JSON.stringify({ query: 'Where does the quokka live?' });
  const sent = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
  return (await fetch(`${url}/api/ask`, sent)).json();
}

/** `fetch` cannot send a different host name. */
function askAs(host: string, { url }: TestService): Promise<Reply> {
  const sent = httpRequest(`${url}/api/ask`, {
    method: 'POST',
    headers: { host, 'content-type': 'application/json' },
  });
  sent.end(JSON.stringify({ query: 'Where does the quokka live?' }));
  return new Promise((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => resolve(new Response(response as never).json()));
  });
}

test('a source without its own address opens at the service, even if its file is gone', async () => {
  await using service = await startOverNotes();
  const { sources, html_answer, answer } = await ask(service);
  const [source] = sources;
  assert.equal(source?.url, `${service.url}/documents/primary/my%20notes/island.md`);
  assert.match(answer, /Rottnest/);
  assert.ok(html_answer.includes(`href="${source?.url}"`));
  assert.ok(!html_answer.includes('documents.invalid'));
  const opened = await fetch(source?.url ?? '');
  assert.equal(opened.status, 200);
  assert.match(opened.headers.get('content-type') ?? '', /^text\/html/);
  const policy = opened.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'.*sandbox/);
  assert.doesNotMatch(policy, /script-src|unsafe/);
  assert.equal(opened.headers.get('access-control-allow-origin'), null);
  const page = await opened.text();
  assert.match(page, /<title>Island &amp; notes<\/title>/);
  assert.match(page, /The quokka lives on Rottnest Island\./);
  assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;') && !page.includes('<script'));
});

test('only documents of the index can be opened', async () => {
  await using service = await startOverNotes();
  for (const path of [
    '',
    'primary',
    'primary/',
    'primary/island.md',
    'secondary/my%20notes/island.md',
    'primary/my%20notes/..%2f..%2fnotes.sqlite',
    'primary/%2e%2e/%2e%2e/notes.sqlite',
    'primary//etc/passwd',
    'primary/%00',
    'primary/%ff',
    'primary/%',
  ]) {
    const { status } = await fetch(`${service.url}/documents/${path}`);
    assert.ok(status === 404 || status === 400, `${path}: ${status}`);
  }
});

test('every caller gets links to the host it called, also in a kept answer', async () => {
  await using service = await startOverNotes({ ANSWER_CACHE_SECONDS: '300' });
  for (const host of ['one.example', 'two.example:8080', 'one.example']) {
    const { sources, html_answer } = await askAs(host, service);
    assert.equal(sources[0]?.url, `http://${host}/documents/primary/my%20notes/island.md`);
    assert.deepEqual(
      [...html_answer.matchAll(/http:\/\/([^/"]+)/g)].map(([, each]) => each),
      [host],
    );
  }
});

test('if keys are set, a document needs one or a link from an answer', async () => {
  await using service = await startOverNotes({ API_KEYS: 'key-one,key-two' });
  const bare = `${service.url}/documents/primary/my%20notes/island.md`;
  assert.equal((await fetch(bare)).status, 401);
  assert.equal((await fetch(`${bare}?until=99999999999&signature=AAAA`)).status, 401);
  assert.equal((await fetch(`${service.url}/documents/primary/none.md`)).status, 401);
  assert.equal((await fetch(bare, { headers: { 'x-api-key': 'key-two' } })).status, 200);
  const { sources, html_answer } = await ask(service, { authorization: 'Bearer key-one' });
  const link = sources[0]?.url ?? '';
  assert.ok(link.startsWith(`${bare}?until=`));
  assert.ok(html_answer.includes(`href="${link.replaceAll('&', '&amp;')}"`));
  assert.equal((await fetch(link)).status, 200);
  assert.equal((await fetch(link.replace('island', 'other'))).status, 401);
});

test('with KEYS_FILE alone, the links of an answer are signed with a secret that nobody knows', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-'));
  const file = join(folder.path, 'keys.yml');
  await writeFile(file, `keys: { anna: { sha256: ${hashOf('a')} } }`);
  await using service = await startOverNotes({ KEYS_FILE: file });
  const bare = `${service.url}/documents/primary/my%20notes/island.md`;
  const forged = (await createLinkSigner([])).sign('primary/my%20notes/island.md');
  assert.equal((await fetch(`${bare}?${forged}`)).status, 401);
  const { sources } = await ask(service, { authorization: 'Bearer a' });
  assert.equal((await fetch(sources[0]?.url ?? '')).status, 200);
});

test('the events, the other forms and the document without script have the same links', async () => {
  await using service = await startOverNotes();
  const link = `${service.url}/documents/primary/my%20notes/island.md`;
  const question = 'q=Where%20does%20the%20quokka%20live%3F';
  const calls = [
    ['/api/v1/query?events=sources,answer-block,answer-end&', 'text/event-stream'],
    ['/api/v1/query?', 'text/html'],
    ['/api/v1/query?', 'text/markdown'],
    ['/search?', 'text/html'],
  ] as const;
  for (const [path, accept] of calls) {
    const text = await (await fetch(`${service.url}${path}${question}`, { headers: { accept } })).text();
    assert.ok(text.includes(link), `${path} ${accept}`);
    assert.ok(!text.includes('documents.invalid'), `${path} ${accept}`);
  }
});

test('a collection that finds nothing does not mention the web', async () => {
  await using service = await startOverNotes();
  const response = await fetch(`${service.url}/api/v1/query?q=zebra`);
  const { answer } = await response.json();
  assert.equal(answer, 'Nothing was found in the documents for this question.');
});
