import type { Ranking, Window } from './rank.ts';
import { createSaid } from './repeats.ts';
import type { Unit } from './units.ts';

/**
 * Which pages become sources, in their order: those with the best windows. A page whose best windows were all said by a better one
 * comes after every page that says something new, and one that holds no word of the question last.
 */
export function choose(units: readonly (readonly Unit[])[], ranking: Ranking, count: number): number[] {
  if (units.length <= count) return units.map((_, page) => page);
  const said = createSaid();
  const own: number[] = [];
  const repeating: number[] = [];
  for (const window of bestOfPages(ranking.windows)) {
    const text = textOf(units, window);
    if (said.holds(text)) repeating.push(window.page);
    else own.push(window.page);
    said.add(text);
  }
  const ranked = new Set([...own, ...repeating]);
  const silent = units.map((_, page) => page).filter((page) => !ranked.has(page));
  return [...ranked, ...silent].slice(0, count).sort((a, b) => a - b);
}

function bestOfPages(windows: readonly Window[]): Window[] {
  const best = new Map<number, Window>();
  for (const window of windows) if (!best.has(window.page)) best.set(window.page, window);
  return [...best.values()];
}

function textOf(units: readonly (readonly Unit[])[], { page, from, to }: Window): string {
  return (units[page] ?? [])
    .slice(from, to)
    .map(({ text }) => text)
    .join('');
}
