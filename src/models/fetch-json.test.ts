import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../test/support/local-server.ts';
import { fetchJson } from './fetch-json.ts';

const { signal } = new AbortController();
const LIMIT_BYTES = 4_194_304;

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

test('a request is sent as given, and its reply is its status and its JSON', async () => {
  const seen: string[] = [];
  await using server = await serve(async (request, response) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    seen.push(`${request.method} ${request.url} ${request.headers['x-own']} ${text}`);
    response.writeHead(404).end('{"error":"none"}');
  });
  const init = { method: 'POST', headers: { 'x-own': 'yes' }, body: '{"model":"m"}' } as const;
  assert.deepEqual(await fetchJson(fetch, `${server.url}/api/show`, init, signal), {
    status: 404,
    body: { error: 'none' },
  });
  assert.deepEqual(seen, ['POST /api/show yes {"model":"m"}']);
});

test('a body that is not JSON is null, and so is no body', async () => {
  const bytes = new TextEncoder().encode('<html>');
  assert.deepEqual(await fetchJson(replying(bytes), 'http://a.example', { headers: {} }, signal), {
    status: 203,
    body: null,
  });
  const empty: typeof globalThis.fetch = async () => new Response(null, { status: 204 });
  assert.deepEqual(await fetchJson(empty, 'http://a.example', { headers: {} }, signal), {
    status: 204,
    body: null,
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
  assert.equal(cut.body, null);
});

test('a body of four mebibytes is read, and one more byte is too much', async () => {
  const body = new Uint8Array(LIMIT_BYTES).fill(32);
  body[0] = 55;
  const read = await fetchJson(replying(body), 'http://a.example', { headers: {} }, signal);
  assert.equal(read.body, 7);
  await assert.rejects(
    fetchJson(replying(body, new Uint8Array([32])), 'http://a.example', { headers: {} }, signal),
    /too long/,
  );
});

test('aborting ends the request', async () => {
  await using server = await serve((_, response) => void response.writeHead(200).write('{'));
  const controller = new AbortController();
  const reading = fetchJson(fetch, server.url, { headers: {} }, controller.signal);
  controller.abort(new Error('gone'));
  await assert.rejects(reading, /gone/);
  await server.noSocketsLeft();
});
