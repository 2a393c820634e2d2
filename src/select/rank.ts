import type { Match } from '../core/relevance.ts';
import type { Breather } from './breather.ts';
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
 * How much is added to the score of a window if its page is first in the engine's list. The second page gets
 * half of that, the third a third, and so on.
 */
const PLACE_SHARE = 0.1;
/**
 * Of windows with similar scores, short ones are preferred, because more of them fit: the score is divided by
 * this power of the number of words. This adds half a point to recall and 0.7 to multiple choice on 400 news
 * questions; values from 0.15 to 0.3 work as well.
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

/** Ranks the units of pages by the weights of the question's terms (`Relevance.weights`), page by page. */
export async function rank(
  pages: readonly RankedPage[],
  weights: readonly number[],
  breathe: Breather,
): Promise<Ranking> {
  const meanWords = meanOf(pages.flatMap(({ units }) => units.map(({ words }) => words)));
  const ranked: Ranking[] = [];
  for (const [at, page] of pages.entries()) {
    const factor = titleFactor(page.title, weights) * (1 + PLACE_SHARE / (at + 1));
    const runsOf = (size: number) =>
      runsIn(page.units, size).flatMap(({ from, to }) => {
        const run = { units: page.units.slice(from, to), meanWords: meanWords * size };
        const score = factor * bm25(run, weights);
        return score > 0 ? [{ page: at, from, to, score }] : [];
      });
    const singles = runsOf(1).sort(byScore);
    await breathe();
    const windows = runsOf(WINDOW_UNITS);
    await breathe();
    ranked.push({
      singles: singles.slice(0, SINGLES),
      windows: pages.length > 1 ? windows.map(byCost) : oneByOne(page.units, weights, { singles, windows }),
    });
  }
  return {
    singles: ranked.flatMap(({ singles }) => singles).sort(byScore),
    windows: ranked.flatMap(({ windows }) => windows).sort(byScore),
  };

  function byCost(window: Window): Window {
    const words = wordsIn(pages[window.page]?.units.slice(window.from, window.to) ?? []);
    return { ...window, score: window.score / (words + COST_WORDS) ** COST_POWER };
  }
}

/** The part of a ranking for some of its pages, renumbered by their position among these. */
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

/** Every run of this many units; the only one of a page that has fewer is all of it. */
function runsIn(units: readonly Match[], size: number): readonly { from: number; to: number }[] {
  if (units.length === 0) return [];
  const count = Math.max(1, units.length - size + 1);
  return Array.from({ length: count }, (_, from) => ({ from, to: Math.min(units.length, from + size) }));
}

type UnitRun = { readonly units: readonly Match[]; readonly meanWords: number };

function bm25({ units, meanWords }: UnitRun, weights: readonly number[]): number {
  const norm = K1 * (1 - B + (B * wordsIn(units)) / meanWords);
  let sum = 0;
  for (let term = 0; term < weights.length; term++) {
    let count = 0;
    for (const { counts } of units) count += counts[term] ?? 0;
    if (count > 0) sum += ((weights[term] ?? 0) * count * (K1 + 1)) / (count + norm);
  }
  return sum;
}

function wordsIn(units: readonly Match[]): number {
  return units.reduce((sum, { words }) => sum + words, 0);
}

/** The weight of a unit's own score relative to the mean score of its windows. */
const OWN_SHARE = 0.5;
/**
 * How much is added to the score of a unit for terms that no better unit has. A claim is supported only if
 * all of its parts are supported: with this bonus, one more claim in a hundred is supported at 600 tokens,
 * and three more at 200. The bonus does not help between pages.
 */
const NEW_SHARE = 1;

/**
 * If there is only one page, ranks its units as windows of one, because no context is needed to compare it
 * with other pages. Includes units that contain a word of the question or are next to one that does. Their
 * score comes from the scores of the windows around them, their own terms, and how many of these are new.
 */
function oneByOne(
  units: readonly Match[],
  weights: readonly number[],
  { singles, windows }: Ranking,
): Window[] {
  const around = aroundOf(units.length, windows);
  const own = new Map(singles.map(({ from, score }) => [from, score]));
  const inContext = around.flatMap((score, from) => {
    return score > 0 ? { page: 0, from, to: from + 1, score: score + OWN_SHARE * (own.get(from) ?? 0) } : [];
  });
  const said = weights.map(() => 0);
  return inContext.sort(byScore).map((window) => {
    const news = newsOf(units[window.from]?.counts ?? [], weights, said);
    return { ...window, score: window.score * (1 + NEW_SHARE * news) };
  });
}

/** The mean score of the windows that contain each unit. */
function aroundOf(units: number, windows: readonly Window[]): number[] {
  const around = Array.from({ length: units }, () => 0);
  for (const { from, to, score } of windows) {
    for (let at = from; at < to; at++) around[at] = (around[at] ?? 0) + score / (to - from);
  }
  return around;
}

/**
 * The share of a unit's terms, by weight, that is new; a term that occurred n times counts 1 / (n + 1).
 * Records the terms.
 */
function newsOf(counts: readonly number[], weights: readonly number[], said: number[]): number {
  let all = 0;
  let fresh = 0;
  weights.forEach((weight, term) => {
    if ((counts[term] ?? 0) === 0) return;
    const before = said[term] ?? 0;
    all += weight;
    fresh += weight / (1 + before);
    said[term] = before + 1;
  });
  return all === 0 ? 0 : fresh / all;
}
