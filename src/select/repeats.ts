/** Words that stand together in a shingle; runs of three seldom agree by chance. */
const SHINGLE_WORDS = 3;
/** Shorter texts ("Read more", a date) are not compared. */
const MIN_WORDS = 6;
/** From this share of known shingles on a text says nothing new: syndicated news differ in a name or a date. */
const SAME_SHARE = 0.7;

/** What has been said so far. */
export type Said = {
  /** Whether a text, given as its words, was said already, near enough. */
  holds(words: readonly string[]): boolean;
  add(words: readonly string[]): void;
};

/**
 * Remembers texts, so that what stands on several hosts counts once: a text copied to many pages must not look like many
 * witnesses.
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

/** Runs of words as numbers; that two fall together is as good as impossible among the thousands of one context. */
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
