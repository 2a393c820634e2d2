/**
 * How rare a term is that `holding` of `texts` texts contain: the inverse document frequency of BM25
 * (Robertson & Zaragoza 2009), above 0.
 */
export function rarity(holding: number, texts: number): number {
  return Math.log(1 + (texts - holding + 0.5) / (holding + 0.5));
}

/** The rarity of each of `termCount` terms among texts, from how often each text contains it. */
export function termWeights(
  termCount: number,
  matches: readonly { readonly counts: readonly number[] }[],
): number[] {
  const holding = Array.from({ length: termCount }, () => 0);
  for (const { counts } of matches)
    for (let term = 0; term < counts.length; term++)
      if ((counts[term] ?? 0) > 0) holding[term] = (holding[term] ?? 0) + 1;
  return holding.map((count) => rarity(count, matches.length));
}

/** A number is rarer than any word, on the scale of `likelyRarity`. */
const NUMBER_RARITY = 4;

/** How rare a word is in general, from 0 to about 5, guessed from its length: frequent words are short. */
export function likelyRarity(word: string): number {
  return /\d/.test(word) ? NUMBER_RARITY : Math.log2(1 + Buffer.byteLength(word));
}
