import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toStatements } from '@sayso/markdown';
import { createJudge } from './judge.ts';
import type { EvidenceSource } from './source-index.ts';
import type { Judgement } from './verdict.ts';

type Texts = readonly (string | { readonly text: string; readonly publishedAt: string })[];

function judged(markdown: string, texts: Texts, language = 'en'): readonly Judgement[] {
  const sources: readonly EvidenceSource[] = texts.map((one, at) => {
    const { text, publishedAt = null } = typeof one === 'string' ? { text: one } : one;
    return { index: at + 1, title: '', publishedAt, passages: [{ text, from: 0, to: text.length }] };
  });
  return toStatements(markdown, texts.length).map(createJudge(sources, language));
}
const verdictsOf = (markdown: string, texts: Texts, language = 'en') =>
  judged(markdown, texts, language).map(({ verdict }) => verdict);

/** Statements in each judged language about a source that says nothing of them. */
const MILL: Readonly<Record<string, string>> = {
  en: 'The old mill was built in 1870. It grinds wheat from the farms around the village.',
  ja: '古い水車小屋は1870年に建てられた。村の周りの農場の小麦をひく。',
};
const CLAIMLESS: Readonly<Record<string, readonly string[]>> = {
  en: [
    'The sources do not say who paid for the big wheel.',
    'No price of the tickets is mentioned anywhere.',
    'In short, a beautiful trip for curious families.',
    'Ask the owner for a guided tour before lunch.',
    'Your children will surely enjoy such an afternoon.',
    "I'm assuming that a train stops near there.",
  ],
  ja: [
    '出典には誰が大きな輪の費用を払ったか書かれていない。',
    'まとめると、家族向けの楽しい遠足です。',
    '見学は所有者に予約してください。',
  ],
};

test('words about the sources, summaries and advice are not checked', () => {
  for (const [language, statements] of Object.entries(CLAIMLESS))
    for (const statement of statements)
      assert.deepEqual(verdictsOf(statement, [MILL[language] ?? ''], language), ['not-checked'], statement);
});

test('a fact that no source has is flagged, even in advice or in a summary', () => {
  for (const [statement, expected] of [
    ['In short, the trip costs 45 dollars for curious families.', 'not-found'],
    ['Ask the owner, who bought it from Lord Pemberton, for a tour.', 'not-found'],
    ['Elephants painted the bridge green during a storm.', 'not-found'],
    ['Ask the owner for a guided tour before lunch [1].', 'not-found'],
  ] as const)
    assert.deepEqual(verdictsOf(statement, [MILL.en ?? '']), [expected], statement);
});

test('the first number of a range has the multiplier of the second', () => {
  for (const [language, source, statement] of [
    [
      'en',
      'Between 11 million and 16 million people watched the final game.',
      '11 to 16 million people watched the final game.',
    ],
    ['ja', '決勝を見た人は1100万から1600万人である。', '決勝を見た人は1100万～1600万人である。'],
  ] as const)
    assert.deepEqual(verdictsOf(statement, [source], language), ['supported'], statement);
  const [wrong] = judged('13 to 16 million people watched the final game.', [
    'Between 11 million and 16 million people watched the final game.',
  ]);
  assert.notEqual(wrong?.verdict, 'supported');
});

test('a month and its short form are one value, and neither is a name', () => {
  for (const [language, source, statement] of [
    [
      'en',
      'The bridge will open to the public on Aug. 29.',
      'The bridge will open to the public on August 29.',
    ],
    [
      'de',
      'Die Brücke wird am 29. Aug. für alle geöffnet.',
      'Die Brücke wird am 29. August für alle geöffnet.',
    ],
  ] as const)
    assert.deepEqual(verdictsOf(statement, [source], language), ['supported'], statement);
  const [date] = judged('The parade on November 28 drew large crowds downtown.', [
    "The parade on Trump's street drew large crowds downtown.",
  ]);
  assert.notEqual(date?.difference?.kind, 'name');
});

test('a year counts as stated if the source was published in it', () => {
  const text = 'A framework agreement between the tour and the fund was announced on June 6.';
  const statement = 'On June 6, 2023, a framework agreement between the tour and the fund was announced.';
  assert.deepEqual(verdictsOf(statement, [{ text, publishedAt: '2023-07-12' }]), ['supported']);
  assert.deepEqual(verdictsOf(statement, [{ text, publishedAt: '2021-07-12' }]), ['not-found']);
  assert.deepEqual(verdictsOf(statement, [text]), ['not-found']);
});

test('a statement that sums up several sources is compared with all of them together', () => {
  const sources = [
    'The museum bought a Roman coin hoard that farmers had found near Lincoln.',
    'Visitors praised the new planetarium and its dome of polished copper.',
  ];
  const sum =
    'The museum bought a Roman coin hoard from Lincoln [1], and visitors praised the new ' +
    'planetarium and its copper dome [2].';
  assert.deepEqual(verdictsOf(sum, sources), ['supported']);
  assert.deepEqual(verdictsOf(sum, sources.slice(0, 1)), ['not-found']);
});

test('labels and names of columns are not checked, and a row is one statement', () => {
  const source = 'The mill was built in 1870 and grinds wheat from 12 farms around the village.';
  const table = '| Building | Year of opening |\n|---|---|\n| Old mill. Grinds wheat | 1870 [1] |';
  assert.deepEqual(verdictsOf(table, [source]), ['not-checked', 'supported']);
  assert.deepEqual(verdictsOf('- **Look before you buy.** The mill was built in 1870 [1].', [source]), [
    'not-checked',
    'supported',
  ]);
  assert.deepEqual(
    verdictsOf('| Building | Power |\n|---|---|\n| Compressor motor | 480 kW [1] |', [source]),
    ['not-checked', 'not-found'],
  );
});

test('a formula is not found if no source has any formula, and is not compared with one', () => {
  const formula = '$$P = \\sqrt{3} \\times U I$$';
  const source = 'The motor of the old mill runs on three phases.';
  assert.deepEqual(verdictsOf(formula, [source]), ['not-found']);
  assert.ok(verdictsOf(formula.replaceAll('$$', '\n$$\n'), [source]).includes('not-found'));
  assert.deepEqual(verdictsOf(formula, [`${source} Its power is P = UI.`]), ['not-checked']);
  assert.deepEqual(verdictsOf('The command \\\\frac{a}{b} writes a tall fraction.', [source]), [
    'not-checked',
  ]);
  assert.deepEqual(verdictsOf('$$2d = 54 \\quad d = 27$$', [source]), ['not-checked']);
});

test('a row is supported if each cell is in some place of a source, and not found if one is in none', () => {
  const source =
    'The big wheel is made of oak. A man in leather boots looks after it.\n\nThe mill grinds wheat and rye.';
  const row = (cells: string) => judged(`| Part | Care | Use |\n|---|---|---|\n| ${cells} |`, [source])[1];
  assert.equal(row('big wheel | leather boots | wheat and rye')?.verdict, 'supported');
  const lacking = row('big wheel | weekly oiling by robots | wheat and rye');
  assert.deepEqual([lacking?.verdict, lacking?.isSure], ['not-found', false]);
  assert.equal(row('big wheel | yes | 2')?.verdict, 'supported', 'words and small counts say nothing alone');
  assert.equal(row('big wheel | leather boots | 4,711 € a year')?.verdict, 'not-found');
});

test('a sentence with a formula is judged by its words', () => {
  const [judgement] = judged('Every turn of the sails costs $\\frac{1}{2}$ of the captain’s patience.', [
    'The old mill was built in 1870. It grinds wheat.',
  ]);
  assert.equal(judgement?.verdict, 'not-found');
});

test('a sentence may have its words in several places of a source, if no number of it is missing', () => {
  const source = [
    'The miller sells flour to bakers in the valley.',
    'Long before, floods had often damaged the bridge.',
    'Visitors come by train in summer.',
    'His wife paints the doors of the barn green.',
  ].join('\n\n');
  const said = 'His wife cares for the green barn, and bakers of the valley buy flour.';
  assert.deepEqual(verdictsOf(said, [source]), ['supported']);
  assert.deepEqual(verdictsOf(said.replace('flour', '80 kg of flour'), [source]), ['not-found']);
});
