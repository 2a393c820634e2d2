import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import { Failure } from '../core/failure.ts';
import { resolveByNameServers, resolverFor, toLookup } from './resolve.ts';

const forever = new AbortController().signal;

test('asks the resolver of the system for a name without a dot', async () => {
  const addresses = await resolverFor([])('localhost', forever);
  assert.ok(addresses.length > 0 && addresses.every((address) => isIP(address) !== 0));
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

test('returns all addresses with their families to a socket, or the first one', async () => {
  const lookup = toLookup(async () => ['192.0.2.1', '2001:db8::1']);
  const all = await new Promise((resolve) =>
    lookup('a.example', { all: true }, (_error, addresses) => resolve(addresses)),
  );
  assert.deepEqual(all, [
    { address: '192.0.2.1', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
  const one = await new Promise((resolve) =>
    lookup('a.example', {}, (_error, address, family) => resolve([address, family])),
  );
  assert.deepEqual(one, ['192.0.2.1', 4]);
});

test('reports to a socket that there is no address', async () => {
  const failing = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ETIMEOUT' }));
  for (const [resolve, code] of [
    [async () => [], 'ENOTFOUND'],
    [failing, 'ETIMEOUT'],
  ] as const) {
    const [error, ...rest] = await new Promise<readonly [NodeJS.ErrnoException | null, ...unknown[]]>(
      (done) => toLookup(resolve)('a.example', { all: true }, (...result) => done(result)),
    );
    assert.deepEqual([error?.code, rest], [code, ['', 0]]);
  }
});
