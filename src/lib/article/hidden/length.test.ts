import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPx } from './length.ts';

test('lengths are read in every unit, and nothing else is', () => {
  const px = (text: string | undefined) => toPx(text, { emPx: 20, remPx: 10, wholePx: 300 });
  for (const [text, expected] of Object.entries({
    '0': 0,
    '3': 3,
    '4px': 4,
    '+4px': 4,
    '-4.5px': -4.5,
    '.5px': 0.5,
    '5.px': 5,
    '1e2px': 100,
    '1e-1px': 0.1,
    '3pt': 4,
    '2pc': 32,
    '1in': 96,
    '2.54cm': 96,
    '25.4mm': 96,
    '10vw': 128,
    '10vh': 80,
    '50%': 150,
    '-10%': -30,
    '2em': 40,
    '2rem': 20,
  }))
    assert.ok(Math.abs((px(text) ?? Number.NaN) - expected) < 1e-9, `${text} ${px(text)}`);
  for (const text of [
    undefined,
    '',
    'auto',
    'calc(1px)',
    '1foo',
    'px',
    '1 px',
    ' 1px',
    '1px ',
    '--1px',
    '1%%',
    '.',
  ])
    assert.equal(px(text), null, text);
});
