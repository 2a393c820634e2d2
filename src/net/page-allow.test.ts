import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { parsePageAllowance } from './page-allow.ts';

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
    ['[fd00::/8]:443', network('fd00::', 8, 443)],
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

test('accepts any text without throwing', () => {
  fc.assert(fc.property(fc.string(), (text) => parsePageAllowance(text) !== null));
});
