/** Words per shingle; runs of three words seldom match by chance. */
const SHINGLE_WORDS = 3;
/** Shorter texts ("Read more", a date) are not compared. */
const MIN_WORDS = 6;
/**
 * If at least this share of its shingles is known, a text has nothing new: copies of syndicated news differ
 * only in a name or a date.
 */
const SAME_SHARE = 0.7;

/** The texts seen so far. */
export type Said = {
  /** Whether a text, given as its words, nearly repeats an earlier one. */
  holds(words: readonly string[]): boolean;
  add(words: readonly string[]): void;
};

/**
 * Remembers texts, so that a text on several hosts counts once, because copies must not look like independent
 * sources.
 */
export function createSaid(): Said {
  const known = new Set<number>();
  return {
    holds(words) {
      const shingles = shinglesOf(words);
      if (shingles.length + SHINGLE_WORDS - 1 < MIN_WORDS) return false;
      const found = shingles.reduce((count, shingle) => count + Number(known.has(shingle)), 0);
      return found >= SAME_SHARE * shingles.length;
    },
    add(words) {
      for (const shingle of shinglesOf(words)) known.add(shingle);
    },
  };
}

/** Runs of words as hashes; a collision is practically impossible among the thousands of one context. */
function shinglesOf(words: readonly string[]): number[] {
  const hashes = words.map(hashOf);
  return hashes.slice(SHINGLE_WORDS - 1).map((last, at) => {
    const first = Math.imul(hashes[at] ?? 0, 31 * 31);
    return (first + Math.imul(hashes[at + 1] ?? 0, 31) + last) | 0;
  });
}

function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, 65_599) + word.charCodeAt(at)) | 0;
  return hash;
}
