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

test('names the trouble on the way', () => {
  const message = (code: string) => toModelFailure(networkError(code), 'm').message;
  assert.match(
    message('ENOTFOUND'),
    /cannot be reached at https:\/\/models\.example:8443: host name not found\./,
  );
  assert.match(message('DEPTH_ZERO_SELF_SIGNED_CERT'), /self-signed/);
  assert.match(message('EPROTO'), /http instead of https/);
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
    assert.match(toModelFailure(thrown, '').message, /^The language model failed\.$/);
});
