import { agree } from './agree.ts';
import type { Claim } from './claim.ts';
import { coverOf } from './cover-of.ts';
import { othersOfKind, type Placed } from './placed-numbers.ts';
import { sharedAround, surroundingsOf } from './surroundings.ts';
import type { Value } from './value.ts';

/** How much more another number must have in common with the claim's number than the agreeing one has. */
const CLEARLY_MORE = 1.2;

/**
 * The number that the source has where the claim has another one, although the source also has the claim's
 * number in another place: `the alloy melts at 650 °C` beside `it begins at 650 °C, the alloy melts at
 * 652 °C`. The words around a number identify its place. Numbers that the claim also has are ignored. Null if
 * no other number is clearly closer.
 */
export function findInPlaceOf(value: Value, claim: Claim, values: readonly Placed[]): Placed | null {
  const others = othersOfKind(value, values).filter(
    (other) => !claim.values.some((one) => agree(one, other)),
  );
  const agreeing = values.filter((other) => agree(value, other));
  if (others.length === 0 || agreeing.length === 0) return null;
  const own = surroundingsOf(claim.text, value, othersOfKind(value, claim.values));
  const minBond = CLEARLY_MORE + Math.max(...agreeing.map(({ around }) => sharedAround(own, around())));
  const minCover = Math.max(...agreeing.map(({ sentence }) => coverOf(claim, sentence)));
  let closest: { readonly place: Placed | null; readonly bond: number } = { place: null, bond: 0 };
  for (const place of others) {
    const bond = sharedAround(own, place.around());
    if (bond >= minBond && bond > closest.bond && coverOf(claim, place.sentence) >= minCover)
      closest = { place, bond };
  }
  return closest.place;
}
