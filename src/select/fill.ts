import { createSaid, type Said } from './repeats.ts';
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

/** What has been selected so far, and what it costs. */
type Filling = {
  readonly units: readonly (readonly Unit[])[];
  readonly taken: Set<Unit>;
  /** Units for which the decision is made: they are selected, or repeat another one. */
  readonly settled: Set<Unit>;
  /** The words of the selected units; null if units may repeat one another. */
  readonly said: Said | null;
  readonly spentBy: number[];
  spent: number;
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
  const filling: Filling = {
    units,
    taken: new Set(),
    settled: new Set(),
    said: once ? createSaid() : null,
    spentBy: units.map(() => 0),
    spent: 0,
  };
  for (const round of rounds) {
    for (const window of round.windows) {
      if (round.limit - filling.spent < LEAST_ROOM) break;
      take(filling, window, round);
    }
  }
  return filling.taken;
}

function take(filling: Filling, window: Window, { limit, quota, onlyFirst = false }: Round): void {
  const { page, from, to } = window;
  const before = filling.spentBy[page] ?? 0;
  if (onlyFirst && before > 0) return;
  const room = Math.min(limit - filling.spent, quota - before);
  if (openChars(filling, window) > room * MOST_TOKEN_CHARS) return;
  const open = filling.units[page]?.slice(from, to).filter((unit) => !filling.settled.has(unit)) ?? [];
  const gap = open.length === to - from && !isBesideTaken(filling, window) ? GAP : 0;
  // Finding repeats is expensive, so it is done only for windows that could be selected. Those that fit if
  // repeats are left out come later, as single units.
  if (open.length === 0 || tokensOf(open) + gap > room) return;
  const fresh = open.filter((unit) => isNew(filling, unit));
  const cost = fresh.length === 0 ? 0 : tokensOf(fresh) + gap;
  for (const unit of fresh) {
    filling.taken.add(unit);
    filling.settled.add(unit);
    filling.said?.add(unit.words);
  }
  filling.spentBy[page] = before + cost;
  filling.spent += cost;
}

function openChars({ units, settled }: Filling, { page, from, to }: Window): number {
  let chars = 0;
  for (let at = from; at < to; at++) {
    const unit = units[page]?.[at];
    if (unit !== undefined && !settled.has(unit)) chars += unit.text.length;
  }
  return chars;
}

function isBesideTaken({ units, taken }: Filling, { page, from, to }: Window): boolean {
  return [units[page]?.[from - 1], units[page]?.[to]].some((unit) => unit !== undefined && taken.has(unit));
}

function isNew({ said, settled }: Filling, unit: Unit): boolean {
  if (said === null || !said.holds(unit.words)) return true;
  settled.add(unit);
  return false;
}

function tokensOf(units: readonly Unit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}

/**
 * All units of the texts if they fit into this many tokens, otherwise undefined. With `once`, without repeats
 * of earlier texts.
 */
export function whole(
  units: readonly (readonly Unit[])[],
  budget: number,
  once: boolean,
): ReadonlySet<Unit> | undefined {
  if (!allFit(units, budget)) return undefined;
  if (!once) return new Set(units.flat());
  const said = createSaid();
  const taken = new Set<Unit>();
  for (const own of units) {
    const fresh = own.filter(({ words }) => !said.holds(words));
    for (const unit of fresh) {
      taken.add(unit);
      said.add(unit.words);
    }
  }
  return taken;
}

/** Stops counting when the budget is exceeded. */
function allFit(units: readonly (readonly Unit[])[], budget: number): boolean {
  let room = budget;
  for (const own of units) {
    if (own.length > 0) room -= GAP;
    for (const { tokens } of own) {
      room -= tokens;
      if (room < 0) return false;
    }
  }
  return room >= 0;
}
