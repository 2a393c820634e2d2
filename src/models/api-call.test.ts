import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { fieldOf } from '@sayso/text/own-value.ts';
import { serve } from '../../test/support/local-server.ts';
import { failureOf } from '../../test/support/model-bed.ts';
import { fetchJson, ModelCallError, openStreamedCall } from './api-call.ts';
import { StreamFault } from './model-failure.ts';

const URL = 'http://a.example/v1/chat';

/** The call of an API whose error code is in `code`; `errors` are the errors passed to it. */
function callOf(send: () => Promise<Response>, signal = new AbortController().signal) {
  const errors: unknown[] = [];
  const codeOf = (error: unknown) => {
    errors.push(error);
    return String(fieldOf(error, 'code'));
  };
  return { errors, opening: openStreamedCall({ url: URL, send, codeOf, signal }) };
}

async function errorOf(send: () => Promise<Response>): Promise<ModelCallError> {
  const error = await callOf(send).opening.catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ModelCallError);
  return error;
}

test('a successful reply is its body; one without a body is not of the protocol', async () => {
  const body = await callOf(async () => new Response('data: x')).opening;
  assert.equal(await new Response(body).text(), 'data: x');
  await assert.rejects(
    callOf(async () => new Response(null)).opening,
    (error) => error instanceof StreamFault && error.fault === 'foreign',
  );
});

test('a refusal has its status, its headers and its code, but no word of the server', async () => {
  for (const body of ['{"error":{"code":"busy","message":"SECRET"}}', '{"code":"busy","message":"SECRET"}']) {
    const error = await errorOf(
      async () => new Response(body, { status: 429, headers: { 'retry-after': '3' } }),
    );
    assert.equal(error.name, 'ModelCallError');
    assert.deepEqual([error.message, error.url, error.statusCode], ['the call failed', URL, 429]);
    assert.equal(error.responseHeaders?.['retry-after'], '3');
    assert.deepEqual(error.data, { error: { code: 'busy' } });
    assert.equal(error.cause, undefined);
  }
});

test('a refusal whose body is missing, not JSON or broken off has no code but its status', async () => {
  const broken = new ReadableStream({
    start: (controller) => controller.error(new Error('reset')),
  });
  for (const body of [null, '<html>', broken]) {
    const error = await errorOf(async () => new Response(body, { status: 503 }));
    assert.equal(error.statusCode, 503);
    assert.deepEqual(error.data, { error: { code: 'undefined' } });
  }
});

test('of a refusal that never ends only the start is read', async () => {
  let cancelled = false;
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 32_768;
      controller.enqueue(new Uint8Array(32_768).fill(32));
    },
    cancel() {
      cancelled = true;
    },
  });
  const error = await errorOf(async () => new Response(endless, { status: 500 }));
  assert.deepEqual([error.statusCode, cancelled], [500, true]);
  assert.ok(sent <= 5 * 32_768, String(sent));
});

test('a connection that fails is a failed call with its cause', async () => {
  const cause = new Error('refused');
  const error = await errorOf(() => Promise.reject(cause));
  assert.equal(error.cause, cause);
  assert.deepEqual([error.statusCode, error.responseHeaders], [undefined, undefined]);
  assert.deepEqual(error.data, { error: { code: '' } });
});

test('a call that the caller ended rejects with what ended it', async () => {
  await using server = await serve(() => undefined);
  const controller = new AbortController();
  const reason = new Error('left');
  const { opening } = callOf(() => fetch(server.url, { signal: controller.signal }), controller.signal);
  controller.abort(reason);
  await assert.rejects(opening, (error) => error === reason);
});

/** Sends data until the connection closes, and reports the size of each block. */
function endless(status: number, type: string, onBytes: (count: number) => void) {
  const block = Buffer.alloc(65_536, 'a');
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': type });
    const send = () => {
      while (!response.destroyed) {
        onBytes(block.length);
        if (!response.write(block)) return;
      }
    };
    response.on('drain', send);
    send();
  };
}

test('does not read endless errors and pages to the end', async () => {
  for (const [status, type, words] of [
    [400, 'application/json', /status 400/],
    [200, 'text/html', /protocol of its API/],
  ] as const) {
    let sent = 0;
    const failure = await failureOf(
      endless(status, type, (count) => {
        sent += count;
      }),
      5_000,
    );
    assert.match(failure.message, words);
    assert.ok(sent < 30_000_000, String(sent));
  }
});

const { signal } = new AbortController();

function replying(...pieces: readonly Uint8Array[]): typeof globalThis.fetch {
  return async () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      }),
      { status: 203 },
    );
}

test('a body that is not JSON is undefined, and so is no body', async () => {
  const bytes = new TextEncoder().encode('<html>');
  assert.deepEqual(await fetchJson(replying(bytes), 'http://a.example', { headers: {} }, signal), {
    status: 203,
    body: undefined,
  });
  const empty: typeof globalThis.fetch = async () => new Response(null, { status: 204 });
  assert.deepEqual(await fetchJson(empty, 'http://a.example', { headers: {} }, signal), {
    status: 204,
    body: undefined,
  });
});

test('a character whose bytes arrive in two pieces stays one', async () => {
  const bytes = new TextEncoder().encode('"né"');
  const { body } = await fetchJson(
    replying(bytes.subarray(0, 3), bytes.subarray(3)),
    'http://a.example',
    { headers: {} },
    signal,
  );
  assert.equal(body, 'né');
  const cut = await fetchJson(replying(bytes.subarray(0, 3)), 'http://a.example', { headers: {} }, signal);
  assert.equal(cut.body, undefined);
});
