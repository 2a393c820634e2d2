import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { failureOf } from '../../test/support/model-bed.ts';
import { withBoundedBodies } from './bounded-body.ts';

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

test('an error is cut sooner than a list of models, and an event stream not at all', async () => {
  const lengthOf = async (status: number, type: string) => {
    const reply = async () =>
      new Response('[ '.repeat(1_000_000), { status, headers: { 'content-type': type } });
    const { body } = await withBoundedBodies(reply)('http://a.test/');
    return (await new Response(body).text()).length;
  };
  assert.equal(await lengthOf(400, 'application/json'), 65_536);
  assert.equal(await lengthOf(400, 'text/event-stream'), 65_536);
  assert.equal(await lengthOf(200, 'application/json'), 1_048_576);
  assert.equal(await lengthOf(200, 'text/event-stream'), 2_000_000);
});
