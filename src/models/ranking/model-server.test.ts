import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { serve, serveSockets } from '../../../test/support/local-server.ts';
import { testUpstream } from '../../../test/support/test-upstream.ts';
import { until } from '../../../test/support/until.ts';
import type { Upstream } from '../../net/upstream.ts';
import { type ModelRequest, ModelServer } from './model-server.ts';

const nobody = new AbortController().signal;
const LIMIT_MS = 60_000;

type Reply = readonly [status: number, headers?: Readonly<Record<string, string>>];

/** A server whose replies the test sets for each path, and a client with two protocols. */
async function asked(t: TestContext, replies: Record<string, Reply>) {
  const upstream = testUpstream();
  let sent = 0;
  const counting: Upstream = {
    ...upstream,
    request(call, signal) {
      sent++;
      return upstream.request(call, signal);
    },
  };
  const paths: string[] = [];
  const server = await serve(({ url = '' }, response) => {
    paths.push(url);
    const [status, headers] = replies[url] ?? [404];
    response.writeHead(status, headers).end(JSON.stringify({ from: url }));
  });
  t.after(() => Promise.all([server[Symbol.asyncDispose](), upstream[Symbol.asyncDispose]()]));
  const calls: { outcome: string; tookMs: number }[] = [];
  const rested: string[] = [];
  const client = new ModelServer({
    ...{ name: 'model', prefix: 'MODEL_', url: server.url, key: null, upstream: counting },
    onCall: (outcome, tookMs) => calls.push({ outcome, tookMs }),
    onSuspend: (cause) => rested.push(cause),
  });
  const way = (path: string): ModelRequest<unknown> => ({
    ...{ url: server.url + path, body: {} },
    read: (reply) => reply,
  });
  return {
    ...{ replies, paths, calls, rested },
    /** The number of requests that were sent, whether or not they have arrived. */
    sent: () => sent,
    call: () => client.call([way('/one'), way('/two')], LIMIT_MS, nobody),
  };
}

test('only the protocol that worked is tried, until the server is replaced by another kind', async (t) => {
  const { call, replies, paths } = await asked(t, { '/two': [200] });
  let nowMs = performance.now();
  t.mock.method(performance, 'now', () => nowMs);
  assert.deepEqual(await call(), { status: 'ok', value: { from: '/two' } });
  await call();
  delete replies['/two'];
  replies['/one'] = [200];
  const refused = await call();
  assert.ok(refused.status === 'failed');
  assert.equal(refused.cause, 'it has no such model or address (404)');
  assert.deepEqual(paths, ['/one', '/two', '/two', '/two']);
  nowMs += 600_000;
  await call();
  await until(() => paths.at(-1) === '/one');
});

test('if no protocol works, the first one gives the reason', async (t) => {
  const { call, paths } = await asked(t, { '/one': [405], '/two': [422] });
  const refused = await call();
  assert.ok(refused.status === 'failed');
  assert.equal(refused.cause, 'it has no such model or address (405)');
  assert.deepEqual(paths, ['/one', '/two']);
});

for (const [status, isOther, reason, cause, remedy] of [
  [400, true, 'protocol', 'it does not accept the request', 'check MODEL_URL and its model'],
  [401, false, 'configuration', 'it refuses the key', 'check the token in MODEL_URL'],
  [403, false, 'configuration', 'it refuses the key', 'check the token in MODEL_URL'],
  [404, true, 'configuration', 'it has no such model or address', 'check MODEL_URL and its model'],
  [422, true, 'protocol', 'it does not accept the request', 'check MODEL_URL and its model'],
  [429, false, 'rate', 'it reports too many requests', 'wait, or raise its limit'],
  [500, false, 'upstream', 'it reports an error', 'check its log'],
] as const) {
  const also = isOther ? 'and asked in its other protocol' : 'and not asked in another protocol';
  test(`a server that replies ${status} is reported as "${cause}", ${also}`, async (t) => {
    const { call, paths } = await asked(t, { '/one': [status], '/two': [status] });
    assert.deepEqual(await call(), { status: 'failed', reason, cause: `${cause} (${status})`, remedy });
    assert.equal(paths.length, isOther ? 2 : 1);
  });
}

test('a server that closes the connection is not asked in another protocol', async () => {
  await using upstream = testUpstream();
  let connections = 0;
  await using server = await serveSockets((socket) => {
    connections++;
    socket.destroy();
  });
  const client = new ModelServer({
    ...{ name: 'model', prefix: 'MODEL_', url: server.url, key: null, upstream },
    ...{ onCall: () => undefined, onSuspend: () => undefined },
  });
  const way = { url: server.url, body: {}, read: (reply: unknown) => reply };
  const failure = await client.call([way], LIMIT_MS, nobody);
  assert.ok(failure.status === 'failed' && failure.reason === 'network');
  assert.match(failure.remedy ?? '', /MODEL_URL/);
  const alone = connections;
  await client.call([way, way], LIMIT_MS, nobody);
  assert.equal(connections, 2 * alone);
  await using silent = await serve(() => undefined);
  const late = await client.call([{ ...way, url: silent.url }], 1, nobody);
  assert.ok(late.status === 'failed');
  assert.deepEqual([late.reason, late.remedy], ['timeout', 'check whether it is overloaded']);
});

test('a server that keeps failing is suspended ever longer, up to a minute, until it works', async (t) => {
  const { call, replies, calls, rested, sent } = await asked(t, { '/one': [500] });
  let nowMs = performance.now();
  t.mock.method(performance, 'now', () => nowMs);
  const made = () => calls.filter(({ outcome }) => outcome !== 'resting').length;
  const isTestedAfter = async (restMs: number) => {
    const [before, sentBefore] = [made(), sent()];
    nowMs += restMs - 1;
    await call();
    assert.equal(sent(), sentBefore);
    assert.deepEqual(calls.at(-1), { outcome: 'resting', tookMs: 0 });
    nowMs += 1;
    const { status } = await call();
    assert.equal(status, 'failed');
    await until(() => made() === before + 1);
  };
  for (let time = 0; time < 3; time++) await call();
  for (const seconds of [2, 4, 8, 16, 32, 60, 60]) await isTestedAfter(seconds * 1000);
  assert.equal(rested.length, 8);
  replies['/one'] = [200];
  await isTestedAfter(60_000);
  assert.equal((await call()).status, 'ok');
  replies['/one'] = [500];
  const before = made();
  for (let time = 0; time < 3; time++) await call();
  assert.equal(made(), before + 3);
  const skipped = { status: 'failed', reason: 'upstream', cause: 'it is suspended after failures' };
  assert.deepEqual(await call(), skipped);
  await isTestedAfter(2000);
});

test('a wait that the server asks for is respected', async (t) => {
  const { call, paths, sent } = await asked(t, { '/one': [429, { 'retry-after': '30' }] });
  let nowMs = performance.now();
  t.mock.method(performance, 'now', () => nowMs);
  await call();
  nowMs += 29_999;
  await call();
  assert.equal(sent(), 1);
  nowMs += 1;
  await call();
  await until(() => paths.length === 2);
});

test('a reply that is no JSON, or not what was asked for, is reported with what to check', async () => {
  await using upstream = testUpstream();
  await using server = await serve(({ url }, response) => response.end(url === '/json' ? '{}' : '{'));
  const client = new ModelServer({
    ...{ name: 'model', prefix: 'MODEL_', url: server.url, key: null, upstream },
    ...{ onCall: () => undefined, onSuspend: () => undefined },
  });
  for (const path of ['/json', '/text'])
    assert.deepEqual(
      await client.call([{ url: server.url + path, body: {}, read: () => null }], LIMIT_MS, nobody),
      {
        ...{ status: 'failed', reason: 'protocol', cause: 'its reply is not complete or not valid' },
        remedy: 'check MODEL_URL and its model, and its log',
      },
      path,
    );
});
