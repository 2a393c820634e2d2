import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '@sayso/markdown';
import { tokensToSpeech } from './speech.ts';

function says(language: string, cases: Readonly<Record<string, string>>): void {
  for (const [markdown, expected] of Object.entries(cases))
    assert.equal(tokensToSpeech(parseMarkdown(markdown, 3), language), expected, markdown);
}

test('says each form of English alone as it is said', () => {
  says('en', {
    '911': '911.',
    '90210': '90210.',
    'It is 5/12 today.': 'It is 5/12 today.',
    'He lost 8/10.': 'He lost 8/10.',
    'From 9/11 on.': 'From 9/11 on.',
    '1/16 and 3/32': '1/16 and 3/32.',
    '0/5': '0/5.',
    '1/8th': '1/8th.',
    '½ cup, ¾ kg, 1¼ mi': 'one half cup, 3 quarters of a kilogram, 1 and one quarter miles.',
    '⅓': 'one third.',
    'Mr. Smith Jr.': 'Mister Smith Junior.',
    'size XL': 'size XL.',
    '03/05/2024': 'March fifth, twenty twenty-four.',
    'the 1st': 'the first.',
    'the 80s': 'the 80s.',
    '1900–1905': 'nineteen hundred to nineteen oh five.',
    'May 5–7': 'May 5 to 7.',
    'on the 4th July 1776': 'on the fourth of July seventeen seventy-six.',
    '44 BC': '44 BC.',
    'at 17:30': 'at 17:30.',
    '5 a.m.': '5 AM.',
    'at 5–7 pm': 'at 5 to 7 PM.',
    $5: 'five dollars.',
    '$3 billion': 'three billion dollars.',
    '¥500': 'five hundred yen.',
    '5 USD': 'five US dollars.',
    '20 cents': '20 cents.',
    '$1,000,000': 'one million dollars.',
    '5 km': 'five kilometers.',
    '3 kg': 'three kilograms.',
    '-5 °C': 'minus five degrees Celsius.',
    '5 m²': 'five square meters.',
    '100 mph': 'one hundred miles per hour.',
    '3×4': '3 by 4.',
    '2^3': '2 cubed.',
    '3.5 l': 'three point five liters.',
    '60 fps': 'sixty frames per second.',
    'About ~50 people': 'About 50 people.',
    'it came about. ~50 people': 'it came about. about 50 people.',
    '< 3': 'less than 3.',
    '5 - 3': '5 - 3.',
    '#1': 'number 1.',
    'pp. 5–7': 'pages 5 to 7.',
    'e.g. this': 'for example this.',
    'approx. 5': 'approximately 5.',
    'Mt. Fuji': 'Mount Fuji.',
    'a.k.a. him': 'also known as him.',
    '+1 212 555 0100': 'plus 1, 2 1 2, 5 5 5, 0 1 0 0.',
    '+49 30 123456': 'plus 4 9, 3 0, 1 2 3 4 5 6.',
    'version 3.10': 'version 3.10.',
    'https://a.example/b': 'a dot example.',
    'C#': 'C sharp.',
    'AT&T': 'AT and T.',
    'F-16': 'F-16.',
    '4K': '4K.',
    CO2: 'CO2.',
    '1,5': '1,5.',
    '1,000.5': '1,000.5.',
    '5-3': '5 to 3.',
    '2-1': '2 to 1.',
    '5 to 6': '5 to 6.',
    'A → B': 'A to B.',
    '5 > 3': '5 more than 3.',
    'Gen. 1:1-3': 'Gen. 1:1-3.',
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
