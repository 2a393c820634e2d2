/** Numbers that look random and are always the same for the same seed. */
export type Random = {
  /** An integer from 0 up to, but not including, `end`. */
  below(end: number): number;
  pick<T>(items: ArrayLike<T>): T;
};

/** A generator by G. Marsaglia, "Xorshift RNGs" (2003), with 32 bits of state. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 2_654_435_761) | 0 || 1;
  const below = (end: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % end;
  };
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}
