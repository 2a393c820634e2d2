import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { start } from '../../../test/support/local-server.ts';
import { startTestService } from '../../../test/support/service.ts';
import { answerClientError } from './client-errors.ts';

test('a client that reads the error and never closes is disconnected', async (t) => {
  const error = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  await using server = await start(
    // Behaves like the sockets of the HTTP server.
    createServer({ allowHalfOpen: true }, (socket) => answerClientError(error, socket)),
  );
  const client = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  t.after(() => client.destroy());
  let reply = '';
  client.on('data', (data) => (reply += data));
  await once(client, 'end');
  assert.match(reply, /^HTTP\/1\.1 408 /);
  await server.noSocketsLeft();
});

test('an expectation other than 100-continue, a broken escape and another character set get the usual JSON errors', async () => {
  await using service = await startTestService();
  const { port } = new URL(service.url);
  const send = async (lines: readonly string[]) => {
    const client = connect({ port: Number(port), host: '127.0.0.1' });
    client.end(`${lines.join('\r\n')}\r\n\r\n`);
    let reply = '';
    client.on('data', (data) => (reply += data));
    await once(client, 'close');
    return reply;
  };
  const host = 'Host: localhost';
  const close = 'Connection: close';
  const replies = [
    [417, await send(['GET /api/health HTTP/1.1', host, 'Expect: tea'])],
    [400, await send(['GET /%zz HTTP/1.1', host, close])],
    [400, await send(['GET /api/v1/query?q=%ff HTTP/1.1', host, close])],
    [
      415,
      await send([
        'POST /api/ask HTTP/1.1',
        host,
        close,
        'Content-Type: application/json; charset=iso-8859-1',
        'Content-Length: 2\r\n\r\n{}',
      ]),
    ],
  ] as const;
  for (const [status, reply] of replies) {
    assert.match(reply, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(reply, /access-control-allow-origin: \*/i);
    assert.match(reply, /\r\n\r\n\{"error":"[^"]+"\}/);
  }
});
