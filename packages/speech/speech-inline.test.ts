import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '@sayso/markdown';
import { tokensToSpeech } from './speech.ts';

function says(language: string, cases: Readonly<Record<string, string>>): void {
  for (const [markdown, expected] of Object.entries(cases))
    assert.equal(tokensToSpeech(parseMarkdown(markdown, 3), language), expected, markdown);
}

test('a formula is spoken with words for its signs, powers and letters', () => {
  says('en', {
    '\\(x^2 + y^3 = z^{10}\\)': 'x squared plus y cubed equals z to the power of 10.',
    '\\(a · b − c \\cdot d\\)': 'a times b minus c times d.',
    '\\(\\dfrac{a}{b} \\leq \\sin \\varphi\\)': 'a over b at most sin phi.',
    '\\(\\text{mass} = \\vec{v}\\), \\(90^\\circ\\)': 'mass equals v, ninety degrees.',
    '\\(\\sum_{i=1}^{n} i\\), \\(\\sum_i^n i\\)': 'sum of i equals 1 to n i, sum of i to n i.',
    '\\(5\\%\\)': '5 %.',
  });
});

test('commands without a word, and the frame of a matrix, are not spoken', () => {
  says('en', {
    '\\(\\unknown x_1\\)': 'x 1.',
    '\\(\\begin{matrix} a \\end{matrix}\\)': 'a.',
    '\\(\\begin{array}{lcr} a & b \\end{array}\\)': 'a b.',
  });
});

test('in a language without rules, a formula is its letters and numbers', () => {
  says('nl', {
    '\\(x^2 + y^n\\)': 'x 2 y n.',
    '\\(\\sum_{i=1}^{n} \\alpha\\)': 'i 1 n alpha.',
  });
  says('nl', { '- [x] een\n- [ ] twee': 'een. twee.' });
});

test('the marks of code are not spoken, and its arrows and comparisons are', () => {
  says('en', { '`a[1]`': 'a 1.', '`x <= 5 | y`': 'x at most 5 y.', '`a -> b`': 'a to b.' });
});
