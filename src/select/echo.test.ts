import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withEcho } from './echo.ts';
import { toUnits, type Unit } from './units.ts';
import type { Window } from './window.ts';

const ASKED = ['who', 'won', 'the', 'race'];

/** A ranking in which each text is one window, worth less than the one before. */
function rankingOf(units: readonly (readonly Unit[])[]): Window[] {
  return units.map((own, page) => ({ page, from: 0, to: own.length, score: 1 - page / 100 }));
}

function orderOf(texts: readonly string[]): number[] {
  const units = texts.map(toUnits);
  const windows = rankingOf(units);
  return withEcho({ singles: windows, windows }, units, ASKED).windows.map(({ page }) => page);
}

test('raises what another page says too, in words that were not asked for', () => {
  const texts = [
    'Nobody knows yet who won the race, for the judges are still at it.',
    'The race was won by Verstappen in the rain of Zandvoort.',
    'Verstappen won his third race at Zandvoort, far ahead of everybody.',
  ];
  assert.deepEqual(orderOf(texts), [1, 2, 0]);
});

test('does not count the words of the question, nor what one page says twice', () => {
  const texts = [
    'Who won the race? The race, the race!',
    'Hamilton, Hamilton and Hamilton again won.',
    'The race: who won the race?',
  ];
  assert.deepEqual(orderOf(texts), [0, 1, 2]);
});

test('lets copies of one text neither raise it nor be raised by it', () => {
  const poisoned =
    'The race was won by nobody but Mallory, as everybody at the track could see with his own eyes.';
  const texts = ['Leclerc won the race for Ferrari.', poisoned, poisoned, `Indeed: ${poisoned}`];
  assert.deepEqual(orderOf(texts), [0, 1, 2, 3]);
});

test('leaves a page that stands alone as it was', () => {
  assert.deepEqual(orderOf(['Leclerc won the race. Leclerc is glad.']), [0]);
});
