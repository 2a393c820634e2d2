import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';

/** The number of slots. A quarter of them stay empty, so that a search ends after a few steps. */
export const TABLE_SLOTS = 2 ** 18;
/** A slot has 48 bits: 30 to recognise the bytes of a token, and 18 for its rank. */
export const SLOT_UNITS = 3;
const RANK_LOW_BITS = 16;
/** All bits are set in an empty slot; no token has such a rank. */
const EMPTY = 0xffff;

/** The two hashes of a run of bytes. */
type Hashes = {
  /** Chooses the slot. */
  readonly slot: number;
  /** Identifies the run. */
  readonly mark: number;
};

/**
 * The hashes of the bytes from `from` (inclusive) to `to` (exclusive), made with the constants of FNV-1a and
 * of MurmurHash. The second has 30 bits. No two tokens of the table share both hashes; other bytes are
 * mistaken for a token about once in a hundred million cases.
 */
export function hashesOf(bytes: Uint8Array, from: number, to: number): Hashes {
  let slot = 0x811c9dc5;
  let mark = to - from;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    slot = Math.imul(slot ^ byte, 0x01000193);
    mark = Math.imul(mark ^ byte, 0x5bd1e995);
    mark ^= mark >>> 15;
  }
  slot = Math.imul(slot ^ (slot >>> 15), 0x85ebca6b);
  return { slot: (slot ^ (slot >>> 13)) & (TABLE_SLOTS - 1), mark: Math.imul(mark, 0xc2b2ae35) >>> 2 };
}

let table: Uint16Array | undefined;

/**
 * The rank of the bytes from `from` (inclusive) to `to` (exclusive) in the vocabulary of o200k_base: 0 for
 * the token that is merged first, -1 if they are no token. The table is read on the first call.
 */
export function rankOf(bytes: Uint8Array, from: number, to: number): number {
  table ??= readTable();
  const { slot, mark } = hashesOf(bytes, from, to);
  const high = mark >>> 14;
  const low = (mark & 0x3fff) << 2;
  for (let at = slot * SLOT_UNITS; ; at = at + SLOT_UNITS === table.length ? 0 : at + SLOT_UNITS) {
    const middle = table[at + 1] ?? EMPTY;
    if (table[at] === high && (middle & 0xfffc) === low) {
      return ((middle & 3) << RANK_LOW_BITS) | (table[at + 2] ?? 0);
    }
    if (middle === EMPTY && table[at] === EMPTY && table[at + 2] === EMPTY) return -1;
  }
}

/** The three parts of a slot, in order. */
export function slotOf(mark: number, rank: number): readonly [number, number, number] {
  return [mark >>> 14, ((mark & 0x3fff) << 2) | (rank >>> RANK_LOW_BITS), rank & 0xffff];
}

/** `token-table.bin` is written by `bench/token-table.ts`, low byte first. */
function readTable(): Uint16Array {
  const file = readFileSync(new URL('./token-table.bin', import.meta.url));
  if (endianness() === 'BE') file.swap16();
  return new Uint16Array(file.buffer, file.byteOffset, file.length / 2);
}
