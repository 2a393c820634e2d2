import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertBounded } from '../../../test/support/bounded.ts';
import { seenIn } from '../../../test/support/seen-text.ts';

/** A paragraph in a box, by a sheet with rules for `.box` and `.x`. */
const told = (sheet: string, attributes = '') =>
  seenIn(`<style>${sheet}</style><div class=box><p class=x ${attributes}>told</p></div>`);

const HIDES = [
  '.x{--a:var(--b);--b:var(--a);display:var(--a,none)}',
  '.x{--a:initial;display:var(--a,none)}',
  '.box{--a:none;--b:var(--a)} .x{--a:block;display:var(--b)}',
  '.x{display:var(--a, var(--b, var(--c, var(--d, none))))}',
  '.box{--a:none} .x{--a:block;--a:inherit;display:var(--a)}',
  '.x{opacity:env(unheard, 0)}',
  '.x{display:none;display:var(--missing) block;display:none}',
];
for (const sheet of HIDES) {
  test(`hides by the values of ${sheet}`, () => assert.equal(told(sheet), ''));
}

const SHOWS = [
  '.x{display:none;all:unset}',
  '.box{color:transparent} .x{all:initial}',
  '.x{--d:block;display:var(--d,none)}',
  '.x{--a:var(--missing);display:var(--a,block)}',
  '.x{--a:none;--b:var(--a) solid;border:var(--b)}',
  '.box{-webkit-text-fill-color:transparent} .x{-webkit-text-fill-color:initial}',
];
for (const sheet of SHOWS) {
  test(`shows in spite of the values of ${sheet}`, () => assert.equal(told(sheet), 'told'));
}

test('takes a value that is taken back for none', () => {
  assert.equal(told('.x{display:revert-layer}', 'hidden'), '');
  assert.equal(told('.x{display:unset}', 'hidden'), 'told');
});

test('follows long chains of properties, and ends at once where they never end', async () => {
  const chain = Array.from({ length: 100 }, (_, i) => `--a${i}:var(--a${i + 1});`).join('');
  assert.equal(told(`.x{${chain}--a100:none;display:var(--a0)}`), '');
  assert.equal(told(`.x{display:${'var(--b,'.repeat(60)}none${')'.repeat(60)}}`), '');
  const endless = Array.from({ length: 5_000 }, (_, i) => `--a${i}:var(--a${i + 1}) var(--a${i + 2});`).join(
    '',
  );
  await assertBounded(() => told(`.x{${endless}display:var(--a0)}`));
  await assertBounded(() => told(`.x{${'--a:var(--a,'.repeat(20_000)}}`));
});
