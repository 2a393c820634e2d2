import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILLER, hitOf, LONG, NONE, pageOf, questionOf, tokensOf } from '../../test/support/selecting.ts';
import { select } from './select.ts';
import type { SearchHit } from './source.ts';

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

test('quotes the page that was read by its offsets, and the excerpt behind it', async () => {
  const hit = hitOf('Tower', 'A snippet.');
  const pages = new Map([pageOf(hit, LONG)]);
  const [source] = await select({
    question: questionOf('How high is the tower?'),
    hits: [hit],
    pages,
    contextTokens: 200,
  });
  assert.ok(source?.passages.some(({ text }) => text.includes('330 metres')));
  const evidence = `${LONG}\n\nA snippet.`;
  for (const { text, from, to } of source?.passages ?? []) assert.equal(evidence.slice(from, to), text);
  assert.equal(source?.snippet, 'A snippet.');
});

test('takes pages that answer as sources, in the order of the engine, otherwise snippets', async () => {
  const hits = ['a', 'b', 'c', 'd'].map((title) => hitOf(title, ''));
  const [, b, , d] = hits;
  const unread = hitOf('e', 'The tower is high.');
  const read = [b, d].flatMap((hit) => (hit === undefined ? [] : [pageOf(hit, `${hit.title}: ${LONG}`)]));
  const all = [...hits, unread];
  const sources = await select({
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

test('uses text from several hosts once, and prefers a page with other content', async () => {
  const copied = 'The tower of the town is 500 metres high, as everybody knows who has been there.';
  const hits = ['a', 'b', 'c', 'd'].map((title) => hitOf(title, ''));
  const texts = [copied, copied, `Indeed: ${copied}`, 'The tower is 330 metres high.'];
  const pages = new Map(hits.map((hit, at) => pageOf(hit, texts[at] ?? '')));
  const ask = (maxSources: number) =>
    select({ question: questionOf('How high is the tower?', maxSources), hits, pages, contextTokens: 500 });
  const copies = (await ask(4)).flatMap(({ passages }) =>
    passages.filter(({ text }) => text.includes('500 metres')),
  );
  assert.equal(copies.length, 1);
  assert.ok((await ask(4)).every(({ snippet }) => snippet !== ''));
  assert.deepEqual(
    (await ask(2)).map(({ title, passages }) => [title, passages.length]),
    [
      ['a', 1],
      ['d', 1],
    ],
  );
});

test('selects from a single page sentence by sentence, even if it repeats itself', async () => {
  const hit = hitOf('Tower', '');
  const said = 'The tower is 330 metres high, and that is more than the other one has.';
  const text = Array.from({ length: 40 }, (_, at) => `${said} ${`Filler ${at} between. `.repeat(30)}`).join(
    '',
  );
  const [source] = await select({
    question: questionOf('How high is the tower?'),
    hits: [hit],
    pages: new Map([pageOf(hit, text)]),
    contextTokens: 300,
  });
  const repeated = source?.passages.filter((passage) => passage.text.includes('330 metres')) ?? [];
  assert.ok(repeated.length >= 8, `${repeated.length}`);
});

const ASKED = 'How high is the tower?';

const ANSWER = 'The tower is 330 metres high. ';

/** Three hundred characters. */
const GAP = FILLER.repeat(6);

/** The sources that are made from pages with these texts, in the order of the hits. */
async function sourcesOf(texts: Readonly<Record<string, string>>, contextTokens: number, maxSources = 5) {
  const hits = Object.keys(texts).map((title) => hitOf(title, ''));
  const pages = new Map(hits.map((hit) => pageOf(hit, texts[hit.title] ?? '')));
  return await select({ question: questionOf(ASKED, maxSources), hits, pages, contextTokens });
}

test('a title counts as the first sentence of its page', async () => {
  const texts = {
    Nothing: 'It stands here, and everybody can see it.',
    'The high tower': 'It is a service.',
  };
  const sources = await sourcesOf(texts, 100, 1);
  assert.deepEqual(
    sources.map(({ title }) => title),
    ['The high tower'],
  );
});

test('a page of which only the title fits is no source', async () => {
  const long = `${'word '.repeat(90)}. `;
  assert.deepEqual(await sourcesOf({ Nothing: long, 'The tower is high': long }, 13), []);
});

test('only the first 40,000 characters of a page are used', async () => {
  const before = FILLER.repeat(1000).slice(0, 40_000 - ANSWER.length - 2);
  const finds = async (text: string) =>
    (await sourcesOf({ Page: text }, 60)).some(({ passages }) =>
      passages.some((passage) => passage.text.includes('330')),
    );
  assert.equal(await finds(`${before}\n\n${ANSWER}${GAP}`), true);
  assert.equal(await finds(`${before}${ANSWER}\n\n${ANSWER}${GAP}`.replace('330', '...')), false);
});

test('a text of up to 400 characters is used completely or not at all', async () => {
  const textOf = (chars: number) => `${ANSWER}${GAP}${GAP}`.slice(0, chars - 1).concat('.');
  const passagesOf = async (chars: number) => {
    const hits = [hitOf('Page', '', textOf(chars)), hitOf('Other', '', GAP)];
    const sources = await select({ question: questionOf(ASKED), hits, pages: NONE, contextTokens: 40 });
    return sources[0]?.passages.length ?? 0;
  };
  assert.equal(await passagesOf(400), 0);
  assert.ok((await passagesOf(401)) > 0);
});

test('a page of only white space was not read, and a snippet of white space is not shown', async () => {
  const hit: SearchHit = { ...hitOf('Page', '  ', ANSWER), slot: 1 };
  const pages = new Map([pageOf(hit, ' \n ')]);
  const input = { question: questionOf(ASKED), pages, contextTokens: 100 };
  const [source] = await select({ ...input, hits: [hit] });
  assert.deepEqual([source?.basis, source?.snippet, source?.slot], ['text', ANSWER.trim(), 1]);
  const [unnamed] = await select({ ...input, hits: [hitOf('Page', 'Words.')] });
  assert.ok(unnamed !== undefined && !('slot' in unnamed));
});
