import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findInstant } from './find-instant.ts';

const nowMs = Date.UTC(2026, 10, 22, 12);

/** Questions that resemble a question for a value but ask something else, by class. */
const traps = JSON.parse(
  readFileSync(new URL('../../test/instant/traps.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, readonly string[]>>;

test("a question that only resembles one for a value is searched, whatever its reader's language", () => {
  const all = Object.values(traps).flat();
  for (const preferred of [[], ['en-IN'], ['de-CH'], ['fr'], ['es-MX'], ['pt'], ['it']]) {
    const fired = all.filter((trap) => findInstant(trap, { nowMs, preferred }) !== null);
    assert.deepEqual(fired, [], preferred[0]);
  }
  assert.ok(all.length >= 1_000, `${all.length} traps`);
});

test('no hostile text is answered or throws', () => {
  const pieces = [
    '(',
    '2^',
    '9'.repeat(60),
    'sqrt(',
    '1,',
    '. ',
    ' in ',
    '\u0000',
    '\ud800',
    'İ',
    '-',
    '5 ft ',
  ];
  for (const piece of pieces)
    for (const count of [1, 7, 40, 5000])
      assert.doesNotThrow(() => findInstant(piece.repeat(count), { nowMs }), `${count} times ${piece}`);
});
