import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAtMachine, isFromOwnPage } from './at-machine.ts';

/** Whether a request counts as made at this machine; by default, one that does. */
function isHere(headers: Record<string, string | undefined> = {}, remoteAddress?: string, localPort = 8000) {
  const socket = { localPort, remoteAddress: remoteAddress ?? '127.0.0.1' };
  const request = { raw: { socket }, headers: { host: 'localhost:8000', ...headers } };
  return isAtMachine(request as unknown as Parameters<typeof isAtMachine>[0]);
}

test('a request is made at this machine only if its connection comes from a loopback address', () => {
  for (const peer of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.1'])
    assert.ok(isHere({}, peer), peer);
  for (const peer of ['', '10.0.0.1', '::2', '::ffff:10.0.0.1', '1127.0.0.1', '127.0.0.1.9', '::11', '9::1'])
    assert.ok(!isHere({}, peer), peer);
});

test('a request at this machine names it, and its port, which is 80 if it is not named', () => {
  for (const host of ['localhost:8000', 'LOCALHOST:8000', '127.0.0.1:8000', '127.9.9.9:8000', '[::1]:8000'])
    assert.ok(isHere({ host }), host);
  for (const host of [
    ...[undefined, '', 'localhost', 'localhost:8001', 'a.example:8000', 'localhost.a.example:8000'],
    ...['a.localhost:8000', '127.0.0.1.a.example:8000', '1127.0.0.1:8000', '::1:8000', '[::1]:80000'],
  ])
    assert.ok(!isHere({ host }), String(host));
  assert.ok(isHere({ host: 'localhost' }, '127.0.0.1', 80));
  assert.ok(!isHere({ host: 'localhost:080' }, '127.0.0.1', 80));
  assert.ok(!isHere({ host: 'localhost.a.example' }, '127.0.0.1', 80));
  assert.ok(!isHere({ host: 'localhost:8000.a.example' }));
});

test('a request that something passed on was not made at this machine', () => {
  for (const name of [
    ...['forwarded', 'via', 'x-forwarded', 'x-forwarded-for', 'x-real-ip', 'x-client-ip', 'x-cluster-ip'],
    ...['x-original-host', 'true-client-ip', 'cf-ray', 'fly-region', 'tailscale-user-login'],
  ])
    assert.ok(!isHere({ name: 'value', [name]: 'x' }), name);
  for (const name of ['accept', 'not-via', 'xx-real-ip', 'my-cf-ray', 'not-forwarded'])
    assert.ok(isHere({ [name]: 'x' }), name);
});

test("a request is of the service's own page only if the browser says so", () => {
  const host = 'localhost:8000';
  const own = { host, origin: `http://${host}` };
  assert.ok(isFromOwnPage({ headers: own }));
  assert.ok(isFromOwnPage({ headers: { ...own, host: 'LocalHost:8000' } }));
  assert.ok(isFromOwnPage({ headers: { ...own, 'sec-fetch-site': 'same-origin' } }));
  for (const headers of [
    { host },
    { ...own, origin: `https://${host}` },
    { ...own, 'sec-fetch-site': 'same-site' },
    { ...own, 'sec-fetch-site': 'none' },
    {},
  ])
    assert.ok(!isFromOwnPage({ headers }), JSON.stringify(headers));
});
