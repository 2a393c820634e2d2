import type { Match } from '../core/relevance.ts';
import { oneByOne } from './one-by-one.ts';
import { byScore, type Window } from './window.ts';

/** Sentences per window: with one, recall loses 1 to 3 points; with five, small budgets lose (measured). */
const WINDOW_UNITS = 3;
/**
 * How many single sentences of a page are ranked: if the best one repeats another page, the next is taken.
 */
const SINGLES = 3;
/** How much is added to the score of a window if the page's title has all terms of the question. */
const TITLE_SHARE = 0.5;
/**
 * How much is added to the score of a window if its page is first in the engine's list; the second gets half
 * of it, and so on.
 */
const PLACE_SHARE = 0.1;
/**
 * Among equals, short windows are preferred, because more of them fit: the score is divided by this power of
 * the number of words. Adds half a point to recall and 0.7 to multiple choice on 400 news questions; 0.15 to
 * 0.3 work as well.
 */
const COST_POWER = 0.25;
/**
 * Words added to the length of every window, so that three headings do not beat prose; 10 to 40 work as well.
 */
const COST_WORDS = 20;
// BM25, Robertson & Zaragoza 2009, section 3; length counts less than usual, because windows differ little in
// it.
const K1 = 1.2;
const B = 0.6;

/** A page to rank: the terms of the question in its title and in each of its units (sentences). */
export type RankedPage = { readonly title: Match; readonly units: readonly Match[] };

/**
 * Runs of units that contain a word of the question, best first; equal ones by their position in the page,
 * then in the list.
 */
export type Ranking = {
  /** The best few single units of each page. */
  readonly singles: readonly Window[];
  /**
   * All windows of three units; if there is only one page, its single units, because no comparison with other
   * pages is needed.
   */
  readonly windows: readonly Window[];
};

/** Ranks the units of pages by the weights of the question's terms (`Relevance.weights`). */
export function rank(pages: readonly RankedPage[], weights: readonly number[]): Ranking {
  const meanWords = meanOf(pages.flatMap(({ units }) => units.map(({ words }) => words)));
  const ranked = pages.map((page, at) => {
    const factor = titleFactor(page.title, weights) * (1 + PLACE_SHARE / (at + 1));
    const runsOf = (size: number) => scoreRuns(page.units, at, size, weights, meanWords, factor);
    const singles = runsOf(1).sort(byScore);
    const windows = runsOf(WINDOW_UNITS);
    return {
      singles: singles.slice(0, SINGLES),
      windows: pages.length > 1 ? windows.map(byCost) : oneByOne(page.units, weights, singles, windows),
    };
  });
  return {
    singles: ranked.flatMap(({ singles }) => singles).sort(byScore),
    windows: ranked.flatMap(({ windows }) => windows).sort(byScore),
  };

  function byCost(window: Window): Window {
    const words = wordsIn(pages[window.page]?.units ?? [], window.from, window.to);
    return { ...window, score: window.score / (words + COST_WORDS) ** COST_POWER };
  }
}

/**
 * The part of a ranking that concerns some of its pages, with pages renumbered by their position among those.
 */
export function only({ singles, windows }: Ranking, pages: readonly number[]): Ranking {
  const places = new Map(pages.map((page, place) => [page, place]));
  const of = (all: readonly Window[]) =>
    all.flatMap((window) => {
      const page = places.get(window.page);
      return page === undefined ? [] : [{ ...window, page }];
    });
  return { singles: of(singles), windows: of(windows) };
}

function meanOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length || 1;
}

/** A title names the topic of all sentences, so they need not repeat it. */
function titleFactor(title: Match, weights: readonly number[]): number {
  let found = 0;
  let all = 0;
  weights.forEach((weight, at) => {
    all += weight;
    if ((title.counts[at] ?? 0) > 0) found += weight;
  });
  return all === 0 ? 1 : 1 + (TITLE_SHARE * found) / all;
}

function scoreRuns(
  units: readonly Match[],
  page: number,
  size: number,
  weights: readonly number[],
  meanWords: number,
  factor: number,
): Window[] {
  const runs: Window[] = [];
  const last = Math.max(0, units.length - size);
  for (let from = 0; from <= last && from < units.length; from++) {
    const to = Math.min(units.length, from + size);
    const score = factor * bm25(units, from, to, weights, meanWords * size);
    if (score > 0) runs.push({ page, from, to, score });
  }
  return runs;
}

function bm25(
  units: readonly Match[],
  from: number,
  to: number,
  weights: readonly number[],
  meanWords: number,
): number {
  const words = wordsIn(units, from, to);
  const norm = K1 * (1 - B + (B * words) / meanWords);
  let sum = 0;
  for (let term = 0; term < weights.length; term++) {
    let count = 0;
    for (let at = from; at < to; at++) count += units[at]?.counts[term] ?? 0;
    if (count > 0) sum += ((weights[term] ?? 0) * count * (K1 + 1)) / (count + norm);
  }
  return sum;
}

function wordsIn(units: readonly Match[], from: number, to: number): number {
  let words = 0;
  for (let at = from; at < to; at++) words += units[at]?.words ?? 0;
  return words;
}
