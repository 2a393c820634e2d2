import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Hit, Page, Question, Source } from '../core/terms.ts';
import { estimateTokens } from '../core/tokens.ts';
import { select } from './select.ts';

function questionOf(text: string, maxSources = 5): Question {
  return { id: 'test', text, maxSources, language: 'auto', history: [], deadlineMs: 1_000 };
}

function hitOf(title: string, snippet: string, text?: string): Hit {
  const url = `https://example.org/${encodeURIComponent(title)}`;
  return text === undefined ? { url, title, snippet } : { url, title, snippet, text };
}

const NONE: ReadonlyMap<string, Page> = new Map();
const FILLER = 'Nothing of interest stands in this sentence at all. ';
const LONG = `${FILLER.repeat(150)}The tower is 330 metres high. It was built in 1889.\n\n${FILLER.repeat(150)}`;

function tokensOf(sources: readonly Source[]): number {
  const texts = sources.flatMap(({ title, passages }) => [title, ...passages.map(({ text }) => text)]);
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}

test('takes the first hits in the order of the engine and numbers them without holes', () => {
  const hits = ['a', 'b', 'c'].map((title) => hitOf(title, `Text of ${title}.`));
  const sources = select({ question: questionOf('text of c', 2), hits, pages: NONE, contextTokens: 500 });
  assert.deepEqual(
    sources.map(({ index, title }) => [index, title]),
    [
      [1, 'a'],
      [2, 'b'],
    ],
  );
});

test('hands snippets on whole where they fit', () => {
  const hits = [hitOf('a', ' First. Second … '), hitOf('b', 'Third.')];
  const sources = select({ question: questionOf('anything'), hits, pages: NONE, contextTokens: 500 });
  assert.deepEqual(
    sources.map(({ passages }) => passages),
    [[{ text: 'First. Second …', from: 1, to: 16 }], [{ text: 'Third.', from: 0, to: 6 }]],
  );
});

test('makes a source of a hit that has nothing but a title', () => {
  const [source] = select({
    question: questionOf('x'),
    hits: [hitOf('Only a title', ' ')],
    pages: NONE,
    contextTokens: 100,
  });
  assert.deepEqual(source?.passages, []);
  assert.equal(source?.snippet, '');
});

test('finds the sentence that answers in the middle of long texts', () => {
  const hits = [hitOf('Other', '', FILLER.repeat(300)), hitOf('Tower', 'A tower.', LONG)];
  const sources = select({
    question: questionOf('How high is the tower?'),
    hits,
    pages: NONE,
    contextTokens: 200,
  });
  assert.ok(sources[1]?.passages.some(({ text }) => text.includes('330 metres')));
  assert.ok(tokensOf(sources) <= 200);
  assert.ok(tokensOf(sources) > 150, 'uses the budget');
});

test('finds the sentence that answers in Chinese and Japanese texts', () => {
  const cases = [
    ['中国的首都是哪里？', '今天天气很好。', '北京是中国的首都。'],
    ['日本の首都はどこですか', '今日は天気がいいです。', '日本の首都は東京です。'],
  ] as const;
  for (const [text, filler, answer] of cases) {
    const hits = [hitOf('a', '', filler.repeat(100) + answer + filler.repeat(100))];
    const [source] = select({ question: questionOf(text), hits, pages: NONE, contextTokens: 60 });
    assert.ok(
      source?.passages.some((passage) => passage.text.includes(answer)),
      text,
    );
  }
});

test('gives every page its best sentence before one page gets more', () => {
  const hits = [
    hitOf('Tower', '', LONG.repeat(2)),
    hitOf('Visit', '', `${FILLER.repeat(60)}Climb the tower.`),
  ];
  const sources = select({
    question: questionOf('How high is the tower?'),
    hits,
    pages: NONE,
    contextTokens: 120,
  });
  assert.ok(sources[1]?.passages.some(({ text }) => text.includes('Climb the tower.')));
});

test('hands over the beginning of a page whose title is asked for', () => {
  const begins = 'Servers cost money. Gyro is a framework for them.';
  const gyro = `${begins} ${'Install gyro with gyro, the gyro of gyro. '.repeat(300)}`;
  const hits = [hitOf('gyro-plugins and more', '', gyro), hitOf('Gyro - Wikipedia', '', gyro)];
  const [other, asked] = select({
    question: questionOf('What is Gyro?'),
    hits,
    pages: NONE,
    contextTokens: 250,
  });
  assert.ok(asked?.passages[0]?.text.startsWith(begins));
  assert.ok(!other?.passages.some(({ text }) => text.includes('Servers cost money.')));
  assert.ok(tokensOf([other, asked].flatMap((source) => source ?? [])) <= 250);
});

test('lets no page take more than half while another wants some', () => {
  const page = 'The tower is high. '.repeat(300);
  const sources = select({
    question: questionOf('How high is the tower?'),
    hits: [hitOf('a', '', page), hitOf('b', '', page)],
    pages: NONE,
    contextTokens: 400,
  });
  const [first = 0, second = 0] = sources.map((source) => tokensOf([source]));
  assert.ok(Math.abs(first - second) < 40, `${first} and ${second}`);
});

test('begins at the top of the pages where no word of the question occurs', () => {
  const text = Array.from({ length: 200 }, (_, at) => `Sentence number ${at} of the page. `).join('');
  const [source] = select({
    question: questionOf('zebra'),
    hits: [hitOf('a', '', text)],
    pages: NONE,
    contextTokens: 100,
  });
  assert.ok(source?.passages[0]?.text.startsWith('Sentence number 0'));
  assert.equal(source?.passages.length, 1);
});

test('shows the snippet of the engine, else the best passage, at most 200 code points', () => {
  const hits = [hitOf('a', 'Shown.', LONG), hitOf('Tower', '', LONG)];
  const sources = select({
    question: questionOf('How high is the tower?'),
    hits,
    pages: NONE,
    contextTokens: 100,
  });
  assert.equal(sources[0]?.snippet, 'Shown.');
  assert.ok(sources[1]?.snippet.includes('330 metres'));
});

test('cuts text without any stop so that a part of it fits', () => {
  const [source] = select({
    question: questionOf('tower'),
    hits: [hitOf('a', '', `${'word '.repeat(1_000)}tower ${'word '.repeat(1_000)}`)],
    pages: NONE,
    contextTokens: 300,
  });
  assert.ok(source?.passages.some(({ text }) => text.includes('tower')));
});

test('works with no budget at all', () => {
  for (const contextTokens of [-1, 0, 1, 50]) {
    const hits = [hitOf('Tower', 'snippet', LONG), hitOf('b', 'x'.repeat(300))];
    assert.equal(select({ question: questionOf('tower'), hits, pages: NONE, contextTokens }).length, 2);
  }
});

function pageOf({ url, title }: Hit, text: string): [string, Page] {
  return [url, { url, title, text, language: null, publishedAt: null, siteName: null }];
}

test('quotes the page that was read, by its offsets, and not the snippet', () => {
  const hit = hitOf('Tower', 'A snippet.');
  const pages = new Map([pageOf(hit, LONG)]);
  const [source] = select({
    question: questionOf('How high is the tower?'),
    hits: [hit],
    pages,
    contextTokens: 200,
  });
  assert.ok(source?.passages.some(({ text }) => text.includes('330 metres')));
  for (const { text, from, to } of source?.passages ?? []) assert.equal(LONG.slice(from, to), text);
  assert.equal(source?.snippet, 'A snippet.');
});

test('takes the pages that answer as sources, in the order of the engine, and falls back to snippets', () => {
  const hits = ['a', 'b', 'c', 'd'].map((title) => hitOf(title, ''));
  const [, b, , d] = hits;
  const unread = hitOf('e', 'The tower is high.');
  const read = [b, d].flatMap((hit) => (hit === undefined ? [] : [pageOf(hit, `${hit.title}: ${LONG}`)]));
  const all = [...hits, unread];
  const sources = select({
    question: questionOf('How high is the tower of d?', 3),
    hits: all,
    pages: new Map(read),
    contextTokens: 600,
  });
  assert.deepEqual(
    sources.map(({ index, title }) => [index, title]),
    [
      [1, 'b'],
      [2, 'd'],
      [3, 'e'],
    ],
  );
});

test('hands on once what stands on several hosts, and prefers the page that says something else', () => {
  const copied = 'The tower of the town is 500 metres high, as everybody knows who has been there.';
  const hits = ['a', 'b', 'c', 'd'].map((title) => hitOf(title, ''));
  const texts = [copied, copied, `Indeed: ${copied}`, 'The tower is 330 metres high.'];
  const pages = new Map(hits.map((hit, at) => pageOf(hit, texts[at] ?? '')));
  const ask = (maxSources: number) =>
    select({ question: questionOf('How high is the tower?', maxSources), hits, pages, contextTokens: 500 });
  const copies = ask(4).flatMap(({ passages }) => passages.filter(({ text }) => text.includes('500 metres')));
  assert.equal(copies.length, 1);
  assert.ok(ask(4).every(({ snippet }) => snippet !== ''));
  assert.deepEqual(
    ask(2).map(({ title, passages }) => [title, passages.length]),
    [
      ['a', 1],
      ['d', 1],
    ],
  );
});

const words = fc.constantFrom(
  'tower',
  ' high',
  'the ',
  '. ',
  '.',
  '\n\n',
  '首都',
  '。',
  ' 330 ',
  '👍',
  'é',
  '\t',
  '[1]',
);
const prose = fc.array(words, { maxLength: 600 }).map((parts) => parts.join(''));
const hit = fc.record({
  url: fc.constant('https://example.org/'),
  title: fc.oneof(fc.string({ maxLength: 40 }), fc.constant('Tower')),
  snippet: fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constant('')),
  text: fc.oneof(prose, fc.string({ unit: 'binary', maxLength: 2_000 })),
});

test('never exceeds the budget and quotes its passages by their offsets, whatever the pages hold', () => {
  const budgets = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 3_000 }));
  fc.assert(
    fc.property(fc.array(hit, { maxLength: 12 }), budgets, fc.string(), (hits, contextTokens, text) => {
      const sources = select({ question: questionOf(`${text} tower`, 10), hits, pages: NONE, contextTokens });
      assert.deepEqual(
        sources.map(({ index }) => index),
        hits.slice(0, 10).map((_, at) => at + 1),
      );
      const passages = sources.flatMap((source) => source.passages);
      if (passages.length > 0) assert.ok(tokensOf(sources) <= contextTokens);
      for (const source of sources) assertOffsets(source, hits[source.index - 1]);
    }),
    { numRuns: 300 },
  );
});

function assertOffsets(source: Source, given: Hit | undefined): void {
  const evidence = given?.text?.trim() ? given.text : (given?.snippet ?? '');
  let end = -1;
  for (const { text, from, to } of source.passages) {
    assert.equal(evidence.slice(from, to), text);
    assert.ok(text !== '' && text === text.trim() && from > end);
    end = to;
  }
}

test('keeps offsets and budget whatever was read, and gives every source a passage or a snippet', () => {
  const budgets = fc.integer({ min: 150, max: 2_000 });
  fc.assert(
    fc.property(fc.array(prose, { maxLength: 12 }), budgets, fc.nat(10), (texts, contextTokens, most) => {
      const hits = texts.map((_, at) => hitOf(`t${at}`, ''));
      const pages = new Map(hits.map((each, at) => pageOf(each, texts[at] ?? '')));
      const sources = select({ question: questionOf('tower', most + 1), hits, pages, contextTokens });
      assert.ok(sources.length <= most + 1 && tokensOf(sources) <= contextTokens);
      assert.deepEqual(
        sources.map(({ index }) => index),
        sources.map((_, at) => at + 1),
      );
      const order = sources.map(({ title }) => Number(title.slice(1)));
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
      );
      for (const source of sources) {
        const text = pages.get(source.url)?.text ?? '';
        for (const passage of source.passages) {
          assert.equal(text.slice(passage.from, passage.to), passage.text);
        }
        assert.ok(text.trim() === '' || source.passages.length > 0 || source.snippet !== '');
      }
    }),
    { numRuns: 200 },
  );
});
