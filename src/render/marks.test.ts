import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Source } from '../core/source.ts';
import { render } from './render.ts';

const SOURCES = [1, 2, 3].map((index) => ({
  index,
  title: 'T',
  url: `https://a.example/${index}`,
})) as unknown as Source[];

function says(cases: Readonly<Record<string, string>>, language = 'en'): void {
  for (const [markdown, expected] of Object.entries(cases))
    assert.equal(render(markdown, SOURCES, language).speech, expected, markdown);
}

test('omits citations in the notations of models, and the text between two', () => {
  says({
    'One [Source 1], two (Sources 1, 2), three [1†source], four 〔1〕 and five [doc 2].':
      'One, two, three, four and five.',
    'One [1], [2]. Two [1]-[3]. Three [1–3], [4].': 'One. Two. Three.',
    'Rain<sup>1</sup> and snow<sup>[2]</sup>, wind ¹ ².': 'Rain and snow, wind.',
    'See (Source code) and figure (3).': 'See (Source code) and figure (3).',
  });
});

test('reads superscripts and subscripts as part of the word', () => {
  says({
    'H<sub>2</sub>O, CO₂, 10<sup>6</sup>, the XX<sup>e</sup>, note^1^':
      'H2O, CO2, 10 to the power of 6, the XXe, note.',
    'Ⅳ and ①': 'IV and 1.',
  });
});

test('speaks signs that are typed as other characters', () => {
  says({
    'x >= 5, y <= 3, z != 4 -> done => end': 'x at least 5, y at most 3, z is not equal to 4 to done to end.',
    'Use `a >= 2`. <!-- no --> Next': 'Use a at least 2. Next.',
    'Supports Redis >= 2.6.12.': 'Supports Redis at least 2.6.12.',
  });
  says({ 'x >= 5 -> y': 'x ≥ 5, y.' }, 'pl');
});

test('speaks no marks of Markdown dialects', () => {
  says({
    '==marked== and ++added++ in C++, a == 1': 'marked and added in C++, a equals 1.',
    '::: tip\nText\n:::': 'tip Text.',
    '> [!NOTE]\n> Mind it.': 'Note: Mind it.',
    'See ./src/a.ts.': 'See src a.ts.',
  });
});

test('speaks formulas without layout commands', () => {
  says({
    '$\\text{speed} = \\frac{\\text{distance}}{\\text{time}}$': 'speed equals distance over time.',
    '\\begin{align} a &= b \\\\ c &= d \\end{align}': 'a equals b c equals d.',
    '$\\sum_{i=1}^n i$ at $90^\\circ$, $x \\in A \\cup \\mathbb{R}$':
      'sum of i equals 1 to n i at ninety degrees, x in A union R.',
  });
  says({ '\\begin{align} a &= \\hat{b} \\in \\alpha \\end{align}': 'a b alpha.' }, 'ja');
});
