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

test('a citation that is part of its sentence is spoken, every other one is not', () => {
  says('en', {
    'According to [1], it opened in May [2].': 'According to source 1, it opened in May.',
    'See [1] and [2].': 'See source 1 and source 2.',
    'Sources [1], [2] and [3] agree (see [1]).': 'Sources 1, 2 and 3 agree.',
    '[1] says so. [2] The rest [3] is new.': 'Source 1 says so. The rest is new.',
    'In [2] it is older.': 'In source 2 it is older.',
    'This is what he lives in [1].': 'This is what he lives in.',
  });
  says('de', { 'Laut [1] ist es offen.': 'Laut Quelle 1 ist es offen.' });
  says('nl', { 'Volgens [1] is het open.': 'Volgens is het open.' });
});

test('a raised number after a word is a reference, and one after a unit is a power', () => {
  says('en', {
    'It closed in May² and June^3^, on 5 m².': 'It closed in May and June, on five square meters.',
    'It grew.^1,2^ It ended.': 'It grew. It ended.',
  });
});

test('numbers keep their sign and their form, and codes stay whole', () => {
  says('en', {
    'It was –5 °C, then 16–18 °C.':
      'It was minus five degrees Celsius, then sixteen to eighteen degrees Celsius.',
    'Call 555-1234 or use fe80::1.': 'Call 555-1234 or use fe80::1.',
    'Open my%20file.pdf at 100%20.': 'Open my file.pdf at 100%20.',
  });
});

test('code, images, struck words, citations and typed signs are read inside a line', () => {
  const cases = {
    'Use `a[1]` or `<b>` here.': 'Use a 1 or b here.',
    '`x^2` and `$y$` and `a_b`': 'x 2 and y and a b.',
    'a `b -> c` d': 'a b to c d.',
    '~~old~~ new': 'new.',
    '![a photo](x.png) shows': 'a photo shows.',
    'a [1], [2] b': 'a b.',
    'a [1]-[3] b': 'a b.',
    'a [1] and b': 'a and b.',
    'ends [1][2]. More': 'ends. More.',
    'one\n[1] two': 'one two.',
    'line  \nbreak': 'line break.',
    '**a**b': 'ab.',
    '$x^2$ is': 'x squared is.',
    'a -> b': 'a to b.',
    'x => y': 'x to y.',
    'a >= b, c != d, e !== f, g <= h, i == j':
      'a at least b, c is not equal to d, e is not equal to f, g at most h, i equals j.',
    '- [x] done': 'Done: done.',
  };
  says('en', cases);
  says('und', { 'a -> b': 'a, b.', 'x>=y': 'x≥y.', '- [x] done': 'done.', '$x^2$ is': 'x 2 is.' });
});
