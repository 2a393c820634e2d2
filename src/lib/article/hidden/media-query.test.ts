import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appliesOnScreen } from './media-query.ts';

const HOLDS = [
  '',
  'all, print',
  'only screen and (min-width: 300px)',
  'not print',
  'not (min-width: 9000px)',
  '(min-width: 0) and (max-width: 9999px)',
  '(width > 300px)',
  '(width>=40rem)',
  '(orientation: landscape)',
  '(prefers-contrast: no-preference)',
  '(hover: hover) and (pointer: fine)',
];
for (const condition of HOLDS) {
  test(`holds on a screen: ${condition}`, () => assert.ok(appliesOnScreen(condition)));
}

const DOES_NOT_HOLD = [
  'print',
  'not screen',
  '(max-width: 600px)',
  '(width < 900px)',
  '(prefers-color-scheme: dark)',
  '(min-width: nonsense)',
  'not (min-width: nonsense)',
  '(never-heard-of: 1)',
  'not (never-heard-of: 1)',
  '(constructor)',
  '(constructor: 1)',
  `screen${' '.repeat(500)}`,
  `(width > ${'('.repeat(5_000)}`,
];
for (const condition of DOES_NOT_HOLD) {
  test(`does not hold on a screen: ${condition.slice(0, 60)}`, () => assert.ok(!appliesOnScreen(condition)));
}
