import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILLER, hitOf, LONG, NONE, questionOf, tokensOf } from '../../test/support/selecting.ts';
import { select } from './select.ts';

test('takes the first hits in the order of the engine and numbers them without gaps', async () => {
  const hits = ['a', 'b', 'c'].map((title) => hitOf(title, `Text of ${title}.`));
  const sources = await select({
    question: questionOf('text of c', 2),
    hits,
    pages: NONE,
    contextTokens: 500,
  });
  assert.deepEqual(
    sources.map(({ index, title }) => [index, title]),
    [
      [1, 'a'],
      [2, 'b'],
    ],
  );
});

test('uses whole snippets if they fit', async () => {
  const hits = [hitOf('a', ' First. Second … '), hitOf('b', 'Third.')];
  const sources = await select({ question: questionOf('anything'), hits, pages: NONE, contextTokens: 500 });
  assert.deepEqual(
    sources.map(({ passages }) => passages),
    [[{ text: 'First. Second …', from: 1, to: 16 }], [{ text: 'Third.', from: 0, to: 6 }]],
  );
});

test('uses all text that fits, whether or not its tokens have to be counted', async () => {
  const text = 'The tower of the town is 93 metres high. It was built in 1874 by E. Moreau.';
  const hits = ['a', 'b', 'c'].map((title) => hitOf(title, '', text.repeat(3)));
  const input = { question: questionOf('How high is the tower?'), hits, pages: NONE };
  const all = await select({ ...input, contextTokens: 1000 });
  assert.deepEqual(
    all.map(({ passages }) => passages.map((passage) => passage.text)),
    hits.map(() => [text.repeat(3)]),
  );
  assert.deepEqual(await select({ ...input, contextTokens: tokensOf(all) }), all);
  const [one] = all;
  const single = { ...input, hits: hits.slice(0, 1), contextTokens: tokensOf(all.slice(0, 1)) };
  assert.deepEqual(await select(single), [one]);
  const fewer = await select({ ...input, contextTokens: tokensOf(all) - 1 });
  assert.ok(tokensOf(fewer) < tokensOf(all));
});

test('a hit without text is no source', async () => {
  const hits = [hitOf('Only a title', ' '), hitOf('b', 'Words.'), hitOf('c', '', '\n')];
  const sources = await select({ question: questionOf('title'), hits, pages: NONE, contextTokens: 100 });
  assert.deepEqual(
    sources.map(({ index, title }) => [index, title]),
    [[1, 'b']],
  );
});

test('finds the sentence that answers in the middle of long texts', async () => {
  const hits = [hitOf('Other', '', FILLER.repeat(300)), hitOf('Tower', 'A tower.', LONG)];
  const sources = await select({
    question: questionOf('How high is the tower?'),
    hits,
    pages: NONE,
    contextTokens: 200,
  });
  assert.ok(sources[1]?.passages.some(({ text }) => text.includes('330 metres')));
  assert.ok(tokensOf(sources) <= 200);
  assert.ok(tokensOf(sources) > 150, 'uses the budget');
});

test('finds the sentence that answers in Chinese and Japanese texts', async () => {
  const cases = [
    ['中国的首都是哪里？', '今天天气很好。', '北京是中国的首都。'],
    ['日本の首都はどこですか', '今日は天気がいいです。', '日本の首都は東京です。'],
  ] as const;
  for (const [text, filler, answer] of cases) {
    const hits = [hitOf('a', '', filler.repeat(100) + answer + filler.repeat(100))];
    const [source] = await select({ question: questionOf(text), hits, pages: NONE, contextTokens: 60 });
    assert.ok(
      source?.passages.some((passage) => passage.text.includes(answer)),
      text,
    );
  }
});

test('gives no page all of the budget while another one has something new', async () => {
  const hits = [
    hitOf('Tower', '', LONG.repeat(2)),
    hitOf('Visit', '', `${FILLER.repeat(60)}Climb the tower.`),
  ];
  const sources = await select({
    question: questionOf('How high is the tower?'),
    hits,
    pages: NONE,
    contextTokens: 120,
  });
  assert.ok(sources[1]?.passages.some(({ text }) => text.includes('Climb the tower.')));
});

test('begins at the top of the pages if no word of the question occurs', async () => {
  const text = Array.from({ length: 200 }, (_, at) => `PageSentence number ${at} of the page. `).join('');
  const [source] = await select({
    question: questionOf('zebra'),
    hits: [hitOf('a', '', text)],
    pages: NONE,
    contextTokens: 100,
  });
  assert.ok(source?.passages[0]?.text.startsWith('PageSentence number 0'));
  assert.equal(source?.passages.length, 1);
});

test('shows the snippet of the engine, else the best passage, at most 200 code points', async () => {
  const hits = [hitOf('a', 'Shown.', LONG), hitOf('Tower', '', LONG)];
  const sources = await select({
    question: questionOf('How high is the tower?'),
    hits,
    pages: NONE,
    contextTokens: 100,
  });
  assert.equal(sources[0]?.snippet, 'Shown.');
  assert.ok(sources[1]?.snippet.includes('330 metres'));
});

test('cuts text without any stop so that a part of it fits', async () => {
  const [source] = await select({
    question: questionOf('tower'),
    hits: [hitOf('a', '', `${'word '.repeat(1_000)}tower ${'word '.repeat(1_000)}`)],
    pages: NONE,
    contextTokens: 300,
  });
  assert.ok(source?.passages.some(({ text }) => text.includes('tower')));
});

test('works with no budget at all', async () => {
  for (const contextTokens of [-1, 0, 1, 50]) {
    const hits = [hitOf('Tower', 'snippet', LONG), hitOf('b', 'x'.repeat(300))];
    const sources = await select({ question: questionOf('tower'), hits, pages: NONE, contextTokens });
    assert.equal(sources.length, contextTokens === 50 ? 1 : 0);
  }
});

test('a source has the kind of its passages, and the time when its page was read', async () => {
  const hits = [hitOf('a', 'Excerpt.', 'Text.'), hitOf('b', 'Excerpt.', ' '), hitOf('c', 'Excerpt.', '')];
  const readAt = '2026-01-31T08:00:00.000Z';
  const [page] = [hits[2]].map((hit) => ({ url: hit?.url ?? '', title: '', text: 'Page.', readAt }));
  const about = { language: null, publishedAt: null, siteName: null, author: null };
  const pages = new Map(page === undefined ? [] : [[page.url, { ...page, ...about }]]);
  const sources = await select({ question: questionOf('letter'), hits, pages, contextTokens: 1000 });
  assert.deepEqual(
    sources.map(({ basis, readAt: at, passages }) => [basis, at, passages[0]?.text]),
    [
      ['text', undefined, 'Text.'],
      ['snippet', undefined, 'Excerpt.'],
      ['page', readAt, 'Page.'],
    ],
  );
});
