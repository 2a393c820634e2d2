import { createHeap } from './heap.ts';
import { rankOf } from './token-table.ts';

/** In up to this many bytes, comparing all pairs before each join takes less time than a queue. */
const FEW_BYTES = 40;
/** Ranks have 18 bits; the positions in a piece, which are the lower bits, stay below 2^35. */
const POSITIONS = 2 ** 35;
/** The longest piece that `countMerged` takes. */
export const MAX_PIECE_BYTES = 768;
/** The end of the part that begins at each place. */
const ends = new Int32Array(MAX_PIECE_BYTES + 1);
/** The beginning of the part that ends at each place. */
const starts = new Int32Array(MAX_PIECE_BYTES + 1);
/** The rank of the token that the part at this place makes with the next one; -1 if there is none. */
const ranks = new Int32Array(MAX_PIECE_BYTES);

/**
 * Byte-pair encoding (P. Gage, "A New Algorithm for Data Compression", 1994): joins the two neighbours whose
 * token has the lowest rank (the first such pair if there are several), until no neighbours make a token.
 * Returns the number of remaining tokens of the first `length` bytes.
 */
export function countMerged(bytes: Uint8Array, length: number): number {
  for (let at = 0; at < length; at++) {
    ends[at] = at + 1;
    starts[at] = at - 1;
    ranks[at] = at + 2 <= length ? rankOf(bytes, at, at + 2) : -1;
  }
  const join = (at: number) => {
    const next = ends[at] ?? length;
    const end = ends[next] ?? length;
    ends[at] = end;
    starts[end] = at;
    ranks[next] = -1;
    for (const part of [at, starts[at] ?? -1]) {
      const after = ends[part] ?? length;
      if (part >= 0) ranks[part] = after < length ? rankOf(bytes, part, ends[after] ?? length) : -1;
    }
  };
  return length - (length <= FEW_BYTES ? joinFew(length, join) : joinMany(length, join));
}

/** Joins the parts of a short piece; returns how often. */
function joinFew(length: number, join: (at: number) => void): number {
  for (let joins = 0; ; joins++) {
    let first = -1;
    let lowest = Number.MAX_SAFE_INTEGER;
    for (let at = 0; at < length; at = ends[at] ?? length) {
      const rank = ranks[at] ?? -1;
      if (rank < 0 || rank >= lowest) continue;
      first = at;
      lowest = rank;
    }
    if (first < 0) return joins;
    join(first);
  }
}

/** The same for a piece of any length, in time that grows little faster than the length. */
function joinMany(length: number, join: (at: number) => void): number {
  const queue = createHeap<number>((a, b) => a < b);
  const add = (at: number) => {
    const rank = ranks[at] ?? -1;
    if (rank >= 0) queue.add(rank * POSITIONS + at);
  };
  for (let at = 0; at < length; at++) add(at);
  let joins = 0;
  for (let first = queue.take(); first !== undefined; first = queue.take()) {
    const at = first % POSITIONS;
    if (ranks[at] !== (first - at) / POSITIONS) continue;
    join(at);
    joins++;
    add(at);
    add(starts[at] ?? -1);
  }
  return joins;
}
