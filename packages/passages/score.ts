import { K1, lengthNorm, type Match } from '@sayso/text/relevance.ts';
import type { YieldIfDue } from '@sayso/text/yielding.ts';
import type { PageSentence } from './sentences.ts';

/** A sentence is scored alone and together with its neighbours, in windows of these sizes. */
const WINDOWS = [1, 3, 5];
/** The number of sentences on each side in which the question's terms are counted. */
const REACH = 4;
/** The extra weight of a page's first sentence, which is its title if it has one; halved at this position. */
const POSITION_SHARE = 0.5;
const POSITION_HALF = 10;
/** The extra weight of the first page in the list compared with a late one. */
const PLACE_SHARE = 0.2;

/**
 * The relevance of each sentence of each page for a question: its BM25 score, alone and with its neighbours,
 * and the share of the question's terms around it; 0 if there are none. The beginning of a page and the first
 * pages count a little more. `pages` are in the engine's order, each with the term counts of its sentences.
 */
export async function score(
  pages: readonly (readonly Match[])[],
  weights: readonly number[],
  yieldIfDue: YieldIfDue,
): Promise<Float64Array[]> {
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const meanWords = meanWordsOf(pages);
  const scores: Float64Array[] = [];
  for (const [place, sentences] of pages.entries()) {
    const sums = sumsOf(sentences, weights.length);
    const placed = 1 + PLACE_SHARE / (place + 1);
    scores.push(
      Float64Array.from(sentences, (_, at) => {
        const relevance = relevanceOf({ sums, weights, meanWords }, at) / all;
        return relevance * placed * (1 + POSITION_SHARE / (1 + at / POSITION_HALF));
      }),
    );
    await yieldIfDue();
  }
  return scores;
}

function meanWordsOf(pages: readonly (readonly Match[])[]): number {
  let [words, sentences] = [0, 0];
  for (const page of pages) {
    sentences += page.length;
    for (const sentence of page) words += sentence.wordCount;
  }
  return words / sentences;
}

/**
 * Sums over the sentences before each position of a page, from which the sums of any window can be computed.
 */
type Sums = {
  /**
   * Occurrences of each term: one number for each term at the first position, then at the second, and so on.
   */
  readonly counts: Int32Array;
  /** Occurrences of any term. */
  readonly all: Int32Array;
  readonly words: Int32Array;
  readonly sentences: number;
};

function sumsOf(sentences: readonly Match[], terms: number): Sums {
  const counts = new Int32Array((sentences.length + 1) * terms);
  const all = new Int32Array(sentences.length + 1);
  const words = new Int32Array(sentences.length + 1);
  sentences.forEach((sentence, at) => {
    words[at + 1] = (words[at] ?? 0) + sentence.wordCount;
    let sum = all[at] ?? 0;
    counts.copyWithin((at + 1) * terms, at * terms, (at + 1) * terms);
    for (let term = 0; term < sentence.counts.length; term++) {
      const count = sentence.counts[term] ?? 0;
      counts[(at + 1) * terms + term] = (counts[at * terms + term] ?? 0) + count;
      sum += count;
    }
    all[at + 1] = sum;
  });
  return { counts, all, words, sentences: sentences.length };
}

type Scoring = { readonly sums: Sums; readonly weights: readonly number[]; readonly meanWords: number };

function relevanceOf(scoring: Scoring, at: number): number {
  const { sums } = scoring;
  const near = around(scoring, at, REACH);
  if (sums.all[near.from] === sums.all[near.to]) return 0;
  const share = sumOver(scoring, near, () => 1);
  return WINDOWS.reduce((sum, size) => sum + bm25(scoring, at, size), share);
}

function bm25(scoring: Scoring, at: number, size: number): number {
  const run = around(scoring, at, (size - 1) / 2);
  const words = (scoring.sums.words[run.to] ?? 0) - (scoring.sums.words[run.from] ?? 0);
  const norm = lengthNorm(words, scoring.meanWords * size);
  return sumOver(scoring, run, (count) => (count * (K1 + 1)) / (count + norm));
}

type Run = { readonly from: number; readonly to: number };

function around({ sums }: Scoring, at: number, reach: number): Run {
  return { from: Math.max(0, at - reach), to: Math.min(sums.sentences, at + reach + 1) };
}

/**
 * The sum of the weights of the terms in a run of sentences, each multiplied by a value that depends on how
 * often the term occurs.
 */
function sumOver({ sums, weights }: Scoring, { from, to }: Run, value: (count: number) => number): number {
  const terms = weights.length;
  let sum = 0;
  for (let term = 0; term < terms; term++) {
    const count = (sums.counts[to * terms + term] ?? 0) - (sums.counts[from * terms + term] ?? 0);
    if (count > 0) sum += (weights[term] ?? 0) * value(count);
  }
  return sum;
}

/** A page from which sentences are selected. */
export type ScoredPage = {
  /** Its sentences; if the page has a title, the title comes first. */
  readonly sentences: readonly PageSentence[];
  /** The question's terms in each of them. */
  readonly matches: readonly Match[];
  /** The relevance of each of them (`score`). */
  readonly scores: Float64Array;
  /** The tokens of the page's title, which are counted when the first of its sentences is selected. */
  readonly titleTokens: number;
};
