import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equationsIn, numbersIn } from './equations.ts';

const areRight = (text: string, language = 'en') => equationsIn(text, language)?.areRight ?? null;

test('right equations are found in LaTeX and in plain text, rounded and with other units', () => {
  for (const text of [
    String.raw`P = 1.732 \times 480 \times 30 \times 0.85 \approx 21.2\ \text{kW} \]`,
    String.raw`For one charger, \(P = V \times I = 240 \times 40 = 9.6\ \text{kW}\).`,
    '240 V × 40 A = 9,600 W',
    '(5 + 3) × 2 = 16, and 2^10 = 1024',
    '√16 = 4',
  ])
    assert.equal(areRight(text), true, text);
  assert.equal(areRight(String.raw`\text{BMI} = \frac{95}{1{,}75^2} \approx 31{,}0`, 'de'), true);
  assert.deepEqual(numbersIn(String.raw`I = 30\ \text{A}, 1{,}75`, 'de'), [30, 1.75]);
});

test('an equation that is wrong is noticed, even beside one that is right', () => {
  assert.equal(areRight(String.raw`$12 \times 250 = 3000$ to $12 \times 300 = 4600$`), false);
  assert.equal(areRight(String.raw`\text{BMI} = \frac{95}{1{,}75^2} \approx 35{,}0`, 'de'), false);
  assert.equal(areRight('10 - 3 = 8'), false);
});

test('an equation with anything unknown is not judged', () => {
  for (const text of [
    '$$6 + 2d = 60$$',
    'x + 2 × 3 = 10',
    'f(3) + 2 = 8',
    String.raw`\cos 60 \times 2 = 1`,
    '2(x + 1) × 3 = 9',
    '2020-2023 = 3 years',
    'y = mx + b',
    '((((((1 + 2 = 3',
  ])
    assert.equal(areRight(text), null, text);
});
