/** Numbers from 0 to below 1, the same for the same seed (G. Marsaglia, "Xorshift RNGs", 2003). */
export function createRandom(seed: number): () => number {
  // Knuth's factor makes neighbouring seeds differ in many bits. A state of 0 would stay 0.
  let state = Math.imul(seed + 1, 2_654_435_761) | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
