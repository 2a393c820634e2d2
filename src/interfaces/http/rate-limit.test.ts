import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import type { Failure } from '../../core/failure.ts';
import type { CountShared } from '../../core/service.ts';
import type { App } from './interface.ts';
import { createCountWindows, limitRate } from './rate-limit.ts';

/** An app that limits the work of its callers to three units in ten seconds. */
async function startLimited(countShared: CountShared | null = null, ownKey: string | null = null) {
  const app: App = fastify();
  const limiter = limitRate(app, { rate: { count: 3, perMs: 10_000 }, countShared }, null, ownKey);
  app.setErrorHandler((error: Failure, _request, reply) =>
    reply.code(429).send({ error: error.message, retryAfterMs: error.retryAfterMs }),
  );
  const done = async () => 'done';
  app.get('/answer', { config: { answers: true } }, done);
  app.get('/free', done);
  app.get<{ Querystring: { units: string } }>('/work', { config: { answers: true } }, async (request) => {
    await limiter.chargeWork(request, Number(request.query.units));
    return 'done';
  });
  app.get('/late', async (request) => {
    await limiter.countAnswer(request);
    await limiter.countAnswer(request);
    return 'done';
  });
  return {
    async get(url: string, key = '') {
      const sent = { url, headers: { 'x-api-key': key } };
      const { statusCode: status, headers, body } = await app.inject(sent);
      return { status, left: headers['ratelimit-remaining'], headers, body };
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
}

test('an answer counts as one unit, and a reply says how many are left and for how long', async () => {
  await using limited = await startLimited();
  const { status, headers } = await limited.get('/answer');
  assert.equal(status, 200);
  assert.partialDeepStrictEqual(headers, {
    ...{ 'ratelimit-limit': '3', 'ratelimit-remaining': '2', 'ratelimit-reset': '10' },
    ...{ ratelimit: '"answers";r=2;t=10', 'ratelimit-policy': '"answers";q=3;w=10' },
  });
  assert.deepEqual([(await limited.get('/late')).left, (await limited.get('/answer')).left], ['1', '0']);
  const refused = await limited.get('/answer');
  assert.deepEqual([refused.status, refused.left], [429, '0']);
  const { error, retryAfterMs } = JSON.parse(refused.body);
  assert.equal(error, 'Too many questions from this address: 3 are allowed in 10 seconds.');
  assert.ok(retryAfterMs > 9000 && retryAfterMs <= 10_000);
  const free = await limited.get('/free');
  assert.deepEqual([free.status, free.left], [200, undefined]);
});

test('more work is refused as a whole, so that less work is still allowed', async () => {
  await using limited = await startLimited();
  const refused = await limited.get('/work?units=3');
  assert.deepEqual([refused.status, refused.left], [429, '2']);
  assert.match(refused.body, /in 10 seconds, and this request counts as 4\. Ask for less in one request\./);
  assert.deepEqual(
    [(await limited.get('/work?units=1')).left, (await limited.get('/answer')).status],
    ['0', 429],
  );
  await using other = await startLimited();
  await other.get('/answer');
  assert.match((await other.get('/work?units=2')).body, /, and this request counts as 3\."/);
});

test('instances count together, and each alone while the others cannot be reached', async () => {
  let shared: Awaited<ReturnType<CountShared>> = { count: 3, leftMs: 2500 };
  const asked: unknown[] = [];
  await using limited = await startLimited(async (key, windowMs, charge) => {
    asked.push([key, windowMs, charge]);
    return shared;
  });
  const last = await limited.get('/answer');
  assert.deepEqual([last.left, last.headers['ratelimit-reset']], ['0', '3']);
  assert.deepEqual(asked, [['127.0.0.1', 10_000, { units: 1, max: 3 }]]);
  shared = { count: 4, leftMs: -1 };
  const refused = await limited.get('/answer');
  assert.deepEqual([refused.status, JSON.parse(refused.body).retryAfterMs], [429, 10_000]);
  shared = null;
  assert.equal((await limited.get('/answer')).left, '2');
});

test('what the process itself asks with its own key is not counted', async () => {
  await using limited = await startLimited(null, 'own');
  for (let count = 0; count < 5; count++)
    assert.equal((await limited.get('/work?units=9', 'own')).status, 200);
  assert.equal((await limited.get('/answer', 'another')).left, '2');
});

const ONE = { units: 1, max: 10_000 };

test('each client has its own window, which begins with its first count', (t) => {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const count = createCountWindows();
  assert.deepEqual(count('a', 100, ONE), { current: 1, ttlMs: 100 });
  nowMs = 60;
  assert.deepEqual(count('a', 100, ONE), { current: 2, ttlMs: 40 });
  assert.deepEqual(count('b', 100, ONE), { current: 1, ttlMs: 100 });
  nowMs = 100;
  assert.deepEqual(count('a', 100, ONE), { current: 1, ttlMs: 100 });
  assert.deepEqual(count('b', 100, ONE), { current: 2, ttlMs: 60 });
});

test('the client that was counted longest ago is forgotten first', () => {
  const count = createCountWindows();
  for (const client of ['first', 'second', 'first']) count(client, 60_000, ONE);
  for (let other = 0; other < 4_999; other++) count(`other ${other}`, 60_000, ONE);
  assert.equal(count('first', 60_000, ONE).current, 3);
  assert.equal(count('second', 60_000, ONE).current, 1);
});

test('work that would exceed `max` is not counted, so less work still fits', () => {
  const count = createCountWindows();
  const units = (each: number) => count('a', 60_000, { units: each, max: 10 }).current;
  assert.deepEqual([8, 3, 2, 1].map(units), [8, 11, 10, 11]);
});
