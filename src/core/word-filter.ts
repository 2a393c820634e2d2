import { readFileSync } from 'node:fs';

/** Size of the filter: 2^19 bits, 11 for each of 47,440 words, give fewer than 1 % false positives. */
export const FILTER_BITS = 2 ** 19;
/** Bits per word. */
const BITS_PER_WORD = 4;

/** Written by `bench/one-token-words.ts`. */
const filter = readFileSync(new URL('./one-token-words.bin', import.meta.url));

/**
 * Whether the letters from `from` (inclusive) to `to` (exclusive) are probably one token of o200k_base after
 * a space.
 */
export function isOneToken(text: string, from: number, to: number): boolean {
  const hash = hashOf(text, from, to);
  const step = mix(hash, 0xc2b2ae35);
  for (let nth = 0, bit = firstBit(hash); nth < BITS_PER_WORD; nth++, bit = bitAfter(bit, step)) {
    if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

/**
 * The bits of the filter for a word (B. Bloom, "Space/time trade-offs in hash coding", 1970). Two hashes work
 * as well as many (A. Kirsch and M. Mitzenmacher, "Less hashing, same performance", 2006).
 */
export function bitsOf(word: string): readonly number[] {
  const hash = hashOf(word, 0, word.length);
  const step = mix(hash, 0xc2b2ae35);
  const bits = [firstBit(hash)];
  while (bits.length < BITS_PER_WORD) bits.push(bitAfter(bits.at(-1) ?? 0, step));
  return bits;
}

function hashOf(text: string, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

function firstBit(hash: number): number {
  return mix(hash, 0x85ebca6b) & (FILTER_BITS - 1);
}

function bitAfter(bit: number, step: number): number {
  return (bit + step) & (FILTER_BITS - 1);
}

function mix(hash: number, factor: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), factor);
  return mixed ^ (mixed >>> 13);
}
