import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from '../core/tokens.ts';
import { fill, type Round, whole } from './fill.ts';
import { toUnit, toUnits, type Unit } from './units.ts';
import type { Window } from './window.ts';

/** A page of units, each of about `tokens` tokens in words of its own. */
function pageOf(name: string, count: number): readonly Unit[] {
  let from = 0;
  return Array.from({ length: count }, (_, at) => {
    const text = ['one', 'two', 'six', 'ten'].map((word) => `${name}${at}${word} `).join('');
    const unit = toUnit(text, from, from + text.length);
    from += text.length;
    return { text, from: unit.from, to: unit.to, tokens: 10, words: text.trim().split(' ') };
  });
}

const [A, B] = [pageOf('a', 6), pageOf('b', 6)];
const windowOf = (page: number, from: number, to: number): Window => ({ page, from, to, score: 1 });

/** The selected units, as page letter and position. */
function taken(rounds: readonly Partial<Round>[], once = false, units = [A, B]): readonly string[] {
  const filled = rounds.map((round) => ({ windows: [], limit: 1000, quota: 1000, ...round }));
  return [...fill(units, filled, once)].map(({ words }) => words[0]?.slice(0, 2) ?? '');
}

test('windows are taken while they fit, each with a token for the gap in front of it', () => {
  const windows = [windowOf(0, 0, 2), windowOf(1, 0, 2)];
  assert.deepEqual(taken([{ windows, limit: 42 }]), ['a0', 'a1', 'b0', 'b1']);
  assert.deepEqual(taken([{ windows, limit: 41 }]), ['a0', 'a1']);
  assert.deepEqual(taken([{ windows, limit: 21 }]), ['a0', 'a1']);
  assert.deepEqual(taken([{ windows, limit: 20 }]), []);
});

test('a window next to a selected one needs no gap, and selected units cost nothing', () => {
  const first = windowOf(0, 2, 3);
  for (const beside of [windowOf(0, 3, 4), windowOf(0, 1, 2)])
    assert.equal(taken([{ windows: [first, beside], limit: 21 }]).length, 2);
  assert.equal(taken([{ windows: [first, windowOf(0, 4, 5)], limit: 21 }]).length, 1);
  assert.deepEqual(taken([{ windows: [first, windowOf(0, 1, 4)], limit: 31 }]), ['a2', 'a1', 'a3']);
});

test('a smaller window is taken where a larger one does not fit', () => {
  assert.deepEqual(taken([{ windows: [windowOf(0, 0, 6), windowOf(1, 0, 1)], limit: 30 }]), ['b0']);
});

test('no page gets more than its quota, counted over all rounds', () => {
  const windows = [windowOf(0, 0, 1), windowOf(0, 2, 3), windowOf(1, 0, 1)];
  assert.deepEqual(taken([{ windows, quota: 21 }]), ['a0', 'b0']);
  assert.deepEqual(
    taken([
      { windows, quota: 21 },
      { windows, quota: 22 },
    ]),
    ['a0', 'b0', 'a2'],
  );
});

test('a limit applies to everything selected so far', () => {
  const rounds = [
    { windows: [windowOf(0, 0, 1)], limit: 11 },
    { windows: [windowOf(1, 0, 1)], limit: 21 },
  ];
  assert.deepEqual(taken(rounds), ['a0']);
});

test('a round for pages that have nothing gives nothing to the others', () => {
  const windows = [windowOf(0, 2, 3), windowOf(1, 0, 1), windowOf(1, 2, 3)];
  assert.deepEqual(taken([{ windows: [windowOf(0, 0, 1)] }, { windows, onlyFirst: true }]), ['a0', 'b0']);
});

test('what another unit says is taken once, where that is asked for', () => {
  const copy = pageOf('a', 6);
  const windows = [windowOf(0, 0, 2), windowOf(1, 0, 3)];
  // With a fifth word, the units are long enough for their runs of three words to be compared.
  const long = (units: readonly Unit[]) =>
    units.map((unit) => ({ ...unit, words: [...unit.words, `${unit.words[0]}x`, `${unit.words[0]}y`] }));
  assert.deepEqual(taken([{ windows }], true, [long(A), long(copy)]), ['a0', 'a1', 'a2']);
  assert.equal(taken([{ windows }], false, [long(A), long(copy)]).length, 5);
});

test('looking ends where no sentence would fit any more', () => {
  let looked = 0;
  function* windows() {
    for (let from = 0; from < 6; from++) {
      looked++;
      yield windowOf(0, from, from + 1);
    }
  }
  fill([A], [{ windows: windows(), limit: 28, quota: 1000 }], false);
  assert.equal(looked, 3);
});

const TEXT = 'The tower is 330 metres high. It was built for the world fair of 1889. ';

test('takes everything if it just fits, otherwise nothing', () => {
  const units = [toUnits(TEXT)];
  const tokens = units.flat().reduce((sum, unit) => sum + unit.tokens, 1);
  assert.equal(whole(units, tokens, false)?.size, 2);
  assert.equal(whole(units, tokens - 1, false), undefined);
});

test('takes repeats of several texts once, and keeps repeats within a text', () => {
  const twice = toUnits(TEXT + TEXT);
  const taken = whole([twice, toUnits(TEXT)], 10 * countTokens(TEXT), true);
  assert.deepEqual([...(taken ?? [])], twice);
  assert.equal(whole([twice, toUnits(TEXT)], 10 * countTokens(TEXT), false)?.size, 6);
});

test('counts the tokens of a unit on demand', () => {
  for (const unit of toUnits(TEXT)) assert.equal(unit.tokens, countTokens(` ${unit.text.trim()}`));
});
