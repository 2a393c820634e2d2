import type { Match } from '../core/relevance.ts';
import { byScore, type Window } from './window.ts';

/** What a unit holds itself counts so much beside what the windows it is in are worth on average. */
const OWN_SHARE = 0.5;
/**
 * How much more a unit is worth whose terms were not said by a better one. A claim is supported in full only where each part of it is:
 * one more claim in a hundred at 600 tokens, three at 200. Between pages, which say the same, it does not help.
 */
const NEW_SHARE = 1;

/**
 * The units of a page that stands alone, as windows of one: it need not be told from others by its context. Those that hold a word of
 * the question or stand beside one that does, by what the windows around them are worth, what they hold themselves and what of that
 * is new.
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

/** For each unit the mean score of the windows it is in. */
function aroundOf(units: number, windows: readonly Window[]): number[] {
  const around = Array.from({ length: units }, () => 0);
  for (const { from, to, score } of windows) {
    for (let at = from; at < to; at++) around[at] = (around[at] ?? 0) + score / (to - from);
  }
  return around;
}

/** The share of a unit's terms, by weight, that is new; a term said n times before is so to one part in n + 1. Notes what it says. */
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
