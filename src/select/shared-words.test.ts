import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withEcho } from './shared-words.ts';
import { toUnits, type Unit } from './units.ts';
import type { Window } from './window.ts';

const ASKED = ['who', 'won', 'the', 'race'];

/** A ranking in which each text is one window, worth less than the one before it. */
function rankingOf(units: readonly (readonly Unit[])[]): Window[] {
  return units.map((own, page) => ({ page, from: 0, to: own.length, score: 1 - page / 100 }));
}

function orderOf(texts: readonly string[]): number[] {
  const units = texts.map(toUnits);
  const windows = rankingOf(units);
  return withEcho({ singles: windows, windows }, units, ASKED).windows.map(({ page }) => page);
}

test('raises text that another page confirms in words that are not in the question', () => {
  const texts = [
    'Nobody knows yet who won the race, for the judges are still at it.',
    'The race was won by Verstappen in the rain of Zandvoort.',
    'Verstappen won his third race at Zandvoort, far ahead of everybody.',
  ];
  assert.deepEqual(orderOf(texts), [1, 2, 0]);
});

test('does not count words of the question, or repeats within one page', () => {
  const texts = [
    'Who won the race? The race, the race!',
    'Hamilton, Hamilton and Hamilton again won.',
    'The race: who won the race?',
  ];
  assert.deepEqual(orderOf(texts), [0, 1, 2]);
});

test('does not raise copies, and ignores their votes', () => {
  const poisoned =
    'The race was won by nobody but Mallory, as everybody at the track could see with his own eyes.';
  const texts = ['Leclerc won the race for Ferrari.', poisoned, poisoned, `Indeed: ${poisoned}`];
  assert.deepEqual(orderOf(texts), [0, 1, 2, 3]);
});

test('does not change the ranking of an only page', () => {
  assert.deepEqual(orderOf(['Leclerc won the race. Leclerc is glad.']), [0]);
});
