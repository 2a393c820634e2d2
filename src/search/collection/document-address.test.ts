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
    assert.deepEqual(documentAddress('a.md', named, baseUrl), { url });
});

test('a document without an address is below the base, or has only its path', () => {
  for (const named of [null, undefined, '']) {
    assert.deepEqual(documentAddress('a/b c.md', named, null), { path: 'a/b c.md' });
    assert.deepEqual(documentAddress('a/b c?#.md', named, base), {
      url: 'https://b.example/wiki/a/b%20c%3F%23.md',
    });
  }
  assert.deepEqual(documentAddress('a.md', null, new URL('https://b.example/wiki')), {
    url: 'https://b.example/wiki/a.md',
  });
  assert.deepEqual(documentAddress('\ud800.md', null, base), { url: 'https://b.example/wiki/%EF%BF%BD.md' });
});

test('an address that is no web address is not used, and the remark shows its first 80 characters', () => {
  for (const [named, baseUrl] of [
    ['mailto:a@b.example', null],
    ['page', null],
    ['javascript:alert(1)', base],
  ] as const) {
    const address = baseUrl === null ? { path: 'a.md' } : { url: 'https://b.example/wiki/a.md' };
    assert.deepEqual(documentAddress('a.md', named, baseUrl), {
      ...address,
      remark: `its address "${named}" is not an http or https URL and is not used`,
    });
  }
  const shown = (named: string) => /"(.*)"/.exec(documentAddress('a', named, null).remark ?? '')?.[1];
  assert.equal(shown('x'.repeat(80)), 'x'.repeat(80));
  assert.notEqual(shown('x'.repeat(81)), 'x'.repeat(81));
  assert.ok((shown('x'.repeat(200)) ?? '').length >= 79);
});
