import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { hashOf } from '../src/keys/key-file.ts';
import { serve, start } from './support/local-server.ts';
import { startModelServer } from './support/model-server.ts';
import { isRedisInstalled, startRedis } from './support/redis-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { until } from './support/until.ts';

/** A provider that says of whoever comes what the test wants, truly or not. */
async function startForgingProvider() {
  const [own, strange] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'RS256' };
  const told = {
    claims: {} as Record<string, unknown>,
    isStrange: false,
    configuration: null as string | null,
  };
  const server = await start(
    createServer(async (request, response) => {
      const issuer = `http://${request.headers.host}`;
      const send = (body: object) =>
        response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
      if (told.configuration !== null && request.url !== '/token') return response.end(told.configuration);
      if (request.url === '/.well-known/openid-configuration')
        return send({
          ...{ issuer, jwks_uri: `${issuer}/jwks`, token_endpoint: `${issuer}/token` },
          ...{ authorization_endpoint: `${issuer}/authorize`, response_types_supported: ['code'] },
        });
      if (request.url === '/jwks') return send({ keys: [jwk] });
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, aud: 'sayso', sub: '1', iat: now, exp: now + 60, ...told.claims };
      const signer = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' });
      const id_token = await signer.sign(told.isStrange ? strange.privateKey : own.privateKey);
      return send({ access_token: 'a', token_type: 'bearer', id_token });
    }),
  );
  return { url: server.url, told, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function stage(more = '', count = 1) {
  await using stack = new AsyncDisposableStack();
  const search = stack.use(await startSearchServer());
  const model = stack.use(await startModelServer());
  const provider = stack.use(await startForgingProvider());
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'sayso-login-')));
  const file = join(folder.path, 'keys.yml');
  await writeFile(
    file,
    `default: { tokens_per_day: 1 }
groups: { staff: { tokens_per_day: 1000000 } }
login: { issuer: '${provider.url}', client_id: sayso ${more} }
`,
  );
  const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, KEYS_FILE: file };
  const redis = count > 1 ? stack.use(await startRedis()) : null;
  const shared: Record<string, string> = redis === null ? {} : { REDIS_URL: redis.url };
  // Instances that start without the others must join them later.
  redis?.freeze();
  const instances = await Promise.all(
    Array.from({ length: count }, async () => stack.use(await startTestService({ ...settings, ...shared }))),
  );
  redis?.thaw();
  const logged = () => instances.flatMap((instance) => instance.logged).join('');
  const held = stack.move();

  const urlOf = (at: number) => instances[at]?.url ?? '';
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, at = 0) =>
    fetch(`${urlOf(at)}${path}`, { headers, redirect: 'manual' });
  /** Goes to the provider, as a browser does. */
  async function begin(to = '') {
    const response = await get(`/login?to=${encodeURIComponent(to)}`);
    const asked = new URL(response.headers.get('location') ?? '').searchParams;
    return { asked, cookie: cookiesOf(response), back: `/login/callback?code=c&state=${asked.get('state')}` };
  }
  /** Comes back as somebody, with what the provider says of them. */
  async function signIn(claims: Readonly<Record<string, unknown>>, to = '') {
    const { asked, cookie, back } = await begin(to);
    provider.told.claims = { nonce: asked.get('nonce'), ...claims };
    const response = await get(back, { cookie });
    return { response, cookie: cookiesOf(response) };
  }
  const ask = (headers: Readonly<Record<string, string>>, at = 0) =>
    fetch(`${urlOf(at)}/api/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: 'What is an axolotl?' }),
    });
  return { logged, provider, get, begin, signIn, ask, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** The cookies that a browser would send after this reply. */
function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((field) => field.split(';', 1)[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');
}

const anna = { preferred_username: 'anna', groups: ['staff'] };

test('what the provider did not say of this browser now signs nobody in', async () => {
  await using on = await stage();
  const forged: readonly (readonly [string, object, boolean?])[] = [
    ['another audience', { aud: 'another' }],
    ['another nonce', { nonce: 'another' }],
    ['another issuer', { iss: 'https://evil.test' }],
    ['an old token', { exp: 1 }],
    ['a key of somebody else', {}, true],
    ['no name', { preferred_username: undefined }],
    ['a name like a key of the file', { preferred_username: 'user:ben' }],
  ];
  for (const [what, claims, isStrange = false] of forged) {
    on.provider.told.isStrange = isStrange;
    const { response, cookie } = await on.signIn({ ...anna, ...claims });
    assert.deepEqual([what, response.status, cookie], [what, 403, '']);
  }
  on.provider.told.isStrange = false;
  assert.equal((await on.signIn(anna)).response.status, 302);
  assert.doesNotMatch(on.logged(), /eyJ|anna/, 'no token and no name is logged');
});

test('a callback counts once, and only in the browser and for the attempt that began it', async () => {
  await using on = await stage();
  const [mine, other] = [await on.begin(), await on.begin()];
  on.provider.told.claims = { ...anna, nonce: mine.asked.get('nonce') };
  assert.equal(mine.asked.get('code_challenge_method'), 'S256');
  const refused = [
    await on.get(mine.back),
    await on.get(mine.back, { cookie: other.cookie }),
    await on.get('/login/callback?code=c', { cookie: (await on.begin()).cookie }),
  ];
  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 403, 403],
  );
  const accepted = await on.get(mine.back, { cookie: mine.cookie });
  assert.equal(accepted.status, 302);
  assert.equal((await on.get(mine.back, { cookie: mine.cookie })).status, 403, 'a replay');
});

test('whoever cannot go to the provider now is told so, and is not told what it sent', async () => {
  await using on = await stage();
  for (const isBroken of ['<p>a-secret', '{"issuer":1}']) {
    on.provider.told.configuration = isBroken;
    const refused = await on.get('/login');
    assert.equal(refused.status, 503);
    assert.match(await refused.text(), /cannot be used now.*href="\.\/login"/);
  }
  assert.doesNotMatch(on.logged(), /"level":50|a-secret/, 'it is no fault of the service');
  on.provider.told.configuration = null;
  assert.equal((await on.get('/login')).status, 302);
});

test('a provider or a server of keys that sends without end, or too slowly, is given up', async (t) => {
  let isEndless = true;
  let sent = 0;
  await using server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': isEndless ? 'text/event-stream' : 'application/json' });
    response.write('{"keys":["');
    const more = 'x'.repeat(isEndless ? 65_536 : 1);
    const timer = setInterval(() => {
      do sent += more.length;
      while (response.write(more) && isEndless && sent < 2 ** 26);
    }, 5);
    response.on('close', () => clearInterval(timer));
  });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-login-'));
  const file = join(folder.path, 'keys.yml');
  await writeFile(
    file,
    `login: { issuer: '${server.url}', client_id: sayso }
keys: { webui: { sha256: ${hashOf('w')}, users: { jwks: '${server.url}/jwks' } } }
`,
  );
  await using service = await startTestService({ SEARCH_PRIMARY_URL: server.url, KEYS_FILE: file });
  const { privateKey } = await generateKeyPair('RS256');
  const token = await new SignJWT({ sub: 'anna' })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setExpirationTime('1m')
    .sign(privateKey);
  const visits: readonly (readonly [path: string, headers: Record<string, string>])[] = [
    ['/login', {}],
    ['/api/v1/query?q=axolotl', { 'x-api-key': 'w', 'x-openwebui-user-jwt': token }],
  ];
  const timeout = AbortSignal.timeout;
  t.mock.method(AbortSignal, 'timeout', (ms: number) => timeout(isEndless ? ms : ms / 20));
  for (isEndless of [true, false])
    for (const [path, headers] of visits) {
      sent = 0;
      assert.equal((await fetch(`${service.url}${path}`, { headers })).status, 503, path);
      await server.noSocketsLeft();
      assert.ok(sent < 2 ** 24, `${path}: ${sent} bytes`);
    }
});

test('nobody is sent elsewhere', async () => {
  await using on = await stage();
  for (const [to, place] of [
    ['?q=axolotl&time_range=year', '../?q=axolotl&time_range=year'],
    ['//evil.test', '../'],
    ['https://evil.test', '../'],
    ['/\\evil.test', '../'],
    ['\\\\evil.test', '../'],
    ['?\\evil.test', '../'],
    ['/%2F%5Cevil.test', '../'],
    ['?q=1\r\nset-cookie: a=b', '../'],
    ['@evil.test', '../'],
  ])
    assert.equal((await on.signIn(anna, to)).response.headers.get('location'), place, to);
});

test('a session is for the page alone, and ends', async (t) => {
  await using on = await stage();
  const { cookie } = await on.signIn(anna);
  const statusOf = async (headers: Readonly<Record<string, string>>) => (await on.ask(headers)).status;
  assert.equal(await statusOf({ cookie }), 200);
  assert.equal(await statusOf({ cookie, 'sec-fetch-site': 'same-origin' }), 200);
  const attempt = (await on.begin()).cookie.replace('sayso-ticket', 'sayso-session');
  const changed = cookie.slice(0, -2) + (cookie.endsWith('AA') ? 'BB' : 'AA');
  const none: Record<string, string> = {};
  for (const headers of [
    none,
    { cookie, 'sec-fetch-site': 'cross-site' },
    { cookie, 'sec-fetch-site': 'same-site' },
    { cookie, origin: 'https://evil.test' },
    { cookie: attempt },
    { cookie: changed },
    { cookie: 'sayso-session=' },
  ])
    assert.equal(await statusOf(headers), 401, JSON.stringify(headers));
  const now = Date.now;
  for (const [hours, status] of [
    [11.9, 200],
    [12.1, 401],
  ] as const) {
    const later = t.mock.method(Date, 'now', () => now() + hours * 3_600_000);
    assert.equal(await statusOf({ cookie }), status, `after ${hours} hours`);
    later.mock.restore();
  }
  const out = await on.get('/logout', { cookie });
  assert.match(out.headers.get('set-cookie') ?? '', /^sayso-session=; .*Max-Age=0/);
  assert.equal(await statusOf({ cookie }), 401, 'also with a copy of the cookie');
});

test('at other instances, a sign-out counts at once and a callback once', {
  skip: !isRedisInstalled(),
}, async () => {
  await using on = await stage('', 2);
  let cookie = '';
  // A Redis that is late once is not waited for, so each step may need another attempt.
  await until(async () => {
    const { asked, cookie: attempt, back } = await on.begin();
    on.provider.told.claims = { ...anna, nonce: asked.get('nonce') };
    const accepted = await on.get(back, { cookie: attempt }, 1);
    const replayed = await on.get(back, { cookie: attempt }, 0);
    cookie = cookiesOf(accepted);
    return accepted.status === 302 && replayed.status === 403;
  });
  assert.deepEqual([(await on.ask({ cookie }, 0)).status, (await on.ask({ cookie }, 1)).status], [200, 200]);
  await on.get('/logout', { cookie }, 0);
  await until(async () => (await on.ask({ cookie }, 1)).status === 401);
  assert.equal((await (await on.get('/login/me', { cookie }, 1)).json()).name, null);
});

test('who signed in has the limits of their group', async () => {
  await using on = await stage();
  const [{ cookie: annas }, { cookie: bens }] = [
    await on.signIn(anna),
    await on.signIn({ preferred_username: 'ben', groups: ['others'] }),
  ];
  for (const cookie of [annas, annas, bens]) assert.equal((await on.ask({ cookie })).status, 200);
  const refused = await on.ask({ cookie: bens });
  assert.equal(refused.status, 429);
  assert.deepEqual(await (await on.get('/login/me', { cookie: bens })).json(), { name: 'ben', left: 0 });
});

test('only those who are allowed sign in, and only with an address that was verified', async () => {
  await using on = await stage(`, name: email, allow: ['@example.org', ben@other.test, staff]`);
  const statusOf = async (email: string, more: object = {}) =>
    (await on.signIn({ email, email_verified: true, ...more })).response.status;
  assert.equal(await statusOf('anna@example.org'), 302);
  assert.equal(await statusOf('ben@other.test'), 302);
  assert.equal(await statusOf('eve@evil.test', { groups: ['staff'] }), 302);
  assert.equal(await statusOf('eve@evil.test'), 403);
  assert.equal(await statusOf('eve@not-example.org'), 403);
  assert.equal(await statusOf('anna@example.org', { email_verified: false }), 403);
  assert.doesNotMatch(on.logged(), /eve@|anna@/, 'no name is logged');
});
