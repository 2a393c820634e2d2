import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answerWith,
  begin,
  type ChatScript,
  chunk,
  DONE,
  startChatServer,
} from '../../test/support/chat-server.ts';
import {
  askModel,
  assertDiscreet,
  collect,
  failureOf,
  KEY,
  QUESTION,
  UPSTREAM_WORDS,
  writerAt,
} from '../../test/support/model-bed.ts';
import { Failure } from '../core/failure.ts';
import { readModelError, retryDelayMs, toModelFailure } from './model-failure.ts';

const refuse =
  (status: number, headers: Record<string, string> = {}, code = ''): ChatScript =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(
      JSON.stringify({ error: { message: `${UPSTREAM_WORDS} ${QUESTION} ${KEY}`, type: 'x', code } }),
    );
  };

/** The first script is for the first call, the second for all others. */
const first =
  (once: ChatScript, then: ChatScript): ChatScript =>
  (response, call, count) =>
    (count === 1 ? once : then)(response, call, count);

test('retries once if the error suggests it and there is no text yet', async () => {
  const ok: ChatScript = (response) => answerWith(response, ['Crete.']);
  const hangUp: ChatScript = (response) => response.socket?.destroy();
  const hangUpEarly: ChatScript = (response) => {
    begin(response);
    setTimeout(() => response.destroy(), 5);
  };
  const troubles = [...[429, 500, 502, 503, 504].map((status) => refuse(status)), hangUp, hangUpEarly];
  const answers = await Promise.all(troubles.map((trouble) => askModel(first(trouble, ok))));
  for (const { text, calls } of answers) {
    assert.equal(text, 'Crete.');
    assert.equal(calls, 2);
  }
});

test('waits as long as the API asks, up to a second', async () => {
  const startedMs = performance.now();
  const { calls } = await askModel(
    first(refuse(429, { 'retry-after': '1' }), (response) => answerWith(response, ['Crete.'])),
  );
  assert.equal(calls, 2);
  assert.ok(performance.now() - startedMs >= 990);
  const failure = await failureOf(refuse(429, { 'retry-after': '7' }));
  assert.equal(failure.calls, 1);
  assert.equal(failure.retryAfterMs, 7_000);
  assert.match(failure.message, /try again in 7 s/);
});

test('never tries three times, and does not retry if it is useless', async () => {
  assert.equal((await failureOf(refuse(500))).calls, 2);
  for (const status of [400, 401, 403, 404, 413, 422])
    assert.equal((await failureOf(refuse(status))).calls, 1);
  assert.equal((await failureOf(refuse(429, {}, 'insufficient_quota'))).calls, 1);
});

test('does not retry after the model has begun to think', async () => {
  const failure = await failureOf((response) => {
    begin(response);
    response.write(chunk({ reasoning_content: 'Hm' }), () => setTimeout(() => response.destroy(), 5));
  });
  assert.equal(failure.calls, 1);
});

test('says in words how to fix a refusal', async () => {
  assert.match(
    (await failureOf(refuse(401))).message,
    /key was not accepted \(status 401\): set MODEL_API_KEY/,
  );
  assert.match(
    (await failureOf(refuse(404))).message,
    /model m was not found \(status 404\): set MODEL_NAME to .*, or correct MODEL_BASE_URL/,
  );
  assert.match(
    (await failureOf(refuse(302, { location: 'https://elsewhere.test/v1' }))).message,
    /redirects \(status 302\): set MODEL_BASE_URL to the address of its API/,
  );
  assert.match((await failureOf(refuse(429, {}, 'insufficient_quota'))).message, /no credit left/);
  assert.match((await failureOf(refuse(400, {}, 'context_length_exceeded'))).message, /lower CONTEXT_TOKENS/);
  assert.match((await failureOf(refuse(503))).message, /failed \(status 503\)/);
});

test('says what to check if the connection is refused', async () => {
  const server = await startChatServer(() => undefined);
  await server[Symbol.asyncDispose]();
  const error = await collect(writerAt(server.url), new AbortController().signal).catch(
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Failure);
  assertDiscreet(error);
  assert.equal(error.code, 'model-unavailable');
  assert.match(
    error.message,
    /connection refused: start it, or correct the host and port in MODEL_BASE_URL\.$/,
  );
  assert.equal(error.address, new URL(server.url).origin);
});

test('fails when the stream breaks off, without a retry', async () => {
  const cuts: ChatScript[] = [
    (response) => response.end(),
    (response) => response.socket?.destroy(),
    (response) => response.end('data: {"id":"x","choi'),
    (response) => response.end(chunk({}, 'error') + DONE),
    (response) => response.end(`data: {not json ${QUESTION} ${UPSTREAM_WORDS}}\n\n${DONE}`),
    (response) => response.end(`data: {"odd":"${UPSTREAM_WORDS}"}\n\n${DONE}`),
    (response) => response.end(`data: {"error":{"message":"${UPSTREAM_WORDS} ${KEY}","code":502}}\n\n`),
  ];
  for (const cut of cuts) {
    const failure = await failureOf((response, call, count) => {
      begin(response);
      response.write(chunk({ content: 'It is on ' }), () => setTimeout(() => cut(response, call, count), 5));
    });
    assert.equal(failure.code, 'model-unavailable');
    assert.equal(failure.said, 'It is on ');
    assert.equal(failure.calls, 1);
  }
});

test('fails when the model writes nothing, with the reason', async () => {
  const ending =
    (events: string): ChatScript =>
    (response) => {
      begin(response);
      response.end(events + DONE);
    };
  assert.match((await failureOf(ending(chunk({}, 'stop')))).message, /model m wrote nothing/);
  assert.match((await failureOf(ending(chunk({ content: ' \n ' }, 'stop')))).message, /no answer/);
  assert.match((await failureOf(ending(chunk({ content: '<think>Hm' }, 'stop')))).message, /only thought/);
  assert.match((await failureOf(ending(chunk({ reasoning: 'Hm' }, 'stop')))).message, /only thought/);
  assert.match((await failureOf(ending(chunk({}, 'length')))).message, /used up its tokens/);
  assert.match((await failureOf(ending(chunk({}, 'content_filter')))).message, /withheld it/);
});

function apiError(fields: object): Error {
  return Object.assign(new Error('Cannot connect to API'), { name: 'AI_APICallError' }, fields);
}

function networkError(code: string): Error {
  const socket = Object.assign(new Error('socket'), { code });
  return apiError({
    url: 'https://u:p@models.example:8443/v1/chat/completions?k=1',
    cause: new TypeError('fetch failed', { cause: socket }),
  });
}

test('finds the network code at the bottom and the origin without credentials', () => {
  const { networkCode, origin, status } = readModelError(networkError('ECONNRESET'));
  assert.equal(networkCode, 'ECONNRESET');
  assert.equal(origin, 'https://models.example:8443');
  assert.equal(status, undefined);
});

test('accepts only a valid number as a status, in the place where the API puts it', () => {
  const statusOf = (error: unknown) => readModelError(error).status;
  assert.deepEqual(
    [299, 300, 302, 399, 599, 600, '404', true].map((statusCode) => statusOf(apiError({ statusCode }))),
    [undefined, 300, 302, 399, 599, undefined, undefined, undefined],
  );
  assert.deepEqual(
    [0, 399, 400, 599, 600, '500'].map((code) => statusOf({ code })),
    [undefined, undefined, 400, 599, undefined, undefined],
  );
  assert.equal(statusOf({ data: { error: { status: 503 } } }), 503);
  assert.equal(statusOf({ data: { status: 503 } }), 503);
  assert.equal(statusOf({ data: { error: { status: 'UNAVAILABLE' } } }), undefined);
  assert.equal(statusOf({ statusCode: 429, code: 500 }), 429);
  assert.equal(statusOf({ cause: { statusCode: 502 } }), 502);
});

test('joins the codes and the reasons that an API gives', () => {
  const codeOf = (data: unknown) => readModelError({ data }).apiCode;
  assert.equal(
    codeOf({ error: { code: 'a', type: 'b', details: [{ reason: 'c' }, { reason: 4 }, {}] } }),
    'a b c',
  );
  assert.equal(codeOf({ error: { code: 429, type: 'b', details: 'x' } }), 'b');
  assert.equal(codeOf({ code: 'flat', type: 'body' }), 'flat body');
  assert.equal(codeOf({}), '');
});

test('a second try is for failures that pass, and not for an account without credit', () => {
  const delayAt = (statusCode: number, type = '') =>
    retryDelayMs(apiError({ statusCode, data: { error: { type } } }));
  assert.deepEqual(
    [429, 500, 502, 503, 504, 529].map((status) => delayAt(status)),
    Array(6).fill(250),
  );
  assert.deepEqual(
    [300, 400, 401, 404, 413, 501].map((status) => delayAt(status)),
    Array(6).fill(undefined),
  );
  assert.equal(delayAt(429, 'insufficient_quota'), undefined);
  assert.equal(delayAt(429, 'billing_not_active'), undefined);
  assert.equal(delayAt(429, 'rate_limit_error'), 250);
  for (const code of ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'UND_ERR_SOCKET'])
    assert.equal(retryDelayMs(networkError(code)), 250, code);
});

test('survives whatever is thrown', () => {
  const circular: { cause?: unknown } = {};
  circular.cause = circular;
  for (const thrown of [
    null,
    undefined,
    'text',
    7,
    circular,
    new AggregateError([]),
    { url: 7, statusCode: 'x' },
  ])
    assert.match(toModelFailure(thrown, '').message, /^The language model failed: check MODEL_PROVIDER/);
});
