import { GAP } from './fill.ts';
import { createSaid } from './repeats.ts';
import type { Unit } from './units.ts';

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
