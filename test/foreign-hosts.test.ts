import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { writeQuokkaIndex } from './support/quokka-index.ts';
import { startTestService, type TestService } from './support/service.ts';

/** `fetch` cannot send another host name. */
function statusOf(
  { url }: TestService,
  path: string,
  host: string,
  { method = 'GET', ...headers }: Readonly<Record<string, string>> = {},
  body = '',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers: { ...headers, host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** What a page would learn that points its own name at this machine, and what the contract opens to it. */
const CLOSED = ['/documents/primary/a.txt', '/metrics', '/readyz?verbose', '/readyz?verbose=1', '/v1/models'];
const OPEN = ['/', '/api/health', '/livez', '/search', '/documents.js'];

test('a local service without keys shows documents and its state to no name that anybody can register', async () => {
  await using documents = await writeQuokkaIndex();
  await using service = await startTestService({ ...documents.settings, HOST: '127.0.0.1' });
  for (const host of ['evil.example', 'evil.example:80', 'localhost.evil.example', '127.0.0.1.evil.example'])
    for (const path of CLOSED) {
      assert.equal(await statusOf(service, path, host), 403, `${host} ${path}`);
      assert.equal(await statusOf(service, path, host, { method: 'HEAD' }), 403);
    }
  for (const host of ['localhost', '127.0.0.1:3000', '[::1]', 'nas', 'nas.local'])
    for (const path of CLOSED) assert.equal(await statusOf(service, path, host), 200, `${host} ${path}`);
  for (const path of OPEN) assert.notEqual(await statusOf(service, path, 'evil.example'), 403, path);
});

test('a configured name, and a service with keys, are not checked', async () => {
  await using documents = await writeQuokkaIndex();
  await using named = await startTestService({ ...documents.settings, PUBLIC_URL: 'https://sayso.example' });
  assert.equal(await statusOf(named, '/metrics', 'sayso.example'), 200);
  await using keyed = await startTestService({ ...documents.settings, API_KEYS: 'key' });
  assert.equal(await statusOf(keyed, '/metrics', 'evil.example'), 401);
});

test('a page cannot name another host behind a trusted proxy', async () => {
  await using documents = await writeQuokkaIndex();
  const proxied = { HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://sayso.example' };
  await using service = await startTestService({ ...documents.settings, ...proxied });
  for (const path of CLOSED) {
    for (const known of ['localhost', '127.0.0.1', 'sayso.example']) {
      const named = { 'x-forwarded-host': known };
      assert.equal(await statusOf(service, path, 'evil.example', named), 403, `${known} ${path}`);
      assert.equal(await statusOf(service, path, '127.0.0.1:3000', named), 200, `${known} ${path}`);
    }
    const forwarded = { 'x-forwarded-host': 'evil.example' };
    assert.equal(await statusOf(service, path, 'localhost', forwarded), 403, path);
  }
});

test('whether a document exists is not for pages of other sites', async () => {
  await using documents = await writeQuokkaIndex();
  await using service = await startTestService(documents.settings);
  for (const name of ['a.txt', 'none.txt', 'a.txt?page=9']) {
    const { headers } = await fetch(`${service.url}/documents/primary/${name}`);
    assert.equal(headers.get('access-control-allow-origin'), null, name);
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', name);
  }
});

test('the metrics are not for pages of other sites', async () => {
  await using service = await startTestService();
  const { headers } = await fetch(`${service.url}/metrics`);
  assert.equal(headers.get('access-control-allow-origin'), null);
});
