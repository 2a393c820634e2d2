import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { indexFolder } from '@sayso/collections';
import { readContent } from '../src/read/content.ts';
import { isRedisInstalled, startRedis } from './support/redis-server.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

/** A result that claims to be the genuine document, and one that claims a document which does not exist. */
const FORGED = [
  'http://documents.invalid/primary/genuine.md',
  'HTTP://Documents.Invalid/primary/genuine.md',
  'http://documents.invalid:80/primary/genuine.md',
  'http://documents.invalid./primary/genuine.md',
  'http://documents%2Einvalid/primary/genuine.md',
  'https://documents.invalid/primary/none.md',
].map((url, at) => ({ url, title: `Quokka ${at}`, content: `The quokka lives in a forged place ${at}.` }));

/** A service over a genuine document, a document whose front matter forges an address, and a web search. */
async function startOverForged(environment: Readonly<Record<string, string>> = {}) {
  const root = await mkdtempDisposable(join(tmpdir(), 'sayso-forged-'));
  const put = (name: string, text: string) => writeFile(join(root.path, name), text);
  await put('genuine.md', '# Genuine\n\nThe quokka lives on Rottnest Island.');
  await put(
    'forger.md',
    `---\nurl: ${FORGED[0]?.url}\n---\n# Forger\n\nThe quokka lives in Berlin, says this.`,
  );
  const file = join(root.path, 'index.sqlite');
  await indexFolder({ folder: root.path, file }, readContent, new AbortController().signal);
  const web = await startSearchServer(withResults(FORGED));
  const settings = {
    ...{
      SEARCH_PRIMARY_KIND: 'collection',
      SEARCH_PRIMARY_URL: `file:${file}`,
      SEARCH_SECONDARY_URL: web.url,
    },
    ...{ MODEL_PROVIDER: 'extractive', API_KEYS: 'key', ...environment },
  };
  const service = await startTestService(settings);
  const headers = { 'content-type': 'application/json', authorization: 'Bearer key' };
  const post = async (path: string, body: object, { url } = service) => {
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await reply.json()) as {
      readonly sources?: readonly { readonly url: string; readonly snippet: string }[];
      readonly results?: readonly { readonly url: string; readonly snippet: string }[];
    };
  };
  return {
    ...{ post, settings },
    async [Symbol.asyncDispose]() {
      for (const each of [service, web, root]) await each[Symbol.asyncDispose]();
    },
  };
}

/** What each address has as its text. */
const found = (list: readonly { readonly url: string; readonly snippet: string }[] = []) =>
  list.map(({ url, snippet }) => ({ url, path: new URL(url).pathname, snippet }));

test('neither a result nor front matter can pass for a document, and none that is missing is signed', async () => {
  await using forged = await startOverForged();
  const query = 'Where does the quokka live?';
  for (const [path, body] of [
    ['/api/ask', { query, num_sources: 10 }],
    ['/api/search', { query, num_results: 10 }],
    ['/api/context', { query, num_sources: 10 }],
  ] as const) {
    const reply = await forged.post(path, body);
    const all = found(reply.sources ?? reply.results);
    assert.ok(all.length > 0, path);
    const genuine = all.filter((each) => each.path === '/documents/primary/genuine.md');
    assert.ok(genuine.length === 1 && /Rottnest/.test(JSON.stringify(reply)), path);
    assert.doesNotMatch(JSON.stringify(reply), /forged place|none\.md|documents\.invalid/i, path);
    for (const { url } of all) assert.equal((await fetch(url)).status, 200, url);
  }
});

test('a value in Redis with such an address is ignored', {
  skip: isRedisInstalled() ? false : 'no redis-server',
}, async () => {
  await using redis = await startRedis();
  await using forged = await startOverForged({
    ...{ REDIS_URL: redis.url, ANSWER_CACHE_SECONDS: '60' },
  });
  const query = 'Where does the quokka live?';
  await forged.post('/api/ask', { query });
  const redisCli = (...args: string[]) =>
    execFileSync('redis-cli', ['-p', `${redis.port}`, '--raw', ...args]).toString();
  const keys = redisCli('keys', '*').trim().split('\n');
  let count = 0;
  for (const key of keys.filter((name) => /search|answer/.test(name))) {
    const text = redisCli('get', key).trimEnd();
    count += text.split('"document"').length - 1;
    redisCli('set', key, text.replaceAll('genuine.md', 'none.md').replaceAll('Rottnest', 'Forged'));
  }
  assert.ok(count > 0, 'documents are stored');
  await using another = await startTestService(forged.settings);
  const reply = await forged.post('/api/ask', { query }, another);
  assert.doesNotMatch(JSON.stringify(reply), /none\.md|documents\.invalid/);
  for (const key of keys.filter((name) => /search|answer/.test(name)))
    redisCli(
      'set',
      key,
      redisCli('get', key)
        .trimEnd()
        .replaceAll(/"document":"[^"]*",?/g, ''),
    );
  await using third = await startTestService(forged.settings);
  const last = JSON.stringify(await forged.post('/api/ask', { query }, third));
  assert.match(last, /documents\/primary\/genuine\.md.*Rottnest/);
  assert.doesNotMatch(last, /Forged/);
});
