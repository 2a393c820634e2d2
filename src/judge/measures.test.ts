import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Assertion, toAssertion } from './assertion.ts';
import { type SourceText, toSourceText } from './evidence.ts';
import { bestWindow, measure } from './measures.ts';
import { scoreOf } from './score.ts';

/** A source with one passage for each text. The passages begin 1,000 characters apart. */
function sourceOf(texts: readonly string[], language = 'en'): SourceText {
  const passages = texts.map((text, at) => ({ text, from: at * 1000, to: at * 1000 + text.length }));
  return toSourceText({ index: 1, url: '', title: 'Harbour', snippet: '', passages }, language);
}

/** Compares with the same weight for every term, so that the expected shares can be counted. */
function compare(text: string, texts: readonly string[]) {
  const source = sourceOf(texts);
  const { weights, ...rest } = toAssertion(text, 'en');
  const claim = { ...rest, weights: new Map([...weights.keys()].map((term) => [term, 1])) };
  const window = bestWindow(claim, source);
  return { window, measures: measure(claim, source, window) };
}
const rounded = (numbers: readonly number[]) => numbers.map((one) => Math.round(one * 1000) / 1000);

const OTTERS = 'Otters swim in cold rivers.';

test('words, their order and their neighbours count by weight, in three sentences of one passage', () => {
  // Each case has the first and the last sentence of the window, then the measures: covered weight, order,
  // pairs, missing numbers, missing names.
  const cases: readonly (readonly [claim: string, texts: readonly string[], expected: readonly number[]])[] =
    [
      [OTTERS, [OTTERS], [0, 0, 1, 1, 1, 0, 0]],
      [OTTERS, ['Cold rivers. Where otters swim.'], [0, 1, 1, 0.5, 0.667, 0, 0]],
      [OTTERS, ['Otters. Nothing happened here. They swim. Rivers are cold.'], [1, 3, 0.75, 0.5, 0, 0, 0]],
      [OTTERS, ['Otters. Nobody came. Nobody. They swim. Rivers are cold.'], [2, 4, 0.75, 0.5, 0, 0, 0]],
      [OTTERS, ['Otters. They swim. Nobody came. Rivers are cold.'], [1, 3, 0.75, 0.25, 0, 0, 0]],
      [OTTERS, ['Otters swim.', 'Cold rivers.'], [0, 0, 0.5, 0.5, 0.667, 0, 0]],
      ['Inflation rises.', ['It is inflationary.'], [0, 0, 0.35, 0, 0, 0, 0]],
      ['Otters', ['Otters swim.'], [0, 0, 1, 1, 1, 0, 0]],
      ['Otters', ['Badgers dig.'], [0, 0, 0, 0, 0, 0, 0]],
      ['Otters', [], [0, 0, 0, 0, 0, 0, 0]],
      ['', ['Otters swim.'], [0, 0, 0, 0, 0, 0, 0]],
      ['The port has 12 ships.', ['It has twelve ships.'], [0, 0, 0.667, 0.667, 0, 0, 0]],
      ['The port has 12 ships, 30 cranes, 45 sheds.', ['It has ships.'], [0, 0, 0.143, 0.143, 0, 2, 0]],
      ['It lies 5 km north.', ['It lies 5,000 metres north.'], [0, 0, 1, 1, 0, 0, 0]],
      ['The old bridge of Anna Berg and Carl Dorn.', ['The bridge of Carl.'], [0, 0, 0.333, 0.333, 0, 0, 2]],
      ['The bridge of Berlin.', ['The Berliner bridge.'], [0, 0, 0.85, 0.5, 0, 0, 0]],
      ['The bridge of Anna.', ['The old bridge.'], [0, 0, 0.5, 0.5, 0, 0, 1]],
      ['Cats, cats, cats sleep.', ['Cats sleep. Dogs bark. Cats run.'], [0, 2, 1, 0.5, 0.5, 0, 0]],
    ];
  for (const [claim, texts, expected] of cases) {
    const { window, measures } = compare(claim, texts);
    const { covered, inOrder, pairs, missingNumbers, missingNames } = measures;
    const found = [window.first, window.last, covered, inOrder, pairs, missingNumbers, missingNames];
    assert.deepEqual(rounded(found), expected, JSON.stringify([claim, texts]));
  }
});

test('a source is as large as the logarithm of its terms, with those of its title', () => {
  assert.deepEqual(rounded([compare('Otters', []).measures.sourceSize]), [0.173]);
  assert.deepEqual(rounded([compare('Otters', [OTTERS]).measures.sourceSize]), [0.448]);
});

test('a score is a probability that every measure moves in its own direction', () => {
  const { measures } = compare(OTTERS, ['Otters swim. It is cold.']);
  const score = scoreOf(measures);
  assert.ok(score > 0.5 && score < 0.9, String(score));
  for (const more of ['covered', 'inOrder', 'pairs'] as const)
    assert.ok(scoreOf({ ...measures, [more]: measures[more] + 0.1 }) > score, more);
  for (const less of ['missingNumbers', 'missingNames', 'sourceSize'] as const)
    assert.ok(scoreOf({ ...measures, [less]: measures[less] + 0.1 }) < score, less);
  const nothing = { covered: 0, inOrder: 0, pairs: 0, missingNumbers: 0, missingNames: 0, sourceSize: 0 };
  assert.ok(scoreOf(nothing) < 0.5);
});

const assertion = (text: string, language = 'en'): Assertion => toAssertion(text, language);

test('a word that is rare in general weighs more, in every language', () => {
  const weigh = (word: string) => assertion(word).weights.values().next().value ?? 0;
  for (const [common, rare] of [
    ['water', 'otter'],
    ['otter', 'xochimilco'],
    ['wasser', 'feuersalamander'],
    ['人', '螈'],
  ])
    assert.ok(weigh(common ?? '') < weigh(rare ?? ''), `${common} ${rare}`);
  const words = Array.from({ length: 100 }, (_, at) => `w${at}x`).join(' ');
  assert.equal(assertion(words).terms.length, 80);
});

test('a name has a capital inside a sentence, in German as the second of two, in Japanese a title', () => {
  const names = (text: string, language: string) => [...assertion(text, language).names];
  assert.deepEqual(names('Here Anna met Dr Al and Area51 and The Zoo', 'en'), ['anna', 'zoo']);
  assert.deepEqual(names('Der Bau von Anna Berg ist alt.', 'de-AT'), ['berg']);
  assert.deepEqual(names('昨日は田中さんが来た。', 'ja-JP'), ['田中']);
});
