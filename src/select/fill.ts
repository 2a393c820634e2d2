import { createSaid } from './repeats.ts';
import type { Unit } from './units.ts';
import type { Window } from './window.ts';

/** What parts a passage from the one before, in tokens. */
export const GAP = 1;
/** A token has seldom so many characters: what is longer does not fit, which need not be counted exactly. */
const MOST_TOKEN_CHARS = 10;

/** Into less room no sentence fits that would tell anything. */
const LEAST_ROOM = 8;

/** One pass over some windows, best first. `limit` is for all that has been taken when it ends, `quota` for one page; in tokens. */
export type Round = {
  readonly windows: Iterable<Window>;
  readonly limit: number;
  readonly quota: number;
  /** Nothing for a page that has something. */
  readonly onlyFirst?: boolean;
};

/**
 * The units to hand on, taken window by window and round by round while they fit. What is taken already costs nothing, and
 * where `once` is set what another unit says is not taken again.
 */
export function fill(
  units: readonly (readonly Unit[])[],
  rounds: readonly Round[],
  once: boolean,
): ReadonlySet<Unit> {
  const taken = new Set<Unit>();
  /** What need not be looked at again: it is taken, or was said by another. */
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
    // Looking for repeats is dear: only where it could be taken. What fits without them comes as single units later.
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
