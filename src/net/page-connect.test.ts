import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { serveSockets } from '../../test/support/local-server.ts';
import { until } from '../../test/support/until.ts';
import { Failure } from '../core/failure.ts';
import { createPageConnect, resolveByNameServers } from './page-connect.ts';
import { NOT_PUBLIC } from './page-policy.ts';

const forever = new AbortController().signal;

/** The outcome of a connection if only 127.0.0.1 is permitted and the host has these addresses. */
function connect(hostname: string, addresses: readonly string[], port: number): Promise<string> {
  const policy = { whyNot: () => null, permits: (_host: string, address: string) => address === '127.0.0.1' };
  const open = createPageConnect({ policy, resolve: async () => addresses, maxBytes: 1_000 }, forever);
  return new Promise((resolve) =>
    open({ hostname, protocol: 'http:', port: String(port) }, (error, socket) => {
      resolve(error === null ? `${socket?.remoteAddress}` : error.message);
      socket?.destroy();
    }),
  );
}

test('only permitted addresses are connected to, whether looked up or given', async () => {
  await using server = await serveSockets(() => undefined);
  const to = (hostname: string, ...addresses: readonly string[]) => connect(hostname, addresses, server.port);
  assert.equal(await to('127.0.0.1'), '127.0.0.1');
  assert.equal(await to('a.example', '127.0.0.2', '127.0.0.1'), '127.0.0.1');
  assert.equal(await to('127.0.0.2'), NOT_PUBLIC);
  assert.equal(await to('a.example', '127.0.0.2'), NOT_PUBLIC);
  assert.equal(await to('a.example', '127.0.0.2', '127.0.0.3'), NOT_PUBLIC);
  assert.equal(await to('a.example'), NOT_PUBLIC);
});

const everywhere = { whyNot: () => null, permits: () => true };
const toHere = { policy: everywhere, resolve: async () => ['127.0.0.1'], maxBytes: 1_000 };

test('a URL without a port has the usual one', () => {
  const asked: string[] = [];
  const policy = {
    whyNot: () => null,
    permits: (...[host, address, port]: readonly [string, string, number]) => {
      asked.push(`${host} ${address} ${port}`);
      return false;
    },
  };
  const open = createPageConnect({ ...toHere, policy }, forever);
  for (const protocol of ['http:', 'https:'])
    open({ hostname: '127.0.0.9', protocol, port: '' }, (...[error]) => assert.ok(error));
  assert.deepEqual(asked, ['127.0.0.9 127.0.0.9 80', '127.0.0.9 127.0.0.9 443']);
});

test('a signal closes the socket, connected or not; a closed socket ignores the signal', async () => {
  await using server = await serveSockets(() => undefined);
  const at = { hostname: '127.0.0.1', protocol: 'http:', port: String(server.port) };
  const early = await new Promise<Error | null>((resolve) =>
    createPageConnect(toHere, AbortSignal.abort())(at, (...[error]) => resolve(error)),
  );
  assert.equal(early?.message, 'its connection was closed');
  const caller = new AbortController();
  const outcomes: (Error | null)[] = [];
  for (const isAborted of [false, true]) {
    const { promise, resolve } = Promise.withResolvers<Socket>();
    createPageConnect(toHere, caller.signal)(at, (error, socket) => {
      outcomes.push(error);
      if (socket !== null) resolve(socket);
    });
    const socket = await promise;
    const closed = once(socket, 'close');
    assert.equal(getEventListeners(caller.signal, 'abort').length, 1);
    if (isAborted) caller.abort();
    else socket.destroy();
    await closed;
    await until(() => getEventListeners(caller.signal, 'abort').length === 0);
  }
  assert.deepEqual(outcomes, [null, null]);
});

test('TLS names the host without its last dot, and no address', async () => {
  const hellos: string[] = [];
  await using server = await serveSockets((socket) =>
    socket.once('data', (data) => {
      hellos.push(data.toString('latin1'));
      socket.destroy();
    }),
  );
  for (const hostname of ['a.example.', '127.0.0.1']) {
    const error = await new Promise((resolve) =>
      createPageConnect(toHere, forever)(
        { hostname, protocol: 'https:', port: String(server.port) },
        (...[error]) => resolve(error),
      ),
    );
    assert.ok(error instanceof Error);
  }
  const [named = '', unnamed = ''] = hellos;
  assert.match(named, /\0\ta\.example(?!\.)/);
  assert.doesNotMatch(unnamed, /127\.0\.0\.1/);
});

test('the signal ends a look-up at once', async () => {
  const caller = new AbortController();
  // Aborted before a name server can reply, so only the signal can end the look-up.
  const asked = assert.rejects(resolveByNameServers('name.example.invalid', caller.signal), {
    code: 'ECANCELLED',
  });
  caller.abort();
  await asked;
  const left = new Failure('stopping', 'Enough.');
  const rejected = resolveByNameServers('name.example.invalid', AbortSignal.abort(left));
  await assert.rejects(rejected, (error) => error === left);
});
