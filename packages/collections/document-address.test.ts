import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentAddress } from './document-address.ts';

const base = new URL('https://b.example/wiki/');

test('a document is at the address that it gives, resolved against the base', () => {
  for (const [named, baseUrl, url] of [
    ['https://a.example/x', null, 'https://a.example/x'],
    ['https://a.example/x', base, 'https://a.example/x'],
    ['page', base, 'https://b.example/wiki/page'],
    ['/page', base, 'https://b.example/page'],
  ] as const)
    assert.partialDeepStrictEqual(documentAddress('a.md', named, baseUrl), { url });
});

test('a document without an address is below the base, or has only its path', () => {
  for (const named of [null, undefined, '']) {
    assert.partialDeepStrictEqual(documentAddress('a/b c.md', named, null), { url: null, path: 'a/b c.md' });
    assert.partialDeepStrictEqual(documentAddress('a/b c?#.md', named, base), {
      url: 'https://b.example/wiki/a/b%20c%3F%23.md',
    });
  }
  assert.partialDeepStrictEqual(documentAddress('a.md', null, new URL('https://b.example/wiki')), {
    url: 'https://b.example/wiki/a.md',
  });
  assert.partialDeepStrictEqual(documentAddress('\ud800.md', null, base), {
    url: 'https://b.example/wiki/%EF%BF%BD.md',
  });
});

test('an address that is no web address is not used, and the remark shows its first 80 characters', () => {
  for (const [named, baseUrl] of [
    ['mailto:a@b.example', null],
    ['page', null],
    ['javascript:alert(1)', base],
  ] as const) {
    const address = baseUrl === null ? { url: null, path: 'a.md' } : { url: 'https://b.example/wiki/a.md' };
    assert.partialDeepStrictEqual(documentAddress('a.md', named, baseUrl), {
      ...address,
      remark: `its address "${named}" is not an http or https URL and is not used`,
    });
  }
  const shown = (named: string) => /"(.*)"/.exec(documentAddress('a', named, null).remark ?? '')?.[1];
  assert.equal(shown('x'.repeat(80)), 'x'.repeat(80));
  assert.notEqual(shown('x'.repeat(81)), 'x'.repeat(81));
  assert.ok((shown('x'.repeat(200)) ?? '').length >= 79);
});

test('a private address is used only if it is at the base, and a long one never', () => {
  const router = 'http://192.168.1.1/reboot';
  const whys = [
    [router, 'is private'],
    ['http://[::1]/', 'is private'],
    ['http://app.localhost:8080/', 'is private'],
    ['http://metadata.google.internal/', 'is private'],
    ['http://../a', 'is not an http or https URL'],
    [`https://a.example/${'x'.repeat(2_048)}`, 'is longer than 2048 characters'],
  ] as const;
  for (const [named, why] of whys) {
    const { remark = '', ...address } = documentAddress('a.md', named, null);
    assert.deepEqual(address, { url: null, path: 'a.md' });
    assert.match(remark, new RegExp(`" ${why} and is not used$`));
  }
  const own = new URL('http://192.168.1.1/wiki/');
  assert.partialDeepStrictEqual(documentAddress('a.md', router, own), { url: router });
  assert.partialDeepStrictEqual(documentAddress('a.md', 'http://wiki.lan/a', null), {
    url: 'http://wiki.lan/a',
  });
});
