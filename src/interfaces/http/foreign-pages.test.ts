import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../observe/log.ts';
import { createApp } from './app.ts';
import type { ForeignPages } from './foreign-pages.ts';
import { createKeyGuard, type KeyGuard } from './guards.ts';
import type { Interface } from './interface.ts';

const open: ForeignPages = { allowedOrigins: [], publicUrl: null, checksHost: false };
const HERE = 'localhost:3000';

const plain: Interface<null> = {
  prefixes: ['/'],
  name: 'rest',
  isOpenToPages: true,
  addRoutes: (app) => void app.get('/open', { config: { anyHost: true } }, async () => 'open'),
};
const closed: Interface<null> = {
  prefixes: ['/v9/'],
  name: 'rest',
  isOpenToPages: false,
  errorBody: ({ status }) => ({ problem: status }),
  addRoutes: (app) => void app.post('/v9/ask', async () => 'closed'),
};

/** The status of a request with these headers. */
async function statusOf(
  headers: Record<string, string>,
  pages: Partial<ForeignPages> = {},
  path = '/v9/ask',
  guard: KeyGuard | null = null,
) {
  const { app } = await createApp(
    {
      ...{ log: createLog('silent'), guard, rateLimit: null, trustProxy: [] },
      ...{ maxBodyBytes: 1000, maxQueryChars: 100, longestAnswerMs: 1000 },
      observeRequest: () => ({ isStream: () => undefined, end: () => undefined }),
      pages: { ...open, ...pages },
    },
    [plain, closed],
    null,
  );
  const method = path === '/open' ? 'GET' : 'POST';
  const { statusCode, body } = await app.inject({ method, url: path, headers: { host: HERE, ...headers } });
  await app.close();
  if (statusCode === 403) assert.equal(body, '{"problem":403}', "in the interface's own words");
  return statusCode;
}

test('programs, which send none of the fields of browsers, are served', async () => {
  assert.equal(await statusOf({}), 200);
  assert.equal(await statusOf({ host: 'sayso.example.org' }), 200);
});

test('a page of another origin is refused, and one that is allowed is not', async () => {
  for (const origin of [
    'https://evil.test',
    'http://localhost:8080',
    'null',
    'file://',
    'chrome-extension://a',
  ])
    assert.equal(await statusOf({ origin }), 403, origin);
  const allowedOrigins = ['https://chat.test', 'chrome-extension://a'];
  assert.equal(await statusOf({ origin: 'https://chat.test' }, { allowedOrigins }), 200);
  assert.equal(await statusOf({ origin: 'chrome-extension://a' }, { allowedOrigins }), 200);
  assert.equal(await statusOf({ origin: 'https://other.test' }, { allowedOrigins }), 403);
  assert.equal(await statusOf({ origin: 'null' }, { allowedOrigins: ['*'] }), 200);
});

test('a request without an origin is refused by the other fields that browsers send', async () => {
  for (const site of ['cross-site', 'same-site'])
    assert.equal(await statusOf({ 'sec-fetch-site': site }), 403, site);
  for (const site of ['same-origin', 'none'])
    assert.equal(await statusOf({ 'sec-fetch-site': site }), 200, site);
});

test("the service's own origin is served, but not under a name that somebody could point here", async () => {
  assert.equal(await statusOf({ origin: `http://${HERE}` }), 200);
  assert.equal(await statusOf({ host: '[::1]:3000', origin: 'http://[::1]:3000' }), 200);
  const rebound = { host: 'evil.test:3000', origin: 'http://evil.test:3000' };
  assert.equal(await statusOf(rebound), 403);
  const publicUrl = 'https://ask.example.org/';
  assert.equal(
    await statusOf({ host: 'ask.example.org', origin: 'https://ask.example.org' }, { publicUrl }),
    200,
  );
});

test('a service for this machine alone answers only to names that nobody else can have', async () => {
  const checked = { checksHost: true };
  for (const host of [
    'localhost',
    '127.0.0.1:3000',
    '[::1]:3000',
    'a.localhost',
    'host.docker.internal:3000',
  ])
    assert.equal(await statusOf({ host }, checked), 200, host);
  for (const host of ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', 'evil.test:3000'])
    assert.equal(await statusOf({ host }, checked), 403, host);
  const publicUrl = 'https://ask.example.org';
  assert.equal(await statusOf({ host: 'ask.example.org' }, { ...checked, publicUrl }), 200);
});

test('a page of any origin is served with a key that its user gave it, but not with a password', async () => {
  const guard = createKeyGuard(['k']);
  const origin = 'https://evil.test';
  const statusWith = (headers: Record<string, string>) =>
    statusOf({ origin, 'sec-fetch-site': 'cross-site', ...headers }, {}, '/v9/ask', guard);
  assert.equal(await statusWith({ authorization: 'Bearer k' }), 200);
  assert.equal(await statusWith({ 'x-api-key': 'k' }), 200);
  // A browser repeats the password that it was once told, in requests of every page.
  const password = `Basic ${Buffer.from('me:k').toString('base64')}`;
  assert.equal(await statusWith({ authorization: password }), 403);
});

test('an origin may be allowed with every port', async () => {
  const allowed = { allowedOrigins: ['http://localhost:*', 'http://[::1]:*'] };
  for (const origin of ['http://localhost:5173', 'http://localhost', 'http://[::1]:8080'])
    assert.equal(await statusOf({ origin }, allowed), 200, origin);
  for (const origin of [
    ...['https://localhost:5173', 'http://localhost.evil.test:5173', 'http://localhost:5173.evil.test'],
    ...['http://evil.test:5173', 'http://localhost:*', 'null'],
  ])
    assert.equal(await statusOf({ origin }, allowed), 403, origin);
  const named = { allowedOrigins: ['http://ask.test:*'], checksHost: true };
  assert.equal(await statusOf({ host: 'ask.test:3000' }, named), 200);
  assert.equal(await statusOf({ host: 'evil.test:3000' }, named), 403);
});
