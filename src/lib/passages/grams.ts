import { rarity } from '../text/rarity.ts';

/**
 * How much of a question the sentences have in groups of three characters, 0 to 1 by weight. Finds parts of
 * compounds and any inflection, in any script: "Fusion" in "Fusionsplan".
 */
export type GramShares = {
  /** In each sentence. */
  readonly own: Float64Array;
  /** In each sentence and the one before it. */
  readonly withBefore: Float64Array;
};

const GRAM_CHARS = 3;
/** No more groups of a question are compared. */
const MAX_GRAMS = 300;
const HASHES = 2 ** 16;
const APART = /[^\p{L}\p{N}\p{M}]+/gu;

/**
 * Compares the words of a question with sentences. A group weighs more the fewer sentences have it.
 * @param words the words of the question without function words
 */
export function compareGrams(words: readonly string[], texts: readonly string[]): GramShares {
  const known = new Map<string, number>();
  const mayBeKnown = new Uint8Array(HASHES);
  for (const word of words) {
    const text = ` ${word} `;
    for (let at = 0; at + GRAM_CHARS <= text.length && known.size < MAX_GRAMS; at++) {
      const gram = text.slice(at, at + GRAM_CHARS);
      if (!known.has(gram)) known.set(gram, known.size);
      mayBeKnown[hashAt(text, at)] = 1;
    }
  }
  const sets = texts.map((sentence) => {
    const set = new Uint8Array(known.size);
    const text = ` ${sentence.toLowerCase().replace(APART, ' ')} `;
    for (let at = 0; at + GRAM_CHARS <= text.length; at++) {
      if (mayBeKnown[hashAt(text, at)] === 0) continue;
      const gram = known.get(text.slice(at, at + GRAM_CHARS));
      if (gram !== undefined) set[gram] = 1;
    }
    return set;
  });
  const weights = Float64Array.from({ length: known.size }, (_, gram) =>
    rarity(
      sets.reduce((sum, set) => sum + (set[gram] ?? 0), 0),
      texts.length,
    ),
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const shareOf = (one: Uint8Array, other: Uint8Array) =>
    weights.reduce((sum, weight, gram) => sum + (one[gram] === 1 || other[gram] === 1 ? weight : 0), 0) / all;
  return {
    own: Float64Array.from(sets, (set) => shareOf(set, set)),
    withBefore: Float64Array.from(sets, (set, at) => shareOf(set, sets[at - 1] ?? set)),
  };
}

/** A number for the group at an offset; most groups of a sentence need not be looked up by their text. */
function hashAt(text: string, at: number): number {
  const [first, second, third] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  return (first * 961 + second * 31 + third) % HASHES;
}
