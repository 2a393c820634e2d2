import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { start } from '../../../test/support/local-server.ts';
import { hanging, startSearchServer } from '../../../test/support/search-server.ts';
import { startTestService } from '../../../test/support/service.ts';
import { until } from '../../../test/support/until.ts';
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

test(
  'an expectation other than 100-continue, a broken escape and another character set get the usual ' +
    'JSON errors',
  async () => {
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
      [400, await send(['GET /api/%zz HTTP/1.1', host, close])],
      [400, await send(['GET /api/health HTTP/1.1', host, 'host: b.example', close])],
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
  },
);

test(
  'a client that sends many requests without waiting for replies is disconnected before they are ' +
    'handled',
  async () => {
    await using service = await startTestService({ API_KEYS: 'key' });
    const { port } = new URL(service.url);
    const client = connect({ port: Number(port), host: '127.0.0.1' });
    const closed = new Promise((resolve) => client.once('close', resolve));
    // The connection may be reset before everything is sent.
    client.on('error', () => undefined);
    client.write('POST /api/ask HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'.repeat(200));
    client.resume();
    await Promise.race([closed, setTimeout(5_000)]);
    client.destroy();
    const { length } = service.logged.filter((line) => line.includes('"path":"/api/ask"'));
    assert.ok(length <= 16, `${length} requests were handled`);
  },
);

test('a tunnel is refused, and its client can neither end the process nor keep the connection', async (t) => {
  await using service = await startTestService();
  const { port } = new URL(service.url);
  const tunnel = async () => {
    const client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    t.after(() => client.destroy());
    client.on('error', () => undefined);
    await once(client, 'connect');
    client.write('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n');
    return client;
  };
  for (let count = 0; count < 5; count++) (await tunnel()).resetAndDestroy();
  const client = await tunnel();
  let reply = '';
  client.on('data', (data) => (reply += data));
  await once(client, 'end');
  assert.ok(reply.startsWith('HTTP/1.1 405 ') && reply.endsWith('{"error":"This is not a proxy."}'), reply);
  assert.match(reply, /\r\nAllow: GET, HEAD, POST, OPTIONS\r\n/);
  // The client keeps its side open; a connection that stayed would keep the service from stopping.
  await service.stop();
});

test('answers in progress end if their caller asks for a tunnel and leaves', async () => {
  await using search = await startSearchServer(hanging);
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url });
  const { port } = new URL(service.url);
  const client = connect({ port: Number(port), host: '127.0.0.1' });
  client.on('error', () => undefined);
  const ask = (text: string) => {
    const body = JSON.stringify({ query: text });
    const head = 'POST /api/ask HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  };
  client.write(ask('Why is the sky blue?') + ask('Why is the sea salty?'));
  await until(() =>
    ['Why is the sky blue?', 'Why is the sea salty?'].every((each) => search.asked.includes(each)),
  );
  client.write('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n');
  // The only request in progress is the one for the metrics.
  await until(async () =>
    /^http_server_active_requests 1$/m.test(await (await fetch(`${service.url}/metrics`)).text()),
  );
  client.destroy();
});
