import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsOnScreen } from './media.ts';

const HOLDS = [
  '',
  'all, print',
  'only screen and (min-width: 300px)',
  'not print',
  'not (min-width: 9000px)',
  '(min-width: 0) and (max-width: 9999px)',
  '(0px <= width <= 9999px)',
  '(300px < width)',
  '(width >= calc(1px + 1px))',
  '(min-width: calc(10em + 1px))',
  '(min-aspect-ratio: 1/1)',
  '(aspect-ratio > 1)',
  '(orientation: landscape)',
  '(min-resolution: 1dpi)',
  '(resolution: 96dpi)',
  'screen and (-webkit-min-device-pixel-ratio: 0)',
  '(monochrome: 0)',
  '(min-color: 1)',
  '(color)',
  '(hover)',
  '(scripting)',
  '(prefers-contrast: no-preference)',
];

for (const condition of HOLDS) {
  test(`holds on a screen: ${condition}`, () => assert.ok(holdsOnScreen(condition)));
}

const DOES_NOT_HOLD = [
  'print',
  'not screen',
  '(max-width: 600px)',
  '(width < 900px)',
  '(1px <= height <= 10px)',
  '(max-aspect-ratio: 1/1)',
  '(min-resolution: 2dppx)',
  '(-webkit-min-device-pixel-ratio: 1.5)',
  '(monochrome)',
  '(prefers-color-scheme: dark)',
  '(min-width: nonsense)',
  '(never-heard-of: 1)',
  '(constructor)',
  `(width > ${'('.repeat(5_000)}`,
];

for (const condition of DOES_NOT_HOLD) {
  test(`does not hold on a screen: ${condition.slice(0, 60)}`, () => assert.ok(!holdsOnScreen(condition)));
}
