/** An affine transformation `[a b c d e f]` (ISO 32000-1, 8.3.3): x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** A position in points, unless stated otherwise. */
export type Point = readonly [x: number, y: number];

/** The transformation that changes nothing. */
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The transformation that applies `inner` first and `outer` to its result. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  return [
    a * inner[0] + c * inner[1],
    b * inner[0] + d * inner[1],
    a * inner[2] + c * inner[3],
    b * inner[2] + d * inner[3],
    a * inner[4] + c * inner[5] + e,
    b * inner[4] + d * inner[5] + f,
  ];
}

/** The position to which a transformation moves a point. */
export function transform([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Reads six numbers as a transformation; null if `value` contains anything else. */
export function toMatrix(value: unknown): Matrix | null {
  const [a, b, c, d, e, f] = toNumbers(value);
  if (a === undefined || b === undefined || c === undefined) return null;
  return d === undefined || e === undefined || f === undefined ? null : [a, b, c, d, e, f];
}

/** The finite numbers of an array or typed array; empty for anything else. */
export function toNumbers(value: unknown): readonly number[] {
  if (!Array.isArray(value) && !(value instanceof Float32Array)) return [];
  return Array.from<unknown>(value).filter((item): item is number => Number.isFinite(item));
}
