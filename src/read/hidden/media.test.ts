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

/** What a person at a usual screen has, by feature, and a value that is another's. */
const FEATURES: Readonly<Record<string, readonly [has: string, lacks: string]>> = {
  'prefers-contrast': ['no-preference', 'more'],
  'prefers-reduced-transparency': ['no-preference', 'reduce'],
  'prefers-reduced-data': ['no-preference', 'reduce'],
  'prefers-reduced-motion': ['no-preference', 'reduce'],
  'prefers-color-scheme': ['light', 'dark'],
  'inverted-colors': ['none', 'inverted'],
  'color-gamut': ['srgb', 'rec2020'],
  'dynamic-range': ['standard', 'high'],
  scan: ['progressive', 'interlace'],
  'overflow-block': ['scroll', 'paged'],
  'overflow-inline': ['scroll', 'none'],
  hover: ['hover', 'none'],
  'any-hover': ['hover', 'none'],
  pointer: ['fine', 'coarse'],
  'any-pointer': ['fine', 'none'],
  scripting: ['enabled', 'none'],
  orientation: ['landscape', 'portrait'],
  update: ['fast', 'slow'],
  grid: ['0', '1'],
  'forced-colors': ['none', 'active'],
  'display-mode': ['browser', 'standalone'],
  resolution: ['1dppx', '2dppx'],
  'device-pixel-ratio': ['1', '2'],
  color: ['8', '9'],
  'color-index': ['0', '256'],
  monochrome: ['0', '1'],
};
/** Features that a person has, of which the usual value means having none. */
const WITHOUT = new Set(['inverted-colors', 'grid', 'forced-colors', 'color-index', 'monochrome']);

for (const [feature, [has, lacks]] of Object.entries(FEATURES)) {
  test(`knows a usual screen's ${feature}`, () => {
    assert.equal(holdsOnScreen(`(${feature}: ${has})`), true);
    assert.equal(holdsOnScreen(`(${feature}: ${lacks})`), false);
    assert.equal(holdsOnScreen(`(${feature})`), !WITHOUT.has(feature));
  });
}

test('compares sizes by every sign, from either side', () => {
  for (const width of ['width', 'device-width', 'height', 'device-height']) {
    for (const holds of [
      `${width} > 99px`,
      `${width} >= 99px`,
      `99px < ${width}`,
      `9px <= ${width} < 9999px`,
    ])
      assert.equal(holdsOnScreen(`(${holds})`), true, holds);
    for (const fails of [
      `${width} < 99px`,
      `${width} <= 99px`,
      `${width} = 99px`,
      `99px > ${width}`,
      `9999px = ${width}`,
    ])
      assert.equal(holdsOnScreen(`(${fails})`), false, fails);
  }
  for (const bound of [
    'resolution >= 96dpi',
    'resolution <= 96dpi',
    'resolution = 1x',
    '96dpi <= resolution',
    '1 >= monochrome',
  ])
    assert.equal(holdsOnScreen(`(${bound})`), true, bound);
  for (const beyond of ['resolution > 96dpi', 'resolution < 96dpi', '1x < resolution', 'width > nonsense'])
    assert.equal(holdsOnScreen(`(${beyond})`), false, beyond);
});

test('a condition too long to be meant does not hold', () => {
  const padded = (chars: number) => `(min-width: 1px)${' '.repeat(chars - '(min-width: 1px)'.length)}`;
  assert.equal(holdsOnScreen(padded(2000)), true);
  assert.equal(holdsOnScreen(padded(2001)), false);
});
