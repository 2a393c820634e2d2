// The usual values of Robertson & Zaragoza 2009, section 3.
/** How much less a term counts in a long text. */
const B = 0.75;

/** How soon further occurrences of a term count for little. */
export const K1 = 1.2;

/**
 * The part of BM25 that depends on the length of a text: a term that occurs `count` times in it scores
 * `count * (K1 + 1) / (count + lengthNorm(words, meanWords))` times its weight.
 * @param words the number of words of the text
 * @param meanWords the mean of that number in all texts
 */
export function lengthNorm(words: number, meanWords: number): number {
  return K1 * (1 - B + (B * words) / meanWords);
}
