import { isStopWord, stem, toWords } from './words.ts';

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

/**
 * The maximum number of terms of a query that are used. A question has up to thirty; a pasted text, or one
 * without spaces, may have a thousand, and each term costs time in every sentence of every page.
 */
const MAX_TERMS = 100;

/** How often each term of the query occurs in a text, in order, and how many words the text has. */
export type Match = { readonly counts: readonly number[]; readonly wordCount: number };

/** Compares texts with one query. */
type Relevance = {
  /** The first 100 distinct words of the query, stemmed; stop words only if there are no others. */
  readonly terms: readonly string[];
  /** Counts the terms in a text, or in its words (`toWords`) if they are known. */
  match(text: string | readonly string[]): Match;
  /** The weight of each term by its rarity among these texts, in the order of the terms. */
  weights(matches: readonly Match[]): number[];
  /** The BM25 score of each text among these texts; 0 if no term occurs. */
  scores(matches: readonly Match[]): number[];
  /** These scores as shares of the highest score that a text could have, from 0 to 1. */
  shares(matches: readonly Match[]): number[];
};

/**
 * Lexical relevance to a query by BM25: S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework:
 * BM25 and Beyond" (2009), with the inverse document frequency kept above 0 by adding 1 inside the logarithm.
 */
export function createRelevance(query: string): Relevance {
  const terms = toTerms(query);
  const position = new Map(terms.map((term, at) => [term, at]));
  const prefixCodes = prefixCodesOf(terms);
  const weights = (matches: readonly Match[]) => termWeights(terms.length, matches);
  const scores = (matches: readonly Match[]) => {
    const weight = weights(matches);
    const meanWords = matches.reduce((sum, { wordCount }) => sum + wordCount, 0) / matches.length || 1;
    return matches.map((match) => bm25(match, weight, meanWords));
  };
  return {
    terms,
    weights,
    scores,
    shares(matches) {
      const most = weights(matches).reduce((sum, weight) => sum + weight * (K1 + 1), 0) || 1;
      return scores(matches).map((score) => score / most);
    },
    match(text) {
      const counts = terms.map(() => 0);
      const words = typeof text === 'string' ? toWords(text) : text;
      for (const word of words) {
        const at = mayMatch(word, prefixCodes) ? position.get(stem(word)) : undefined;
        if (at !== undefined) counts[at] = (counts[at] ?? 0) + 1;
      }
      return { counts, wordCount: words.length };
    },
  };
}

function toTerms(query: string): string[] {
  const words = toWords(query);
  const meaningful = words.filter((word) => !isStopWord(word));
  return [...new Set((meaningful.length > 0 ? meaningful : words).map(stem))].slice(0, MAX_TERMS);
}

/** Two letters as a number below 1,024. Other characters collide, which only costs time. */
function prefixCode(word: string): number {
  return ((word.charCodeAt(0) & 31) << 5) | (word.charCodeAt(1) & 31);
}

function prefixCodesOf(terms: readonly string[]): Uint8Array {
  const prefixCodes = new Uint8Array(1024);
  for (const term of terms) prefixCodes[prefixCode(term)] = 1;
  return prefixCodes;
}

/** Two letters rule out most words without stemming; accents do not, as stemming changes them. */
function mayMatch(word: string, prefixCodes: Uint8Array): boolean {
  return prefixCodes[prefixCode(word)] === 1 || word.charCodeAt(0) > 127 || word.charCodeAt(1) > 127;
}

function bm25({ counts, wordCount }: Match, weight: readonly number[], meanWords: number): number {
  const norm = lengthNorm(wordCount, meanWords);
  let sum = 0;
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] ?? 0;
    if (count > 0) sum += ((weight[at] ?? 0) * count * (K1 + 1)) / (count + norm);
  }
  return sum;
}
