import type { Match } from '../core/relevance.ts';
import { byScore, type Window } from './window.ts';

/** The weight of a unit's own score relative to the mean score of its windows. */
const OWN_SHARE = 0.5;
/**
 * How much is added to the score of a unit for terms that no better unit has. A claim is supported only if
 * each of its parts is: with this, one more claim in a hundred is supported at 600 tokens, and three more at
 * 200. It does not help between pages.
 */
const NEW_SHARE = 1;

/**
 * If there is only one page, ranks its units as windows of one, because no context is needed to compare it
 * with other pages. Includes units that contain a word of the question or are next to one that does. Their
 * score comes from the scores of the windows around them, their own terms, and how many of these are new.
 */
export function oneByOne(
  units: readonly Match[],
  weights: readonly number[],
  singles: readonly Window[],
  windows: readonly Window[],
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
