import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Agent } from 'undici';
import { closedPort, serve, serveSockets } from '../../test/support/local-server.ts';
import { fetchApi, toStandardFetch } from './http-client.ts';
import { UpstreamError } from './upstream-error.ts';

async function withFetch(run: (fetch: typeof globalThis.fetch) => Promise<void>): Promise<void> {
  const agent = new Agent({ allowH2: false });
  try {
    const caller = { agent, userAgent: 'Sayso/1' };
    await run(toStandardFetch((url, init = {}) => fetchApi(url, init, caller)));
  } finally {
    await agent.destroy();
  }
}

test('sends the request and returns the reply as fetch does', async () => {
  await using server = await serve(async (request, response) => {
    const [body] = await once(request.setEncoding('utf8'), 'data');
    const { method, url, headers } = request;
    response.writeHead(429, { 'retry-after': '7', 'set-cookie': ['a=1', 'b=2'] });
    response.end(JSON.stringify([method, url, headers.authorization, body]));
  });
  await withFetch(async (fetch) => {
    const init = { method: 'POST', headers: { Authorization: 'Bearer k' }, body: '{"q":"¿?"}' };
    const response = await fetch(new URL('/v1?x=1', server.url), init);
    assert.deepEqual([response.ok, response.status, response.headers.get('retry-after')], [false, 429, '7']);
    assert.deepEqual(response.headers.getSetCookie(), ['a=1, b=2']);
    assert.deepEqual(await response.json(), ['POST', '/v1?x=1', 'Bearer k', init.body]);
  });
});

test('the usual headers of a call are replaced by its own', async () => {
  await using server = await serve((request, response) => {
    const { 'user-agent': agent, 'accept-encoding': encoding } = request.headers;
    response.end(JSON.stringify([agent, encoding]));
  });
  await withFetch(async (fetch) => {
    assert.deepEqual(await (await fetch(server.url)).json(), ['Sayso/1', 'identity']);
    const headers = { 'User-Agent': 'own', 'Accept-Encoding': 'br' };
    assert.deepEqual(await (await fetch(server.url, { headers })).json(), ['own', 'br']);
  });
});

test('fails with the messages that API clients check, and the cause', async () => {
  await using cut = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  const refused = `http://127.0.0.1:${await closedPort()}/`;
  await withFetch(async (fetch) => {
    await assert.rejects(
      fetch(refused),
      (error) =>
        error instanceof TypeError && error.message === 'fetch failed' && error.cause instanceof Error,
    );
    const response = await fetch(cut.url);
    await assert.rejects(
      response.text(),
      (error) => error instanceof TypeError && error.message === 'terminated' && error.cause instanceof Error,
    );
    await assert.rejects(fetch('nonsense'), TypeError);
    await assert.rejects(fetch(cut.url, { method: 'PUT' }), {
      cause: new TypeError('only GET and POST to a URL'),
    });
  });
});

test('closes the connection of a reply that it cannot return', async () => {
  for (const head of ['999 Odd', '200 OK\r\ncontent-encoding: gzip']) {
    await using server = await serveSockets((socket) => {
      socket.once('data', () => socket.write(`HTTP/1.1 ${head}\r\ncontent-length: 9\r\n\r\nhalf`));
    });
    await withFetch(async (fetch) => {
      const { cause } = await fetch(server.url).then(
        () => assert.fail(),
        (error: Error) => error,
      );
      assert.ok(cause instanceof UpstreamError && cause.reason === 'protocol', head);
      await server.noSocketsLeft();
    });
  }
});

test('rejects with the reason of the signal, before it connects and before the body is read', async () => {
  await using server = await serve((_request, response) => void response.write('first'));
  await withFetch(async (fetch) => {
    const reason = new Error('enough');
    await assert.rejects(
      fetch(server.url, { signal: AbortSignal.abort(reason) }),
      (error) => error === reason,
    );
    const caller = new AbortController();
    const response = await fetch(server.url, { signal: caller.signal });
    caller.abort(reason);
    await assert.rejects(response.text(), (error) => error === reason);
    await server.noSocketsLeft();
  });
});

test('cancelling a body stops the server', async () => {
  await using server = await serve((_request, response) => void response.write('first'));
  await withFetch(async (fetch) => {
    const response = await fetch(server.url);
    await response.body?.cancel();
    await server.noSocketsLeft();
  });
});

test('a plain call does not load the client that is built into Node', async () => {
  const used: string[] = [];
  const names = ['Request', 'Response', 'Headers'] as const;
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name) ?? {});
  for (const name of names)
    Object.defineProperty(globalThis, name, { configurable: true, get: () => void used.push(name) });
  const agent = new Agent({ allowH2: false });
  try {
    await using server = await serve((_request, response) => response.writeHead(201).end('all'));
    const request = { method: 'POST', headers: { a: 'b' }, body: 'c' };
    const { ok, status, body } = await fetchApi(server.url, request, { agent, userAgent: 'Sayso/1' });
    assert.deepEqual([ok, status, body && (await text(body))], [true, 201, 'all']);
  } finally {
    names.forEach((name, at) => {
      Object.defineProperty(globalThis, name, before[at] ?? {});
    });
    await agent.destroy();
  }
  assert.deepEqual(used, []);
});

test('only a status from 200 to 299 is a success, and one above 599 is no reply', async () => {
  await using server = await serveSockets((socket) => {
    socket.once('data', (data) => {
      const status = /\/(\d+) /.exec(String(data))?.[1];
      socket.end(`HTTP/1.1 ${status} Some\r\ncontent-length: 0\r\n\r\n`);
    });
  });
  await withFetch(async (fetch) => {
    const replyOf = async (status: number) => (await fetch(`${server.url}/${status}`)).ok;
    for (const [status, isSuccess] of [
      [200, true],
      [299, true],
      [300, false],
      [599, false],
    ] as const)
      assert.equal(await replyOf(status), isSuccess, String(status));
    const { cause } = await replyOf(600).then(
      () => assert.fail(),
      (error: Error) => error,
    );
    assert.ok(cause instanceof UpstreamError);
    assert.deepEqual([cause.reason, cause.message], ['protocol', 'its answer has the status 600']);
  });
});
