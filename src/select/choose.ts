import type { Ranking } from './rank.ts';
import type { Unit } from './units.ts';
import { voices } from './voices.ts';

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
