import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodTest } from './period.ts';

const NOW_MS = Date.parse('2026-11-22');
const isTimely = (text: string, day: string | null, scope = {}) =>
  periodTest({ text, scope: { since: null, until: null, ...scope } }, NOW_MS)(day);

test('a page without a date, and a question without a period, exclude nothing', () => {
  assert.equal(isTimely('Who won in 2020?', null), true);
  assert.equal(isTimely('Who built the tower?', '1999-01-01'), true);
  assert.equal(isTimely('How many people are in room 2050?', '2019-01-01'), true);
  assert.equal(isTimely('What costs 2,000.50 euros or 1.999 dollars?', '1995-01-01'), true);
});

test('the period of the scope counts on both sides', () => {
  const scope = { since: '2024-02-01', until: '2024-02-29' };
  for (const [day, expected] of [
    ['2024-01-31T23:59:00Z', false],
    ['2024-02-01', true],
    ['2024-02-29T12:00:00Z', true],
    ['2024-03-01', false],
  ] as const)
    assert.equal(isTimely('What happened?', day, scope), expected, day);
});

test('a page from before the first year of the question cannot cover that year, a later one can', () => {
  assert.equal(isTimely('Who won in 2020 and 2022?', '2019-12-31'), false);
  assert.equal(isTimely('Who won in 2020 and 2022?', '2020-01-01'), true);
  assert.equal(isTimely('Who won in 2022, and who in 2020?', '2020-01-01'), true);
  assert.equal(isTimely('Who won in 2020?', '2025-01-01'), true);
  assert.equal(isTimely('Who won in 2020?', '2019-12-31'), false);
  assert.equal(isTimely('Who won in 2026?', '2025-12-31'), false);
});

test('a question about the present needs a page of the last year, in several languages', () => {
  for (const text of [
    'What is the latest version?',
    'Wer ist derzeit Trainer?',
    'Qui est l’actuel pape ?',
    '¿Quién es actualmente presidente?',
    'Che tempo fa oggi a Roma?',
  ])
    assert.deepEqual([isTimely(text, '2025-11-21'), isTimely(text, '2025-11-22')], [false, true], text);
  assert.equal(isTimely('How does alternating current flow?', '2005-06-01'), true);
});
