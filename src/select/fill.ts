import { createSaid } from './repeats.ts';
import type { Unit } from './units.ts';
import type { Window } from './window.ts';

/** The separator between two passages, in tokens. */
export const GAP = 1;
/** A token seldom has this many characters, so a longer text does not fit and need not be counted exactly. */
const MOST_TOKEN_CHARS = 10;

/** The least room for a useful sentence, in tokens. */
const LEAST_ROOM = 8;

/**
 * One pass over windows, best first. `limit` applies to everything selected by the end of the pass, `quota`
 * to one page; both in tokens.
 */
export type Round = {
  readonly windows: Iterable<Window>;
  readonly limit: number;
  readonly quota: number;
  /** Skips pages from which something has been selected. */
  readonly onlyFirst?: boolean;
};

/**
 * Selects units window by window and round by round while they fit. A unit that is already selected costs
 * nothing. With `once`, a unit that repeats another one is not selected.
 */
export function fill(
  units: readonly (readonly Unit[])[],
  rounds: readonly Round[],
  once: boolean,
): ReadonlySet<Unit> {
  const taken = new Set<Unit>();
  /** Units that are decided: selected, or found to be repeats. */
  const settled = new Set<Unit>();
  const said = createSaid();
  const spentBy = units.map(() => 0);
  let spent = 0;
  for (const round of rounds) {
    for (const window of round.windows) {
      if (round.limit - spent < LEAST_ROOM) break;
      take(window, round);
    }
  }
  return taken;

  function take({ page, from, to }: Window, { limit, quota, onlyFirst = false }: Round): void {
    const before = spentBy[page] ?? 0;
    if (onlyFirst && before > 0) return;
    const room = Math.min(limit - spent, quota - before);
    if (openChars(page, from, to) > room * MOST_TOKEN_CHARS) return;
    const open = units[page]?.slice(from, to).filter((unit) => !settled.has(unit)) ?? [];
    const gap = open.length === to - from && !isBesideTaken(page, from, to) ? GAP : 0;
    // Finding repeats is expensive, so it is done only for windows that could be selected. Those that fit if
    // repeats are left out come later, as single units.
    if (open.length === 0 || tokensOf(open) + gap > room) return;
    const fresh = open.filter(isNew);
    const cost = fresh.length === 0 ? 0 : tokensOf(fresh) + gap;
    for (const unit of fresh) {
      taken.add(unit);
      settled.add(unit);
      if (once) said.add(unit.words);
    }
    spentBy[page] = before + cost;
    spent += cost;
  }

  function openChars(page: number, from: number, to: number): number {
    let chars = 0;
    for (let at = from; at < to; at++) {
      const unit = units[page]?.[at];
      if (unit !== undefined && !settled.has(unit)) chars += unit.text.length;
    }
    return chars;
  }

  function isBesideTaken(page: number, from: number, to: number): boolean {
    return [units[page]?.[from - 1], units[page]?.[to]].some((unit) => unit !== undefined && taken.has(unit));
  }

  function isNew(unit: Unit): boolean {
    if (!once || !said.holds(unit.words)) return true;
    settled.add(unit);
    return false;
  }
}

function tokensOf(units: readonly Unit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}
