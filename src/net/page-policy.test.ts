import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPagePolicy, NOT_PUBLIC, type PageAllowance, parsePageAllowance } from './page-policy.ts';

const HOST: PageAllowance = { to: { kind: 'host', host: 'wiki.home' }, port: 8080 };
const NETWORK = { to: { kind: 'network', address: '10.1.0.0', prefixBits: 16 }, port: null } as PageAllowance;
const plain = createPagePolicy([], [80, 443]);
const allowing = createPagePolicy([HOST, NETWORK], [80, 443]);

test('only pages of the web on its ports are looked up, without names and passwords in their URLs', () => {
  for (const url of [
    'http://a.example/',
    'https://a.example/',
    'http://a.example:443/',
    'https://a.example:80/',
  ])
    assert.equal(plain.whyNot(new URL(url)), null, url);
  for (const url of [
    ...['ftp://a.example/', 'file:///etc/passwd', 'http://user@a.example/', 'http://:secret@a.example/'],
    ...['http://a.example:8080/', 'http://169.254.169.254/', 'http://metadata.google.internal/'],
  ])
    assert.notEqual(plain.whyNot(new URL(url)), null, url);
});

test('a port that the operator allows for some host is looked up', () => {
  assert.equal(createPagePolicy([HOST], [80]).whyNot(new URL('http://a.example:8080/')), null);
  assert.match(createPagePolicy([HOST], [80]).whyNot(new URL('http://a.example:8081/')) ?? '', /8081/);
  assert.match(createPagePolicy([HOST], [80]).whyNot(new URL('https://a.example/')) ?? '', /443/);
  assert.equal(allowing.whyNot(new URL('http://a.example:9/')), null);
});

test('sockets are opened to public addresses on usual ports, and to what the operator allows', () => {
  assert.equal(plain.permits('a.example', '93.184.216.34', 80), true);
  for (const [address, port] of [
    ['93.184.216.34', 8080],
    ['127.0.0.1', 80],
    ['10.1.2.3', 80],
    ['169.254.169.254', 80],
  ] as const)
    assert.equal(plain.permits('a.example', address, port), false, `${address}:${port}`);
  assert.equal(allowing.permits('wiki.home', '192.168.1.5', 8080), true);
  assert.equal(allowing.permits('WIKI.home.', '192.168.1.5', 8080), true);
  assert.equal(allowing.permits('wiki.home', '192.168.1.5', 80), false);
  assert.equal(allowing.permits('other.home', '192.168.1.5', 8080), false);
  assert.equal(allowing.permits('any', '10.1.255.1', 12345), true);
  assert.equal(allowing.permits('any', '10.2.0.1', 12345), false);
});

test('no allowance reaches a metadata service', () => {
  const all = { to: { kind: 'network', address: '0.0.0.0', prefixBits: 0 }, port: null } as PageAllowance;
  const why = createPagePolicy([all], [80]).whyNot(new URL('http://169.254.169.254/'));
  assert.equal(why, NOT_PUBLIC);
  assert.equal(createPagePolicy([all], [80]).permits('a.example', '169.254.169.254', 80), false);
  assert.equal(createPagePolicy([all], [80]).permits('a.example', '10.0.0.1', 80), true);
});

const host = (name: string, port: number | null = null) => ({ to: { kind: 'host', host: name }, port });
const network = (address: string, prefixBits: number, port: number | null = null) => ({
  to: { kind: 'network', address, prefixBits },
  port,
});

test('reads hosts, addresses and networks, with and without a port', () => {
  for (const [item, expected] of [
    ['wiki.lan', host('wiki.lan')],
    ['wiki.lan:8080', host('wiki.lan', 8080)],
    ['Bücher.Example.', host('xn--bcher-kva.example')],
    ['localhost:3000', host('localhost', 3000)],
    ['wiki.lan:1', host('wiki.lan', 1)],
    ['wiki.lan:65535', host('wiki.lan', 65_535)],
    ['127.0.0.1', network('127.0.0.1', 32)],
    ['127.1', network('127.0.0.1', 32)],
    ['127.0.0.1:8080', network('127.0.0.1', 32, 8080)],
    ['127.0.0.1/32', network('127.0.0.1', 32)],
    ['10.0.0.0/8:8080', network('10.0.0.0', 8, 8080)],
    ['0.0.0.0/0', network('0.0.0.0', 0)],
    ['[::1]', network('::1', 128)],
    ['[::1]:8080', network('::1', 128, 8080)],
    ['[fd00::]/8:443', network('fd00::', 8, 443)],
    ['fd00::/8', network('fd00::', 8)],
    ['::1', network('::1', 128)],
    ['::1/128', network('::1', 128)],
  ] as const) {
    assert.deepEqual(parsePageAllowance(item), expected, item);
  }
});

test('explains what is wrong', () => {
  for (const [item, words] of [
    ['http://wiki.lan', /is not host\[:port\]/],
    ['wiki.lan/path', /is not host\[:port\]/],
    ['wiki.lan/8', /begins with an address/],
    ['*.wiki.lan', /neither a host name nor an address/],
    ['1.2.3.4.5', /neither a host name nor an address/],
    ['256.0.0.1', /neither a host name nor an address/],
    ['wiki.lan:0', /1 to 65535/],
    ['wiki.lan:65536', /1 to 65535/],
    ['wiki.lan:http', /is not host\[:port\]/],
    ['10.0.0.0/33', /at most 32/],
    ['[::1/64]/64', /is not host\[:port\]/],
    ['[fe80::1%eth0]', /neither a host name nor an address/],
    ['[127.0.0.1]', /is not host\[:port\]/],
    ['::/129', /at most 128/],
    ['', /is not host\[:port\]/],
  ] as const) {
    const said = parsePageAllowance(item);
    assert.ok(typeof said === 'string', item);
    assert.match(said, words, item);
  }
});

test('never repeats a password', () => {
  const told = String(parsePageAllowance('me:secret@wiki.lan'));
  assert.doesNotMatch(told, /secret/);
  assert.match(told, /^"…@wiki\.lan" is not host/);
  const long = String(parsePageAllowance(`${'x'.repeat(100)}*`));
  assert.ok(long.startsWith(`"${'x'.repeat(80)}" `), long);
});
