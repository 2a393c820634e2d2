import type { Ranking } from './rank.ts';
import { createSaid } from './repeats.ts';
import type { Unit } from './units.ts';
import type { Window } from './window.ts';

/**
 * The pages that become sources, in their original order: those with the best windows. A page whose best
 * windows all repeat a better page ranks after every page with something new, and one without any word of the
 * question ranks last.
 */
export function choose(units: readonly (readonly Unit[])[], ranking: Ranking, count: number): number[] {
  const all = units.map((_, page) => page);
  if (all.length <= count) return all;
  const { own, repeating } = voices(ranking.windows, units);
  const ranked = new Set([...own, ...repeating].map(({ page }) => page));
  const silent = all.filter((page) => !ranked.has(page));
  return [...ranked, ...silent].slice(0, count).sort((a, b) => a - b);
}

/** The best window of each page that has a word of the question, best first. */
export type Voices = {
  /** Windows with content of their own. */
  readonly own: readonly Window[];
  /** Windows that nearly repeat a better page. */
  readonly repeating: readonly Window[];
};

/** Takes the best window of each page, best first, and separates pages with their own content from copies. */
export function voices(windows: readonly Window[], units: readonly (readonly Unit[])[]): Voices {
  const said = createSaid();
  const own: Window[] = [];
  const repeating: Window[] = [];
  for (const window of bestOfPages(windows)) {
    const words = wordsOf(units, window);
    (said.holds(words) ? repeating : own).push(window);
    said.add(words);
  }
  return { own, repeating };
}

function bestOfPages(windows: readonly Window[]): Window[] {
  const best = new Map<number, Window>();
  for (const window of windows) if (!best.has(window.page)) best.set(window.page, window);
  return [...best.values()];
}

function wordsOf(units: readonly (readonly Unit[])[], { page, from, to }: Window): string[] {
  return units[page]?.slice(from, to).flatMap(({ words }) => words) ?? [];
}
