/** The order of magnitude of a length or number, in quarters of a power of two. */
export function magnitude(number: number): number {
  return KNOWN[number] ?? calculate(number);
}

function calculate(number: number): number {
  return Math.round(Math.log2(1 + number) * 4) / 4;
}

/** Most numbers are small and whole, and a logarithm takes longer than everything else for a trait. */
const KNOWN = Float32Array.from({ length: 2_000 }, (_, number) => calculate(number));
