import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveSockets } from '../../test/support/local-server.ts';
import { createPageConnect } from './page-connect.ts';

const forever = new AbortController().signal;

/** The outcome of a connection if only 127.0.0.1 is permitted and the host has these addresses. */
function connect(hostname: string, addresses: readonly string[], port: number): Promise<string> {
  const policy = { whyNot: () => null, permits: (_host: string, address: string) => address === '127.0.0.1' };
  const open = createPageConnect({ policy, resolve: async () => addresses, mostBytes: 1_000 }, forever);
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
  assert.equal(await to('127.0.0.2'), 'its address is not public');
  assert.equal(await to('a.example', '127.0.0.2'), 'its address is not public');
  assert.equal(await to('a.example', '127.0.0.2', '127.0.0.3'), 'its address is not public');
  assert.equal(await to('a.example'), 'no address');
});
