import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toClaim } from './claim.ts';
import { closestSentences } from './closest-sentences.ts';
import { disagreementOf } from './differences.ts';
import { measure, measureTogether, scoreOf } from './measures.ts';
import { indexSource, type SourceIndex } from './source-index.ts';

/** A source with one passage for each text. The passages begin 1,000 characters apart. */
function sourceOf(texts: readonly string[], language = 'en'): SourceIndex {
  const passages = texts.map((text, at) => ({ text, from: at * 1000, to: at * 1000 + text.length }));
  return indexSource({ index: 1, title: 'Harbour', passages }, language);
}

/** Compares with the same weight for every term, so that the expected shares can be counted. */
function compare(text: string, texts: readonly string[]) {
  const source = sourceOf(texts);
  const { weights, ...rest } = toClaim(text, 'en');
  const claim = { ...rest, weights: new Map([...weights.keys()].map((term) => [term, 1])) };
  const closest = closestSentences(claim, source);
  const disagreement = disagreementOf(claim, source, closest);
  return { closest, measures: measure(claim, source, { closest, disagreement }) };
}
const rounded = (numbers: readonly number[]) => numbers.map((one) => Math.round(one * 1000) / 1000);

const OTTERS = 'Otters swim in cold rivers.';

test('words, their order and the longest missing run count by weight', () => {
  // Each case expects the positions of the first and the last of the closest sentences, the weight that these
  // cover, the weight that the best three sentences anywhere cover, the order, and the longest missing run.
  const cases: readonly (readonly [claim: string, texts: readonly string[], expected: readonly number[]])[] =
    [
      [OTTERS, [OTTERS], [0, 0, 1, 1, 1, 0]],
      [OTTERS, ['Cold rivers. Where otters swim.'], [0, 1, 1, 1, 0.5, 0]],
      [OTTERS, ['Otters. Nothing happened here. They swim. Rivers are cold.'], [1, 3, 0.75, 1, 0.5, 0.25]],
      [OTTERS, ['Otters. Nobody came. Nobody. They swim. Rivers are cold.'], [2, 4, 0.75, 1, 0.5, 0.25]],
      [OTTERS, ['Otters. They swim. Nobody came. Rivers are cold.'], [1, 3, 0.75, 1, 0.25, 0.25]],
      [OTTERS, ['Otters swim.', 'Cold rivers.'], [0, 0, 0.5, 1, 0.5, 0.5]],
      [OTTERS, ['Otters.', 'They swim.', 'It is cold.', 'Rivers.'], [0, 0, 0.25, 0.75, 0.25, 0.75]],
      ['Inflation rises.', ['It is inflationary.'], [0, 0, 0.35, 0.35, 0, 0.5]],
      ['Otters', ['Badgers dig.'], [0, 0, 0, 0, 0, 1]],
      ['Otters', [], [0, 0, 0, 0, 0, 1]],
      ['', ['Otters swim.'], [0, 0, 0, 0, 0, 0]],
      ['The port has 12 ships.', ['It has twelve ships.'], [0, 0, 0.667, 0.667, 0.667, 0.333]],
      ['It lies 5 km north.', ['It lies 5,000 metres north.'], [0, 0, 1, 1, 1, 0]],
      ['The bridge of Berlin.', ['The Berliner bridge.'], [0, 0, 0.85, 0.85, 0.5, 0]],
      ['Cats, cats, cats sleep.', ['Cats sleep. Dogs bark. Cats run.'], [0, 2, 1, 1, 0.5, 0]],
    ];
  for (const [claim, texts, expected] of cases) {
    const { closest, measures } = compare(claim, texts);
    const { covered, coveredAnywhere, inOrder, missingRun } = measures;
    const found = [closest.first, closest.last, covered, coveredAnywhere, inOrder, missingRun];
    assert.deepEqual(rounded(found), expected, JSON.stringify([claim, texts]));
  }
});

test('a number is unknown if the whole source lacks it, and differs if another is in its place', () => {
  for (const [claim, text, expected] of [
    ['The port has 12 ships.', 'The port has 12 ships.', [0, 0, 0]],
    ['The port has 12 ships.', 'The port has 15 ships.', [1, 1, 1]],
    ['The port has 12 ships.', 'The port has 15 ships. One. Two. Three. It rained for 12 days.', [0, 1, 1]],
    ['The port has 12 ships, 30 cranes, 45 sheds.', 'It has ships.', [2, 0, 1]],
    ['The bridge of Anna.', 'The old bridge.', [0, 0, 1]],
  ] as const) {
    const { unknownNumbers, otherNumber, isMissing } = compare(claim, [text]).measures;
    assert.deepEqual([unknownNumbers, otherNumber, isMissing], expected, claim + text);
  }
});

test('what several sources state together is neither missing nor another number', () => {
  const claim = toClaim('The port has 12 ships.', 'en');
  const { measures } = compare('The port has 12 ships.', ['The port has 9 ships.']);
  assert.deepEqual([measures.otherNumber, measures.isMissing], [1, 1]);
  for (const [unsaid, expected] of [
    [0, 0],
    [1, 1],
  ] as const) {
    const together = measureTogether(claim, measures, { covered: 1, missing: new Set(), unsaid });
    assert.deepEqual([together.otherNumber, together.isMissing], [expected, expected]);
  }
});

test('a score is a probability that every measure moves in its own direction', () => {
  const { measures } = compare(OTTERS, ['Otters swim. It is cold.']);
  const score = scoreOf(measures);
  assert.ok(score > 0.4 && score < 0.9, String(score));
  for (const more of ['covered', 'coveredAnywhere', 'inOrder', 'claimSize'] as const)
    assert.ok(scoreOf({ ...measures, [more]: measures[more] + 0.1 }) > score, more);
  for (const less of [
    ...(['missingRun', 'unknownNumbers', 'otherNumber', 'isMissing'] as const),
    ...(['sentenceSize', 'sourceSize'] as const),
  ])
    assert.ok(scoreOf({ ...measures, [less]: measures[less] + 0.1 }) < score, less);
  assert.ok(scoreOf(compare(OTTERS, ['Badgers dig.']).measures) < 0.5);
});
