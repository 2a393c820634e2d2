import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import type { Resolve } from '../src/net/page-connect.ts';
import { createPageFetch, type FetchOutcome } from '../src/net/page-fetch.ts';
import { type PageAllowance, parsePageAllowance } from '../src/net/page-policy.ts';
import { serve, serveSockets } from './support/local-server.ts';
import { attackUrls, innerHosts } from './support/page-attacks.ts';

const forever = new AbortController().signal;

/** Listens on every address of this machine, IPv4 and IPv6, and counts connections. */
const canary = createServer((socket) => {
  canaryCalls++;
  socket.destroy();
});
let canaryCalls = 0;
let canaryPort = 0;

before(async () => {
  canary.listen(0, '::');
  await once(canary, 'listening');
  ({ port: canaryPort } = canary.address() as AddressInfo);
});
after(() => canary.close());

/** Every name resolves to this machine, over IPv4 and IPv6. */
const everythingIsHere: Resolve = async () => ['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '::'];

function allowing(...items: readonly string[]): readonly PageAllowance[] {
  return items.map((item) => {
    const allowance = parsePageAllowance(item);
    assert.ok(typeof allowance !== 'string', item);
    return allowance;
  });
}

type FetchSettings = { readonly allow?: readonly PageAllowance[]; readonly resolve?: Resolve };

async function fetchOnce(url: string, settings: FetchSettings = {}): Promise<FetchOutcome> {
  const pages = createPageFetch({
    userAgent: 'Sayso/1 (test)',
    allow: settings.allow ?? [],
    // The canary's port counts as a web port, so that only the address decides.
    ports: [80, 443, canaryPort],
    resolve: settings.resolve ?? everythingIsHere,
    timeoutMs: 60_000,
  });
  try {
    return await pages.fetch(url, forever);
  } finally {
    await pages.close();
  }
}

async function assertSilent(attack: () => Promise<FetchOutcome>, name: string): Promise<void> {
  const before = canaryCalls;
  const outcome = await attack();
  assert.equal(outcome.status, 'skipped', name);
  assert.equal(canaryCalls, before, `${name} reached the canary`);
}

test('the canary is reached if it is allowed, over IPv4 and IPv6', async () => {
  const before = canaryCalls;
  await fetchOnce(`http://127.0.0.1:${canaryPort}/`, { allow: allowing('127.0.0.1/32') });
  await fetchOnce(`http://[::1]:${canaryPort}/`, { allow: allowing(`[::1]:${canaryPort}`) });
  await fetchOnce(`http://wiki.lan:${canaryPort}/`, { allow: allowing('wiki.lan') });
  assert.ok(canaryCalls >= before + 3, String(canaryCalls));
});

test('no spelling of this machine is reached', async () => {
  for (const url of attackUrls)
    await assertSilent(() => fetchOnce(url.replaceAll('PORT', String(canaryPort))), url);
});

test('none is reached by a redirect from an allowed host', async () => {
  let target = '';
  await using allowed = await serveSockets((socket) =>
    socket.once('data', () => socket.end(`HTTP/1.1 302 Found\r\nlocation: ${target}\r\n\r\n`)),
  );
  const allow = allowing(`127.0.0.1:${allowed.port}`);
  for (const url of attackUrls) {
    target = url.replaceAll('PORT', String(canaryPort));
    await assertSilent(() => fetchOnce(allowed.url, { allow }), `redirect to ${url}`);
  }
});

test('a chain of redirects is checked at every step', async () => {
  await using allowed = await serve((request, response) => {
    const left = Number((request.url ?? '').slice(1));
    const location = left > 0 ? `/${left - 1}` : `http://rebound.example:${canaryPort}/`;
    response.writeHead(307, { location }).end();
  });
  const allow = allowing(`127.0.0.1:${allowed.port}`);
  for (const length of [0, 1, 4])
    await assertSilent(() => fetchOnce(`${allowed.url}/${length}`, { allow }), `chain of ${length}`);
});

test('no internal host is reached on any web port, whatever else is allowed', async () => {
  for (const host of innerHosts) {
    for (const scheme of ['http', 'https']) {
      const outcome = await fetchOnce(`${scheme}://${host}/latest/meta-data/`, {
        resolve: async () => ['169.254.169.254', '10.0.0.1', 'fd00:ec2::254', 'fe80::1%eth0'],
      });
      assert.ok(outcome.status === 'skipped' && /is not public/.test(outcome.reason), `${scheme}://${host}`);
    }
  }
  const everywhere = allowing('0.0.0.0/0', '[::]/0');
  for (const host of ['169.254.169.254', '[fd00:ec2::254]', 'metadata.google.internal', '100.100.100.200']) {
    const outcome = await fetchOnce(`http://${host}/`, { allow: everywhere });
    assert.ok(outcome.status === 'skipped' && /is not public/.test(outcome.reason), host);
  }
  const byName = await fetchOnce('http://stranger.example/', {
    allow: [...everywhere, ...allowing('stranger.example')],
    resolve: async () => ['169.254.169.254', '::ffff:169.254.169.254', 'fd00:ec2::254'],
  });
  assert.ok(byName.status === 'skipped' && /is not public/.test(byName.reason));
});

test('a name that changes its address between two lookups gets one lookup', async () => {
  let lookups = 0;
  const rebinding: Resolve = async () => (lookups++ === 0 ? ['192.0.2.1'] : ['127.0.0.1']);
  // The first address is allowed here in place of a public one, which a test must not call.
  const allow = allowing('192.0.2.0/24');
  await assertSilent(
    () => fetchOnce(`http://rebind.example:${canaryPort}/`, { allow, resolve: rebinding }),
    'public first',
  );
  assert.equal(lookups, 1);
  await assertSilent(
    () => fetchOnce(`http://rebind.example:${canaryPort}/`, { allow, resolve: rebinding }),
    'private later',
  );
});

test('of a name with a permitted and another address, only the permitted one is used', async () => {
  await using allowed = await serve((_request, response) => response.end('hello'));
  const before = canaryCalls;
  const outcome = await fetchOnce(`http://mixed.example:${allowed.port}/`, {
    allow: allowing(`127.0.0.1:${allowed.port}`),
    resolve: async () => ['::1', '10.0.0.1', '127.0.0.1'],
  });
  assert.equal(outcome.status, 'fetched');
  assert.equal(canaryCalls, before);
});

test('a permitted port of a host does not permit its other ports', async () => {
  await using allowed = await serve((_request, response) => response.end('hello'));
  const allow = allowing(`127.0.0.1:${allowed.port}`, `wiki.lan:${allowed.port}`);
  for (const host of ['127.0.0.1', 'wiki.lan', 'localhost'])
    await assertSilent(() => fetchOnce(`http://${host}:${canaryPort}/`, { allow }), host);
});
