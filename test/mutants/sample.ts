/** A given number of the items, always the same ones for the same seed. */
export function sample<T>(items: readonly T[], count: number, seed: number): readonly T[] {
  const random = createRandom(seed);
  const rest = [...items];
  const taken: T[] = [];
  while (taken.length < count && rest.length > 0) {
    taken.push(...rest.splice(Math.floor(random() * rest.length), 1));
  }
  return taken;
}

/** Numbers from 0 up to 1, always the same sequence for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
