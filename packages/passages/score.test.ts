import assert from 'node:assert/strict';
import { test } from 'node:test';
import { termWeights } from '@sayso/text/relevance.ts';
import { createYielding } from '@sayso/text/yielding.ts';
import { score } from './score.ts';

/** A page whose sentences have ten words each; the arguments say how often each term occurs in them. */
const pageOf = (...counts: number[][]) => counts.map((each) => ({ counts: each, wordCount: 10 }));
const NOTHING = [0, 0];

async function scoresOf(...pages: ReturnType<typeof pageOf>[]): Promise<number[][]> {
  const scores = await score(pages, termWeights(2, pages.flat()), createYielding());
  return scores.map((own) => [...own]);
}

test('a page or question without any terms has no score', async () => {
  assert.deepEqual(await scoresOf(pageOf(NOTHING), []), [[0], []]);
  assert.ok(termWeights(2, pageOf([1, 0])).every((weight) => weight > 0));
  const withoutTerms = await score([[{ counts: [], wordCount: 0 }]], [], createYielding());
  assert.deepEqual(withoutTerms, [Float64Array.of(0)]);
});

test('a score is BM25 of one, three and five sentences, plus the share of the terms around', async () => {
  const pages = [pageOf([2, 0], [1, 1], NOTHING, NOTHING), pageOf([0, 1], NOTHING)];
  const weights = termWeights(2, pages.flat());
  const idf = (holding: number) => Math.log(1 + (6 - holding + 0.5) / (holding + 0.5));
  assert.deepEqual(weights, [idf(2), idf(2)]);
  const all = idf(2) + idf(2);
  // All sentences have the same length. If a page has m sentences, a window of n sentences has m / n of the
  // allowed length.
  const bm25 = (counts: readonly number[], share: number) =>
    counts.reduce((sum, count) => sum + idf(2) * ((count * 2.2) / (count + 1.2 * (0.25 + 0.75 * share))), 0);
  const first = all + bm25([2], 1) + bm25([3, 1], 2 / 3) + bm25([3, 1], 3 / 5);
  const [[own = 0, , , last = 0] = [], [other = 0] = []] = await scoresOf(...pages);
  assert.ok(Math.abs(own - (first / all) * 1.2 * 1.5) < 1e-9, String(own));
  const fourth = all + bm25([1, 1], 3 / 5);
  assert.ok(Math.abs(last - (fourth / all) * 1.2 * (1 + 0.5 / 1.3)) < 1e-9, String(last));
  const second = idf(2) + bm25([1], 1) + bm25([1], 2 / 3) + bm25([1], 2 / 5);
  assert.ok(Math.abs(other - (second / all) * 1.1 * 1.5) < 1e-9, String(other));
});
