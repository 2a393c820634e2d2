import type { Match, Relevance } from '../core/relevance.ts';
import { joinMatches } from '../core/relevance.ts';

/** Sentences a window spans: singles lose 1 to 3 points of recall, five lose where the budget is small (measured). */
const WINDOW_UNITS = 3;
/** How much a page's title adds to its windows, as a share of the title's own score. */
const TITLE_SHARE = 0.3;
/** What each place further down the engine's list costs a window. */
const PLACE_COST = 0.01;

/** A page to rank: what its title and each of its units (sentences) hold of the question. */
export type RankedPage = { readonly title: Match; readonly units: readonly Match[] };

/** A run of units of one page; `to` is exclusive. */
export type Window = {
  readonly page: number;
  readonly from: number;
  readonly to: number;
  readonly score: number;
};

/**
 * The best single unit of each page that has any, best first; of equal ones the first.
 */
export function bestUnits(pages: readonly RankedPage[], relevance: Relevance): Window[] {
  const scores = relevance.scores(pages.flatMap((page) => page.units));
  const best: Window[] = [];
  let offset = 0;
  pages.forEach(({ units }, page) => {
    const own = scores.slice(offset, offset + units.length);
    offset += units.length;
    const score = Math.max(...own);
    const from = own.indexOf(score);
    if (from >= 0) best.push({ page, from, to: from + 1, score });
  });
  return best.sort((a, b) => b.score - a.score || a.page - b.page);
}

/** All windows of all pages, best first; of equal ones those nearer to the top of their page, then of the list. */
export function rankWindows(pages: readonly RankedPage[], relevance: Relevance): Window[] {
  const windows = pages.flatMap(({ units }, page) => windowsOf(units.length, page));
  const matches = windows.map(({ page, from, to }) => joinMatches(pages[page]?.units.slice(from, to) ?? []));
  const scores = relevance.scores(matches);
  const titleScores = relevance.scores(pages.map(({ title }) => title));
  const ranked = windows.map((window, at) => {
    const own = scores[at] ?? 0;
    const score = own + TITLE_SHARE * (titleScores[window.page] ?? 0);
    return { ...window, score: own === 0 ? 0 : score * (1 - PLACE_COST * window.page) };
  });
  return ranked.sort((a, b) => b.score - a.score || a.from - b.from || a.page - b.page);
}

function windowsOf(count: number, page: number): { page: number; from: number; to: number }[] {
  const last = Math.max(1, count - WINDOW_UNITS + 1);
  return count === 0
    ? []
    : Array.from({ length: last }, (_, from) => ({ page, from, to: Math.min(count, from + WINDOW_UNITS) }));
}
