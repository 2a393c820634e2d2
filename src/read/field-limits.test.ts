import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withinFieldLimits } from './field-limits.ts';

const EMPTY = { text: 'a', title: '', siteName: null, author: null, publishedAt: null, language: null };

test('a title is cut at its limit, and longer names, dates and languages are left out', () => {
  const at = (chars: number) => '𝒂'.repeat(chars);
  const full = {
    ...EMPTY,
    title: at(300),
    siteName: at(120),
    author: at(120),
    publishedAt: at(40),
    language: at(35),
  };
  assert.deepEqual(withinFieldLimits(full), full);
  const { title, ...rest } = withinFieldLimits({
    ...EMPTY,
    title: at(301),
    siteName: at(121),
    author: at(121),
    publishedAt: at(41),
    language: at(36),
  });
  assert.equal(title, `${at(299)}…`);
  assert.deepEqual(rest, { text: 'a', siteName: null, author: null, publishedAt: null, language: null });
});
