import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createYielding } from '@sayso/text/yielding.ts';
import { hitOf, NONE, pageOf, questionOf, tokensOf } from '../../test/support/selecting.ts';
import { pickAll } from './pick.ts';
import { type ScoredPage, score } from './score.ts';
import { select } from './select.ts';
import { fit, tokensOfSources } from './sentences.ts';
import type { SelectedSource } from './source.ts';

const unitOf = (text: string, tokens = 1) => ({ text, from: 0, to: text.length, tokens, words: [text] });
const pageWith = (texts: readonly string[], scores: readonly number[] = [], titleTokens = 0): ScoredPage => ({
  ...{ sentences: texts.map((text) => unitOf(text)), matches: [], titleTokens },
  scores: Float64Array.from(texts, (_, at) => scores[at] ?? 0),
});

test('sources fit into exactly their tokens, whether they are short or have to be counted', () => {
  const source = (text: string): SelectedSource => ({
    ...{ index: 1, url: 'https://a.example/', title: 'T', snippet: '' },
    passages: [{ text, from: 0, to: text.length }],
  });
  for (const text of ['One.', 'many words '.repeat(50)]) {
    const tokens = tokensOfSources([source(text)]);
    assert.equal(tokens, tokensOf([source(text)]));
    assert.deepEqual([fit([source(text)], tokens), fit([source(text)], tokens - 1)], [true, false]);
    assert.equal(fit([source(text)], Buffer.byteLength(`T: ${text}`)), true);
  }
  assert.equal(fit([source('x'.repeat(200))], 20), false);
});

test('all sentences are picked if they fit exactly, with their titles and the gaps between pages', () => {
  const pages = [pageWith(['a', 'b'], [], 3), pageWith(['c'], [], 2), pageWith([], [], 1)];
  // Three sentences, six tokens of titles, two gaps.
  assert.deepEqual(
    [...(pickAll({ pages, budget: 11, skipsRepeats: false }) ?? [])].map(({ text }) => text),
    ['a', 'b', 'c'],
  );
  assert.equal(pickAll({ pages, budget: 10, skipsRepeats: false }), undefined);
  assert.equal(pickAll({ pages: [pageWith(['x'.repeat(11)])], budget: 1, skipsRepeats: false }), undefined);
});

test('if pages were read, a hit after the tenth may become a source only if its page was read', async () => {
  const answer = 'The tower is 330 metres high.';
  const title = (at: number) => `Hit ${at}`;
  /**
   * The titles of the sources if only the hit at `place` has the answer: in its page if `isRead`, otherwise
   * in its own text.
   */
  const chosen = async (place: number, isRead: boolean) => {
    const hits = Array.from({ length: 12 }, (_, at) =>
      hitOf(title(at + 1), at + 1 === place && !isRead ? answer : 'Nothing of interest.'),
    );
    const read = [1, ...(isRead ? [place] : [])].flatMap((at) => hits[at - 1] ?? []);
    const pages = new Map(
      read.map((hit, at) => pageOf(hit, at === 0 ? 'Nothing of interest here.' : answer)),
    );
    const question = questionOf('How high is the tower?', 1);
    const sources = await select({ question, hits, pages, contextTokens: 30 });
    return sources.map((source) => source.title);
  };
  assert.deepEqual(await chosen(10, false), [title(10)]);
  assert.notDeepEqual(await chosen(11, false), [title(11)]);
  assert.deepEqual(await chosen(12, true), [title(12)]);
});

test('a page from outside the period of a question ranks below one that is as good', async () => {
  const text = 'The tower is 330 metres high, says everybody in the town.';
  const hits = ['Old', 'New', 'Other'].map((title) => hitOf(title, ''));
  const texts = [text, text.replace('everybody', 'somebody'), 'Some people have seen a tower.'];
  const dates = ['2019-05-01', '2025-05-01', null];
  const pages = new Map(
    hits.map((hit, at) => {
      const [url, page] = pageOf(hit, texts[at] ?? '');
      return [url, { ...page, publishedAt: dates[at] ?? null }] as const;
    }),
  );
  const question = questionOf('How high is the tower?', 1);
  const scope = { ...question.scope, since: '2024-01-01' };
  const ask = async (asked: typeof question) =>
    (await select({ question: asked, hits, pages, contextTokens: 100 })).map(({ title }) => title);
  assert.deepEqual(await ask({ ...question, scope }), ['New']);
  assert.deepEqual(await ask(question), ['Old']);
  // It is still better than a page with only one word of the question.
  assert.deepEqual(await ask({ ...question, scope, maxSources: 2 }), ['Old', 'New']);
});

test('a source has the date of its page, or that of its hit', async () => {
  const dated = { ...hitOf('A', 'Text of a.'), publishedAt: '2020-01-01' };
  const question = questionOf('What?');
  const dateOf = async (publishedAt: string | null | undefined) => {
    const [url, page] = pageOf(dated, 'Text of the page.');
    const pages = publishedAt === undefined ? NONE : new Map([[url, { ...page, publishedAt }]]);
    const [source] = await select({ question, hits: [dated], pages, contextTokens: 100 });
    return source?.publishedAt;
  };
  assert.equal(await dateOf('2021-02-02'), '2021-02-02');
  assert.equal(await dateOf(null), '2020-01-01');
  assert.equal(await dateOf(undefined), '2020-01-01');
  const today = new Date().toISOString();
  assert.equal(await dateOf(today), today);
  assert.equal(await dateOf('2999-01-01'), '2020-01-01', 'nothing was published in the future');
});

test('other tasks run while many sentences are scored', async () => {
  const match = { counts: [1], wordCount: 5 };
  const pages = Array.from({ length: 40 }, () => Array.from({ length: 500 }, () => match));
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
  })();
  const yieldToOthers = createYielding();
  const yieldIfDue = async () => {
    await yieldToOthers();
    await new Promise((resolve) => setImmediate(resolve));
  };
  await score(pages, [1], yieldIfDue);
  isOver = true;
  await counting;
  assert.ok(turns >= 40, String(turns));
});
