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
export type SeenTexts = {
  /** Whether a text, given as its words, nearly repeats an earlier one. */
  holds(words: readonly string[]): boolean;
  add(words: readonly string[]): void;
};

/**
 * Remembers texts, so that a text on several hosts counts once, because copies must not look like independent
 * sources.
 */
export function createSeenTexts(): SeenTexts {
  const known = new Set<number>();
  return {
    holds(words) {
      if (words.length < MIN_WORDS) return false;
      const shingles = shinglesOf(words);
      let found = 0;
      for (const shingle of shingles) if (known.has(shingle)) found++;
      return found >= SAME_SHARE * shingles.length;
    },
    add(words) {
      for (const shingle of shinglesOf(words)) known.add(shingle);
    },
  };
}

/** The runs of words, as hashes. A context has only a few thousand runs, so collisions are very unlikely. */
function shinglesOf(words: readonly string[]): Int32Array {
  const shingles = new Int32Array(Math.max(0, words.length - SHINGLE_WORDS + 1));
  let [first, second] = [0, 0];
  for (let at = 0; at < words.length; at++) {
    const last = hashOf(words[at] ?? '');
    const hash = Math.imul(first, 31 * 31) + Math.imul(second, 31) + last;
    if (at >= SHINGLE_WORDS - 1) shingles[at - SHINGLE_WORDS + 1] = hash;
    [first, second] = [second, last];
  }
  return shingles;
}

function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, 65_599) + word.charCodeAt(at)) | 0;
  return hash;
}
