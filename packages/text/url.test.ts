import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import {
  documentPath,
  hostOf,
  isAddressOf,
  isLoopback,
  networkOf,
  parseWebUrl,
  toDocumentUrl,
  toPublicUrl,
} from './url.ts';

test('only http and https addresses without credentials are web addresses', () => {
  assert.equal(parseWebUrl(' https://a.test/x ')?.href, 'https://a.test/x');
  assert.equal(parseWebUrl('https://a.test./x')?.href, 'https://a.test./x');
  assert.equal(parseWebUrl('http://[::1]/')?.href, 'http://[::1]/');
  for (const text of [
    ...['javascript:alert(1)', 'ftp://a.test', '/relative', 'https://u:p@a.test/', '', 'http://'],
    ...['http://../', 'http://./', 'http://a..b/', 'http://.a/', 'http://%2e%2e/'],
  ])
    assert.equal(parseWebUrl(text), null, text);
});

test('a shown URL contains no secrets', () => {
  assert.equal(toPublicUrl('http://user:pass@host:8888/search?key=1#x'), 'http://host:8888/search');
  assert.equal(toPublicUrl('http://localhost:8888'), 'http://localhost:8888');
  assert.equal(toPublicUrl('http://localhost:8888/'), 'http://localhost:8888/');
  assert.equal(toPublicUrl('file:/var/lib/notes.sqlite'), 'file:notes.sqlite');
  assert.equal(toPublicUrl('file:notes.sqlite'), 'file:notes.sqlite');
});

test('a host is written as people say it', () => {
  assert.equal(hostOf('https://www.example.org:8443/a'), 'example.org');
  assert.equal(hostOf('nonsense'), '');
});

test('a document has the address that is made from its path, and nothing else has one at that host', () => {
  const document = 'primary/My notes/50%.md';
  const url = toDocumentUrl(document);
  assert.equal(url, 'http://documents.invalid/primary/My%20notes/50%25.md');
  assert.equal(hostOf(url), 'documents');
  assert.ok(isAddressOf({ url, document }));
  assert.ok(isAddressOf({ url: 'http://documents.invalid.example/primary/x' }));
  assert.ok(!isAddressOf({ url: 'https://a.example/', document }));
  for (const forged of [
    url,
    'HTTPS://DOCUMENTS.invalid:80/x',
    'http://documents.invalid./',
    'http://documents%2Einvalid/',
  ])
    assert.ok(!isAddressOf({ url: forged }), forged);
});

test('the path of any document comes back from its URL', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\.{1,2}$|\//.test(text));
  const path = fc.array(name, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(path, (names) => {
      const encoded = documentPath(['primary', ...names].join('/'));
      assert.deepEqual(encoded.split('/').map(decodeURIComponent), ['primary', ...names]);
    }),
  );
});

test('an address of this machine is recognised with and without brackets', () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])
    assert.ok(isLoopback(host), host);
  for (const host of ['127.example', '128.0.0.1', '[::2]', 'localhost.example'])
    assert.ok(!isLoopback(host), host);
});

test('the addresses of one IPv6 network, and both spellings of an IPv4 address, are one caller', () => {
  const rows = [
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:DB8:1:2:ffff::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
  ] as const;
  for (const [address, network] of rows) assert.equal(networkOf(address), network, address);
});
