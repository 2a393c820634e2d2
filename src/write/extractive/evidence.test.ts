import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Source } from '../../core/source.ts';
import { toCandidates } from './candidates.ts';
import { createEvidence, leastEvidence } from './evidence.ts';
import { toQuestionTraits } from './question-traits.ts';

function sourceOf(index: number, title: string, ...texts: readonly string[]): Source {
  let from = 0;
  const passages = texts.map((text) => {
    const passage = { text, from, to: from + text.length };
    from += text.length + 1;
    return passage;
  });
  return { index, url: `https://example.org/${index}`, title, snippet: '', passages };
}

const sources: readonly Source[] = [
  sourceOf(
    1,
    'Chad',
    "Chad is a country in Africa. The capital of Chad is N'Djamena. It was independent in 1960.",
    'What is its population? About 17 million people live there.\nSee the map.',
  ),
  sourceOf(
    2,
    'Chad Smith - Wikipedia',
    'Chad Smith is a drummer. He was born in 1961 because of his parents (sic).',
  ),
  sourceOf(
    3,
    'Africa',
    'Many lands are in Africa. The population of Africa is 1,400 million; it grows.',
    'npm install africa',
  ),
  sourceOf(
    4,
    'Tschad',
    "Der Tschad ist ein Land in Afrika. Die Hauptstadt des Tschad ist N'Djamena. " +
      'Er wurde 1960 unabhängig, weil Frankreich es wollte.',
  ),
];

test('every sentence is a candidate, with its place in its source', () => {
  const { all } = toCandidates(toQuestionTraits('capital'), sources);
  assert.deepEqual(
    all.slice(0, 8).map(({ index, at, paragraph, text }) => [index, at, paragraph, text]),
    [
      [1, 0, 1, 'Chad is a country in Africa.'],
      [1, 29, 1, "The capital of Chad is N'Djamena."],
      [1, 63, 1, 'It was independent in 1960.'],
      [1, 91, 2, 'What is its population?'],
      [1, 115, 2, 'About 17 million people live there.'],
      [1, 151, 3, 'See the map.'],
      [2, 0, 1, 'Chad Smith is a drummer.'],
      [2, 25, 1, 'He was born in 1961 because of his parents (sic).'],
    ],
  );
});

/**
 * For each candidate sentence: `source.sentence`, its score, its legibility, whether it says more than its
 * title, whether it is about the subject, and its evidence.
 */
const measured: readonly (readonly [question: string, least: number, sentences: readonly string[]])[] = [
  [
    'When did Chad become independent?',
    0.6,
    [
      '1.0 1.6401 1 old on 0.3854',
      '1.1 1.6401 1 old on 0.6117',
      '1.2 3.9071 1 news on 0.8381',
      '1.3 0 0 old off 0.3059',
      '1.4 0 0 old off 0.1927',
      '1.5 0 0 old off 0.1927',
      '2.6 1.5019 1 old on 0.3854',
      '2.7 0 0 old off 0.1927',
    ],
  ],
  [
    'independence of Chad in 1961',
    0.6,
    [
      '1.0 1.6401 1 old on 0.2098',
      '1.1 1.6401 1 old on 0.342',
      '1.2 0 0 old off 0.2371',
      '1.3 0 0 old off 0.171',
      '1.4 0 0 old off 0.1049',
      '1.5 0 0 old off 0.1049',
      '2.6 1.5019 1 old on 0.444',
      '2.7 3.5778 1 news on 0.6082',
    ],
  ],
  [
    'Why was Chad Smith born?',
    0.6,
    [
      '1.0 1.6401 1 old on 0.1493',
      '1.1 1.6401 1 old on 0.1493',
      '1.2 0 0 old off 0.1493',
      '1.3 0 0 old off 0.1493',
      '1.4 0 0 old off 0.1493',
      '1.5 0 0 old off 0.1493',
      '2.6 4.1487 1 old on 0.8247',
      '2.7 5.861 1 news on 1',
    ],
  ],
  ['Who was born in 1961?', 0.6, ['2.6 0 0 old off 0.5', '2.7 4.8631 1 news on 1']],
  [
    'How many people live in Chad?',
    0.6,
    [
      '1.0 1.6401 1 old on 0.3333',
      '1.1 1.6401 1 old on 0.3333',
      '1.2 0 0 old off 0.1667',
      '1.3 1.8369 0.4 news on 1',
      '1.4 4.5923 1 news on 1',
      '1.5 0 0 old off 0.3333',
      '2.6 1.5019 1 old on 0.3333',
      '2.7 0 0 old off 0.1667',
      '3.9 1.368 1 news off 0.3333',
    ],
  ],
  [
    'population of Africa',
    0.6,
    [
      '1.0 1.1799 1 news on 0.47',
      '1.1 0 0 old off 0.1175',
      '1.2 0 0 old off 0.1325',
      '1.3 0.3512 0.4 news off 0.265',
      '1.4 0 0 old off 0.1325',
      '3.8 1.3015 1 old on 0.735',
      '3.9 3.52 1 news on 1',
      '3.10 0.1195 0.0918 old on 0.735',
    ],
  ],
  [
    'Was ist die Hauptstadt des Tschad?',
    0.6,
    ['4.11 1.8957 1 old on 0.7059', '4.12 7.3565 1 news on 1', '4.13 0 0 old off 0.353'],
  ],
  ['Was ist Afrika?', 0.6, ['4.11 2.1184 1 news on 1', '4.12 0 0 old off 0.25']],
  [
    'install africa',
    0.6,
    [
      '1.0 1.1799 1 news on 0.4467',
      '1.1 0 0 old off 0.2234',
      '3.8 1.3015 1 old on 0.4467',
      '3.9 1.3015 1 old on 0.7234',
      '3.10 3.7906 1 news on 1',
    ],
  ],
  ['What is a drummer?', 0.6, ['2.6 2.2105 1 news on 1', '2.7 0 0 old off 0.25']],
  [
    'How much does the population of Africa grow?',
    0.6,
    [
      '1.0 1.1799 1 news on 0.2971',
      '1.1 0 0 old off 0.0743',
      '1.2 0 0 old off 0.0837',
      '1.3 0.3512 0.4 news off 0.1675',
      '1.4 0 0 old off 0.0837',
      '3.8 1.3015 1 old on 0.6485',
      '3.9 5.7275 1 news on 1',
      '3.10 0.1195 0.0918 old on 0.6485',
    ],
  ],
];

test('scores and evidence are those with which the thresholds were measured', () => {
  const rounded = (value: number) => Number(value.toFixed(4));
  for (const [question, least, sentences] of measured) {
    const asked = toQuestionTraits(question);
    const { all, weights } = toCandidates(asked, sources);
    const evidence = createEvidence({ asked, weights, candidates: all, sources });
    const shown = all.flatMap((each, at) => {
      const [score, share] = [rounded(each.score), rounded(evidence(each))];
      if (score === 0 && share === 0) return [];
      const [news, topic] = [each.isNews ? 'news' : 'old', each.isOnTopic ? 'on' : 'off'];
      return [`${each.index}.${at} ${score} ${rounded(each.legible)} ${news} ${topic} ${share}`];
    });
    assert.deepEqual(shown, sentences, question);
    assert.equal(rounded(leastEvidence(asked)), least, question);
  }
});
