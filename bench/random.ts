import { createRandom as createShares } from '../packages/eval/random.ts';

/** Numbers that look random and are always the same for the same seed. */
export type Random = {
  /** An integer from 0 up to, but not including, `end`. */
  below(end: number): number;
  pick<T>(items: ArrayLike<T>): T;
};

/** The generator of `sayso eval`, whose 32 bits are taken modulo the end. */
export function createRandom(seed: number): Random {
  const share = createShares(seed);
  const below = (end: number) => (share() * 2 ** 32) % end;
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}
