import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { hashOf } from '../src/keys/key-file.ts';
import { begin, chunk, DONE, usage } from './support/chat-server.ts';
import { startModelServer } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { until } from './support/until.ts';

const [PROMPT_TOKENS, REPLY_TOKENS] = [800, 200];
/** A dollar for a million tokens of the prompt, and ten for the reply: 0.0028 for an answer. */
const PRICES = 'prices: { m: { input: 1, output: 10 } }\n';
const COST = 0.0028;

/** A service with this file of keys, over a model that says what each answer took; its files are in a folder. */
async function startWith(
  keys: string | ((folder: string) => string),
  settings: Readonly<Record<string, string>> = {},
) {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'sayso-')));
  const [file, used] = [join(folder.path, 'keys.yml'), join(folder.path, 'usage.sqlite')];
  await writeFile(file, typeof keys === 'string' ? keys : keys(folder.path));
  const search = opened.use(await startSearchServer());
  const model = opened.use(
    await startModelServer((response) => {
      begin(response);
      response.write(chunk({ content: 'An axolotl is a salamander [1].' }));
      response.end(`${chunk({}, 'stop')}${usage(PROMPT_TOKENS, REPLY_TOKENS)}${DONE}`);
    }),
  );
  const start = async () =>
    await startTestService({
      ...{ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, MODEL_API_KEY: 'k', MODEL_NAME: 'm' },
      ...{ KEYS_FILE: file, USAGE_FILE: used, ...settings },
    });
  let service = await start();
  opened.defer(async () => await service.stop());
  const running = opened.move();
  let asked = 0;
  return {
    folder: folder.path,
    file,
    model,
    logged: () => service.logged.join(''),
    async restart() {
      await service.stop();
      service = await start();
    },
    ask: (
      key: string,
      headers: Readonly<Record<string, string>> = {},
      query = `What is axolotl ${asked++}?`,
    ) =>
      fetch(`${service.url}/api/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
        body: JSON.stringify({ query }),
      }),
    get: (path: string, key: string, body?: object) =>
      fetch(`${service.url}${path}`, {
        headers: {
          'x-api-key': key,
          ...(body && { 'content-type': 'application/json', accept: 'text/event-stream' }),
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

test('an answer has its cost in the reply, the log, the metrics and the usage, and a month its budget', async () => {
  await using service = await startWith(
    `${PRICES}keys:\n  anna: { sha256: ${hashOf('a')}, cost_per_month: 0.01372 }\n` +
      `  boss: { sha256: ${hashOf('b')}, operator: true }\n`,
  );
  for (const left of [null, null, null, null, 0.00252]) {
    const reply = await service.ask('a');
    assert.equal(reply.status, 200, await reply.text());
    assert.match(reply.headers.get('server-timing') ?? '', new RegExp(`cost;desc="${COST}"`));
    const { headers } = reply;
    assert.equal(headers.get('x-budget-remaining'), left === null ? null : String(left));
    assert.equal(headers.get('x-budget-unit'), left === null ? null : 'cost');
    const exposed = headers.get('access-control-expose-headers') ?? '';
    for (const name of ['Limit', 'Remaining', 'Reset', 'Unit'])
      assert.ok(exposed.includes(`X-Budget-${name}`));
  }
  // What was counted before a restart is known after it.
  await service.restart();
  const refused = await service.ask('a');
  assert.equal(refused.status, 429);
  assert.match(
    (await refused.json()).error,
    /^The budget of this key \(0\.014 USD a month\) is used up\. It starts anew on \d{4}-\d\d-01 at 00:00 UTC\.$/,
  );
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal(service.model.calls, 5);
  const told = await (await service.get('/api/ask?events=usage', 'b', { query: 'What is axolotl?' })).text();
  assert.match(told, new RegExp(`"tokens":1000,"cost":${COST},"currency":"USD"`));
  const { usage: rows } = await (await service.get('/api/usage', 'b')).json();
  assert.deepEqual(rows, [
    { name: 'anna', answers: 5, tokens: 5000, searches: 5, cost: 5 * COST },
    { name: 'boss', answers: 1, tokens: 1000, searches: 1, cost: COST },
  ]);
  assert.match(
    await (await service.get('/metrics', 'b')).text(),
    new RegExp(`sayso_answer_cost_total{depth="quick"} ${COST}`),
  );
  assert.match(service.logged(), new RegExp(`"cost":${COST}`));
});

test('a model without a price costs nothing, and the log says so once where costs are limited', async () => {
  await using service = await startWith(`keys: { anna: { sha256: ${hashOf('a')}, cost_per_month: 1 } }`);
  for (let time = 0; time < 2; time++) assert.equal((await service.ask('a')).status, 200);
  assert.equal(service.logged().match(/this model has no price/g)?.length, 1);
});

test('limits and usage of a shared key count by the user that Open WebUI names', async () => {
  await using service = await startWith(
    `keys:\n  webui: { sha256: ${hashOf('w')}, users: email, per_user: { tokens_per_day: 1500, requests_per_minute: 9 } }\n` +
      `  anna: { sha256: ${hashOf('a')}, per_user: { tokens_per_day: 1 } }\n` +
      `  boss: { sha256: ${hashOf('b')}, operator: true }\n`,
  );
  const as = (email: string) => ({ 'x-openwebui-user-email': email, 'x-openwebui-user-id': '17' });
  const statusOf = async (...asking: Parameters<typeof service.ask>) => {
    const reply = await service.ask(...asking);
    await reply.text();
    return reply.status;
  };
  for (const status of [200, 200, 429]) assert.equal(await statusOf('w', as('ann@example.org')), status);
  const refused = await service.ask('w', as('ann@example.org'));
  assert.match((await refused.json()).error, /^The budget of this user \(1,500 tokens a day\)/);
  assert.equal(await statusOf('w', as('ben@example.org')), 200);
  // Whoever is not named is one user, too.
  for (const status of [200, 200, 429]) assert.equal(await statusOf('w'), status);
  // A key that is not shared does not believe these fields.
  for (let time = 0; time < 3; time++) assert.equal(await statusOf('a', as('ann@example.org')), 200);
  // A name that is too long, and two names, of which a proxy added one.
  for (const name of ['x'.repeat(101), 'ann@example.org, ben@example.org'])
    assert.equal(await statusOf('w', as(name)), 401);
  const { usage: rows } = await (await service.get('/api/usage?by=user', 'b')).json();
  assert.deepEqual(
    rows.map(({ name, answers }: Record<string, unknown>) => [name, answers]),
    [
      ['', 5],
      ['ann@example.org', 2],
      ['ben@example.org', 1],
    ],
  );
  const limits = await Promise.all(Array.from({ length: 9 }, () => service.ask('w', as('cy@example.org'))));
  assert.ok(limits.some(({ status }) => status === 429) && limits[0]?.headers.get('ratelimit-limit') === '9');
});

const SECRET = 'a-secret-of-at-least-thirty-two-bytes';
const claims = { sub: '17', email: 'ann@example.org', role: 'user', iss: 'open-webui' };
const signed = (secret: string, expires = '5m', payload = claims) =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(Buffer.from(secret));

test('a signed token names the user; one that is forged, expired, too long or unsigned is refused', async () => {
  await using service = await startWith((folder) => {
    const file = join(folder, 'secret');
    return (
      `keys:\n  webui:\n    sha256: ${hashOf('w')}\n    users: { secret_file: ${file}, issuer: open-webui, claim: email }\n` +
      `  boss: { sha256: ${hashOf('b')}, operator: true }\n`
    );
  });
  const ask = (token: string) => service.ask('w', { 'x-openwebui-user-jwt': token });
  const early = await ask(await signed(SECRET));
  assert.equal(early.status, 500, 'the secret is not there yet');
  await writeFile(join(service.folder, 'secret'), `${SECRET}\n`);
  const good = await ask(await signed(SECRET));
  assert.equal(good.status, 200, await good.text());
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const cases: readonly (readonly [name: string, token: string, says: RegExp])[] = [
    ['another secret', await signed(`${SECRET}!`), /signature or a claim is wrong/],
    ['expired', await signed(SECRET, '-5m'), /it has expired/],
    ['another issuer', await signed(SECRET, '5m', { ...claims, iss: 'me' }), /signature or a claim is wrong/],
    ['without its claim', await signed(SECRET, '5m', { ...claims, email: '' }), /it names nobody/],
    [
      'without an end',
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET)),
      /wrong/,
    ],
    ['unsigned', new UnsecuredJWT(claims).setExpirationTime('5m').encode(), /signature or a claim is wrong/],
    [
      'another kind of key',
      await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).setExpirationTime('5m').sign(privateKey),
      /wrong/,
    ],
    ['no token', 'ann@example.org', /signature or a claim is wrong/],
    ['too long', 'a'.repeat(9_000), /it is too long/],
  ];
  for (const [name, token, says] of cases) {
    const reply = await ask(token);
    assert.equal(reply.status, 401, name);
    const { error } = await reply.json();
    assert.match(error, says, name);
    assert.doesNotMatch(error, /secret-of/);
  }
  assert.equal(service.model.calls, 1);
  const { usage: rows } = await (await service.get('/api/usage?by=user', 'b')).json();
  assert.deepEqual(
    rows.map(({ name }: Record<string, unknown>) => name),
    ['ann@example.org'],
  );
  assert.equal(service.logged().includes(SECRET), false);

  // With public keys, the public key is no secret of HS256, and a set that cannot be read refuses nobody for good.
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' };
  let isThere = false;
  const keySet = createServer((_request, response) => {
    response.writeHead(isThere ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => keySet.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = keySet.address() as AddressInfo;
    await writeFile(
      service.file,
      `keys: { webui: { sha256: ${hashOf('w')}, users: { jwks: 'http://127.0.0.1:${port}/jwks', audience: sayso } } }\n`,
    );
    await until(() => service.logged().includes('the keys were read again'));
    const rsa = (audience: string) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .setAudience(audience)
        .setExpirationTime('5m')
        .sign(privateKey);
    assert.equal((await ask(await rsa('sayso'))).status, 503);
    isThere = true;
    const reply = await ask(await rsa('sayso'));
    assert.equal(reply.status, 200, await reply.text());
    assert.equal((await ask(await rsa('another'))).status, 401);
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    assert.equal((await ask(await signed(pem))).status, 401);
  } finally {
    keySet.close();
  }
});

test('the audit file has a line an answer, and words only if they are named', async () => {
  await using service = await startWith(
    (folder) =>
      `${PRICES}audit: { file: ${join(folder, 'audit.jsonl')} }\n` +
      `keys:\n  anna: { sha256: ${hashOf('a')} }\n  webui: { sha256: ${hashOf('w')}, users: id, tokens_per_day: 1 }\n`,
  );
  const file = join(service.folder, 'audit.jsonl');
  const lines = async () =>
    (await readFile(file, 'utf8').catch(() => ''))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  await (await service.ask('a')).text();
  const named = { 'x-openwebui-user-id': 'u\n{"key":"anna"}'.replace('\n', ' ') };
  await (await service.ask('w', named)).text();
  await (await service.ask('w', named)).text();
  await until(async () => (await lines()).length === 3);
  const [first, second, third] = await lines();
  const { at, id, ...facts } = first;
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000 && id !== '');
  assert.deepEqual(facts, {
    ...{ key: 'anna', via: 'rest', depth: 'quick', outcome: 'grounded', tokens: 1000, cost: COST, hosts: [] },
  });
  assert.deepEqual([second.user, second.outcome], ['u {"key":"anna"}', 'grounded']);
  assert.deepEqual([third.outcome, third.tokens], ['budget-exceeded', 0]);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.doesNotMatch(await readFile(file, 'utf8'), /axolotl|salamander/);

  const keys = await readFile(service.file, 'utf8');
  await writeFile(service.file, keys.replace('audit.jsonl }', 'audit.jsonl, words: [question, answer] }'));
  await until(() => service.logged().includes('the keys were read again'));
  await (await service.ask('a', {}, 'Where does an axolotl live?')).text();
  await until(async () => (await lines()).length === 4);
  const last = (await lines()).at(-1);
  assert.deepEqual(
    [last.question, last.answer],
    ['Where does an axolotl live?', 'An axolotl is a salamander [1].'],
  );
});

test('searches that are used up are named as such, with the time of the next ones', async () => {
  await using service = await startWith(`keys: { anna: { sha256: ${hashOf('a')} } }`, {
    ...{ SEARCH_QUOTA: 'searxng:1/day', SEARCH_PRIMARY_KIND: 'searxng', MODEL_ONLY_FALLBACK: 'off' },
  });
  assert.equal((await service.ask('a')).status, 200);
  const refused = await service.ask('a');
  assert.match(
    (await refused.json()).error,
    /^No search is left\. Primary \(searxng\): its only call of this day is used up; again at 00:00 UTC\.$/,
  );
});
