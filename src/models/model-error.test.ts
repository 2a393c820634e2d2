import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readModelError, retryDelayMs } from './model-error.ts';
import { toModelFailure } from './model-failure.ts';

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

test('reads a status that came inside the stream', () => {
  assert.equal(readModelError({ message: 'x', code: 502 }).status, 502);
  assert.equal(readModelError({ message: 'x', code: 'server_error' }).apiCode, 'server_error');
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

test('looks for the cause six errors deep, and into the first of several', () => {
  const nested = (depth: number): unknown =>
    depth === 0
      ? Object.assign(new Error('x'), { code: 'ECONNRESET' })
      : new Error('x', { cause: nested(depth - 1) });
  assert.equal(readModelError(nested(5)).networkCode, 'ECONNRESET');
  assert.equal(readModelError(nested(6)).networkCode, '');
  assert.equal(readModelError(new AggregateError([nested(0), new Error('y')])).networkCode, 'ECONNRESET');
  for (const code of ['econnreset', 'AB', '1ABC', 'A'.repeat(62), 7, 'ECONN RESET'])
    assert.equal(readModelError(Object.assign(new Error('x'), { code })).networkCode, '', String(code));
  assert.equal(readModelError({ code: 'ECONNRESET' }).networkCode, '');
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

test('understands every form of Retry-After', () => {
  const wait = (headers: object) =>
    readModelError(apiError({ statusCode: 429, responseHeaders: headers })).retryAfterMs;
  assert.equal(wait({ 'retry-after': '2' }), 2_000);
  assert.equal(wait({ 'retry-after': '0.5' }), 500);
  assert.equal(wait({ 'retry-after': '9', 'retry-after-ms': '300' }), 300);
  assert.equal(wait({ 'retry-after': 'soon' }), undefined);
  assert.equal(wait({}), undefined);
  const inAMinute = wait({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() }) ?? 0;
  assert.ok(inAMinute > 50_000 && inAMinute <= 60_000);
  assert.equal(wait({ 'retry-after': new Date(0).toUTCString() }), 0);
});

test('waits between a quarter of a second and a second before it tries again', () => {
  const delay = (headers: object) => retryDelayMs(apiError({ statusCode: 503, responseHeaders: headers }));
  assert.equal(delay({}), 250);
  assert.equal(delay({ 'retry-after': '0' }), 250);
  assert.equal(delay({ 'retry-after': '1' }), 1_000);
  assert.equal(delay({ 'retry-after': '2' }), undefined);
  assert.equal(retryDelayMs(networkError('ECONNREFUSED')), 250);
  assert.equal(retryDelayMs(networkError('ENOTFOUND')), undefined);
  assert.equal(retryDelayMs(new Error('anything')), undefined);
});

test('names the network failure', () => {
  const failure = (code: string) => toModelFailure(networkError(code), 'm');
  const { message, address } = failure('ENOTFOUND');
  assert.match(
    message,
    / m cannot be reached, host name not found: check that this machine can look up names/,
  );
  assert.equal(address, 'https://models.example:8443');
  assert.match(failure('DEPTH_ZERO_SELF_SIGNED_CERT').message, /self-signed/);
  assert.match(failure('EPROTO').message, /http instead of https/);
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
