import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preflightHeadersFor } from './hooks.ts';

const isAllowed = { allows: (origin: string) => origin === 'https://chat.test', asksForKeys: false };
const [CHAT, OTHER] = ['https://chat.test', 'https://other.test'];

/** The headers that a page of this origin may add if it asks for these. */
function granted(origin: string, wanted: string | undefined, options = isAllowed): string[] {
  const headers = { origin, ...(wanted !== undefined && { 'access-control-request-headers': wanted }) };
  return (preflightHeadersFor({ headers }, options)['access-control-allow-headers'] ?? '').split(', ');
}

test('a page that may use every interface may add the headers it asks for', () => {
  const added = granted(CHAT, 'authorization,x-stainless-lang, x-title');
  assert.deepEqual(added.slice(-2), ['x-stainless-lang', 'x-title']);
  assert.ok(added.includes('Content-Type'));
  assert.ok(!granted(OTHER, 'x-title').includes('x-title'));
  assert.deepEqual(granted(CHAT, undefined), granted(OTHER, 'x-title'));
});

test('if keys are needed, a page of any origin may: a preflight has no key', () => {
  assert.ok(granted(OTHER, 'x-title', { ...isAllowed, asksForKeys: true }).includes('x-title'));
});

test('only names of headers are repeated, and no more than fit', () => {
  const usual = granted(OTHER, undefined);
  for (const wanted of ['a b', 'x-a\u0007', '*', '', ',,,', 'x'.repeat(101)])
    assert.deepEqual(granted(CHAT, wanted), usual, wanted);
  assert.ok(granted(CHAT, 'x-a,'.repeat(10_000)).length < 400);
});
