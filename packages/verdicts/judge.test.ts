import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toStatements } from '@sayso/markdown';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { createJudge } from './judge.ts';
import type { EvidenceSource } from './source-index.ts';
import type { Judgement } from './verdict.ts';

/** The position of the passage in the evidence of a source. */
const BEGINNING = 100;

function sourcesOf(...texts: readonly string[]): readonly EvidenceSource[] {
  return texts.map((text, at) => ({
    index: at + 1,
    title: '',
    passages: [{ text, from: BEGINNING, to: BEGINNING + text.length }],
  }));
}

function judged(markdown: string, texts: readonly string[], language = 'en'): readonly Judgement[] {
  return toStatements(markdown, texts.length).map(createJudge(sourcesOf(...texts), language));
}

const tower = 'The Eiffel Tower is 330 metres tall. It was completed in March 1889 by Gustave Eiffel.';
const visits = 'Almost 7 million people visit the tower every year. Dogs are not allowed inside the tower.';
/** One source in each language, and statements with their verdicts. */
const CASES: readonly (readonly [
  language: string,
  source: string,
  statements: Readonly<Record<string, string>>,
])[] = [
  [
    'en',
    `${tower} ${visits}`,
    {
      'The Eiffel Tower is 330 metres tall.': 'supported',
      'Gustave Eiffel completed it in March 1889.': 'supported',
      'About 7,000,000 people visit the tower every year.': 'supported',
      'The Eiffel Tower is 380 metres tall.': 'differs number',
      'The Eiffel Tower is 330 feet tall.': 'differs unit',
      'It was completed in March 1898.': 'differs date',
      'It was completed in May 1889.': 'differs date',
      'Elephants paint the bridge green at night.': 'not-found',
    },
  ],
  [
    'de',
    'Der Eiffelturm ist 330 Meter hoch. Er wurde 1889 fertiggestellt. Hunde sind im Turm nicht erlaubt.',
    {
      'Der Eiffelturm ist 330 Meter hoch.': 'supported',
      'Der Eiffelturm ist 380 Meter hoch.': 'differs number',
      'Der Eiffelturm wurde 1898 fertiggestellt.': 'differs date',
      'Elefanten malen die Brücke nachts grün an.': 'not-found',
    },
  ],
  [
    'zh',
    '东京塔高333米，于1958年建成。每年约有300万人参观东京塔。',
    {
      '东京塔高333米。': 'supported',
      '每年约有3,000,000人参观东京塔。': 'supported',
      '东京塔于1968年建成。': 'differs date',
      '大象在夜里把桥涂成绿色。': 'not-found',
    },
  ],
];

test('says what a source says of a statement', () => {
  for (const [language, source, statements] of CASES)
    for (const [statement, expected] of Object.entries(statements)) {
      const [only] = judged(statement, [source], language);
      const found = [only?.verdict, only?.difference?.kind].filter((part) => part !== undefined).join(' ');
      assert.equal(found, expected, statement);
    }
});

test('a name, a date and a scale are compared in the notation of the language', () => {
  for (const [language, source, statement, expected] of [
    [
      'en',
      'Mia Berg wrote her first play in 1998.',
      'Mia Berg wrote her first play in 1989.',
      'differs date',
    ],
    ['en', 'The new roof cost £3.2 million.', 'The roof of the school cost £3.2 billion.', 'differs number'],
    ['ja', '店の主人は佐伯健一さんである。', '店の主人は田中一郎さんである。', 'not-found'],
    [
      'de',
      'Der Ingenieur Otto Reimers baute die Brücke.',
      'Der Ingenieur Paul Lehnert baute die Brücke.',
      'not-found',
    ],
    ['de', 'Das Bad öffnet am 3. Mai um neun Uhr.', 'Das Bad öffnet am 3. März um neun Uhr.', 'differs date'],
    ['es', 'El monte mide 3.718 metros.', 'El monte mide 3.718 kilómetros.', 'differs unit'],
  ] as const) {
    const [only] = judged(statement, [source], language);
    const found = [only?.verdict, only?.difference?.kind].filter((part) => part !== undefined).join(' ');
    assert.equal(found, expected, statement);
  }
});

test('tells what the source says instead, and where', () => {
  const [only] = judged('It was completed in March 1898.', [tower]);
  assert.equal(only?.difference?.stated, '1898');
  assert.deepEqual(only?.difference?.found, { source: 1, text: '1889', from: 163, to: 167 });
  assert.equal(tower.slice(63, 67), '1889');
  assert.equal(only?.quotes[0]?.text, 'It was completed in March 1889 by Gustave Eiffel.');
});

test(
  'a statement without a citation is matched too, and a cited source is preferred to one that is no ' +
    'better',
  () => {
    const texts = ['Bananas are yellow and grow in bunches.', tower, tower];
    const [uncited, cited] = judged(
      'The tower is 330 metres tall. The Eiffel Tower is 330 metres tall [3].',
      texts,
    );
    assert.equal(uncited?.quotes[0]?.source, 2);
    assert.equal(cited?.quotes[0]?.source, 3);
  },
);

test('what another source states is supported, although the cited one says something else', () => {
  const claim = 'The library closed because of a flood [1].';
  const cited = 'The library closed because of a fire.';
  const other = 'It closed because of a flood.';
  const [only] = judged(claim, [cited, other]);
  assert.deepEqual([only?.verdict, only?.quotes[0]?.source], ['supported', 2]);
  assert.equal(judged(claim, [cited])[0]?.verdict, 'not-found');
  assert.equal(judged(claim, [cited, 'It closed because of a storm.'])[0]?.verdict, 'not-found');
});

test('headings, questions, announcements and short statements are not checked', () => {
  const markdown =
    '# The Eiffel Tower is 330 metres tall\n\nIs the Eiffel Tower 330 metres tall?\n\nHere are the ' +
    'facts about the tower:\n\nYes.';
  for (const judgement of judged(markdown, [tower]))
    assert.deepEqual(judgement, { verdict: 'not-checked', score: null, quotes: [], reason: 'no-claim' });
  assert.equal(judged('The Eiffel Tower is 330 metres tall.', [])[0]?.verdict, 'not-checked');
});

test('without the rules of a language, equal words are found, and only great differences flagged', () => {
  const lake = 'Järvi jäätyy talvella, ja kylässä asuu 480 ihmistä.';
  const verdictOf = (statement: string) => {
    const [judgement] = judged(statement, [lake], 'fi');
    return [judgement?.verdict, judgement?.reason];
  };
  assert.deepEqual(verdictOf('Kylässä asuu 480 ihmistä.'), ['supported', undefined]);
  assert.deepEqual(verdictOf('Kylässä asuu 970 ihmistä.'), ['differs', undefined]);
  assert.deepEqual(verdictOf('Kirkko rakennettiin uudelleen sodan jälkeen.'), [
    'not-found',
    'not-in-passages',
  ]);
});

test('what was not found says whether the whole sources were compared, and what comes closest', () => {
  const text = 'The mill was built in 1870. Its big wheels turn slowly.';
  const passages = [{ text, from: 0, to: text.length }];
  const statement = { text: 'Its wheels were painted by Italian students.', citations: [1] };
  const judgeFrom = (isWhole: boolean) =>
    createJudge([{ index: 1, title: '', passages, isWhole }], 'en')(statement, 0);
  assert.equal(judgeFrom(false).reason, 'not-in-passages');
  assert.equal(judgeFrom(true).reason, 'not-in-sources');
  assert.equal(judgeFrom(true).closest?.text, 'Its big wheels turn slowly.');
  assert.equal(judgeFrom(true).isSure, true);
});

test('an answer in another language than its sources is not checked', () => {
  const source =
    'Meditation has been practised in Hindu, Buddhist and Taoist communities for a thousand years.';
  const [judgement] = judged('En un ensayo con 970 adultos bajó la tristeza.', [source], 'es');
  assert.deepEqual([judgement?.verdict, judgement?.reason], ['not-checked', 'other-language']);
});

test('a quote reaches from the first to the last sentence that shares a word, and others are added', () => {
  const text = 'It rained. Otters swim at night. Nobody knows. Cold rivers flow. It rained. It rained.';
  const [only] = judged('Otters swim in cold rivers at night [1].', [text]);
  assert.deepEqual(
    only?.quotes.map((quote) => quote.text),
    ['Otters swim at night. Nobody knows. Cold rivers flow.'],
  );
  const same = 'Otters swim in cold rivers.';
  const quoted = (texts: readonly string[], cited = '') =>
    judged(`${same.slice(0, -1)}${cited}.`, texts)[0]?.quotes.map(({ source }) => source);
  assert.deepEqual(quoted([same, 'Rivers flow.', 'Otters swim.', same]), [1, 4]);
  // Of several equal sources, the first three and every cited one are compared.
  assert.deepEqual(quoted([same, same, same, same, same]), [1, 2, 3]);
  assert.deepEqual(quoted([same, same, same, same, same], ' [5]'), [5, 1, 2, 3]);
});

test('sixty statements of an answer are judged, in every region of a language', () => {
  const statements = judged(
    'Otters swim in cold rivers. '.repeat(61),
    ['Otters swim in cold rivers.'],
    'EN-gb',
  );
  const checked = statements.map(({ verdict }) => verdict === 'supported');
  assert.deepEqual([checked.length, checked.lastIndexOf(true), checked.indexOf(false)], [61, 59, 60]);
  assert.equal(statements[0]?.score, 0.917);
});

test('of one answer, 1,200 words and numbers are compared, and a statement with five sources at most', () => {
  const words = (from: number, count: number) =>
    Array.from(
      { length: count },
      (_, at) => `otter${String.fromCharCode(97 + ((from + at) % 26))}x${at}`,
    ).join(' ');
  const sentences = Array.from({ length: 40 }, (_, at) => `The ${words(at, 60)}`);
  const texts = Array.from({ length: 10 }, () => sentences.join('. '));
  const cited = texts.map((_, at) => `[${at + 1}]`).join('');
  const all = judged(sentences.map((sentence) => `${sentence} ${cited}.`).join(' '), texts);
  assert.equal(all.length, 40);
  const checked = all.filter(({ verdict }) => verdict !== 'not-checked');
  assert.ok(checked.length >= 10 && checked.length <= 20, `${checked.length}`);
  assert.ok(all.slice(checked.length).every(({ verdict }) => verdict === 'not-checked'));
  assert.ok(checked.every(({ quotes }) => quotes.length <= 5));
});

test('five sources are quoted for a statement that cites more, and three for one that cites none', () => {
  const texts = Array.from({ length: 6 }, () => 'Otters swim in cold rivers and catch silver fish.');
  const quoted = (citations: string) =>
    judged(`Otters swim in cold rivers and catch silver fish${citations}.`, texts)[0]?.quotes.length;
  assert.deepEqual([quoted(' [1][2][3][4][5][6]'), quoted(' [1][2][3][4]'), quoted('')], [5, 4, 3]);
});

test('announcements and statements of two words are supported, but never flagged', () => {
  const verdicts = judged(
    'Otters swim in rivers [1]:\n\nOtters swim.\n\nBadgers dig.\n\nBadgers dig tunnels under houses [1]:',
    ['Otters swim well in rivers.'],
  );
  assert.deepEqual(
    verdicts.map(({ verdict }) => verdict),
    ['supported', 'supported', 'not-checked', 'not-checked'],
  );
});

test('every quote is in its source word for word, where it says it is, whatever the text', () => {
  const sentence = fc.constantFrom(
    tower,
    visits,
    'It is 5 km long.',
    '东京塔高333米。',
    '😀'.repeat(300),
    'a '.repeat(400),
    '',
  );
  const text = fc.array(fc.oneof(sentence, fc.string({ unit: 'binary', maxLength: 40 })), { maxLength: 6 });
  fc.assert(
    fc.property(text, text, fc.constantFrom('en', 'ja'), (answer, source, language) => {
      const evidence = source.join(' ');
      for (const { quotes, difference, score } of judged(answer.join(' '), [evidence], language)) {
        assert.ok(score === null || (score >= 0 && score <= 1));
        for (const quote of [...quotes, ...(difference === undefined ? [] : [difference.found])])
          assert.equal(evidence.slice(quote.from - BEGINNING, quote.to - BEGINNING), quote.text);
      }
    }),
    { numRuns: 80 },
  );
});

test('the time grows with the text', async () => {
  for (const sentence of ['tower metres tall ', '12 330 1889 ', '东京塔高333米。'])
    await assertProportional(
      (size) => judged(sentence.repeat(size), [sentence.repeat(size)], 'en'),
      500,
      sentence,
    );
});
