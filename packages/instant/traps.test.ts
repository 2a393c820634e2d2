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

test('a temperature below absolute zero is not converted', () => {
  const instant = (text: string) => findInstant(text, { nowMs, preferred: [] });
  for (const text of ['-5 K in C', '-300 °C in F', '-500 F in K', '-1 kelvin in celsius'])
    assert.equal(instant(text), null, text);
  for (const text of ['0 K in C', '-273.15 °C in K', '-40 F in C'])
    assert.notEqual(instant(text), null, text);
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
