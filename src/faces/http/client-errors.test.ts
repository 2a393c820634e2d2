import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { start } from '../../../test/support/local-server.ts';
import { answerClientError } from './client-errors.ts';

test('a client that reads the error and never closes is cut off', async (t) => {
  const error = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  await using server = await start(
    // As the HTTP server's own sockets are.
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
