import { ONE_TOKEN_WORDS } from './one-token-words.ts';

/** Size of the filter: 2^18 bits are 5.5 for each of 47,440 words, by which one other word in fourteen is taken for one of them. */
export const FILTER_BITS = 2 ** 18;

const filter = Uint8Array.fromBase64(ONE_TOKEN_WORDS);

/** Whether the letters of a text from `from` up to and without `to` are most likely one token of o200k_base behind a blank. */
export function isOneToken(text: string, from: number, to: number): boolean {
  return bitsOf(text, from, to).every((bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);
}

/** The three bits of the filter that stand for a word (B. Bloom, "Space/time trade-offs in hash coding", 1970). */
export function bitsOf(text: string, from: number, to: number): readonly number[] {
  let hash = 0;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  const first = mix(hash, 0x85ebca6b);
  const second = mix(first, 0xc2b2ae35);
  const third = mix(second, 0x27d4eb2f);
  return [first & (FILTER_BITS - 1), second & (FILTER_BITS - 1), third & (FILTER_BITS - 1)];
}

function mix(hash: number, factor: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), factor);
  return mixed ^ (mixed >>> 13);
}
