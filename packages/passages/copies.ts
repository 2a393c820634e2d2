import { hostOf } from '@sayso/text/url.ts';

/** A text that was found, and the address of its page. */
type HostedText = { readonly url: string; readonly text: string };

/** Words per shingle; runs of four words hardly ever match by chance. */
const SHINGLE_WORDS = 4;
/** One of this many shingles is compared, chosen by its hash. */
const SAMPLED = 4;
/** A text with fewer compared shingles, about forty words, is too short to be called a copy. */
const LEAST_SHINGLES = 10;
/** The share of the shorter text that a longer one has to have. */
const COPIED_SHARE = 0.7;
/** A copy that is this many times as long as the better ranked one takes its place: a paper, not its abstract. */
const LONGER = 2;
const MULTIPLIER = 31;

/**
 * The places of the texts without those that are copies of others on another host, so that one paper on four
 * hosts is one source: the first of its copies, or one that is much longer. Pages of one host share their
 * frame, so they are never compared. Takes linear time for each pair.
 */
export function withoutCopies(texts: readonly HostedText[]): readonly number[] {
  const kept: { readonly place: number; readonly host: string; readonly shingles: ReadonlySet<number> }[] =
    [];
  for (const [place, { url, text }] of texts.entries()) {
    const [host, shingles] = [hostOf(url), shinglesOf(text)];
    const at = kept.findIndex((other) => other.host !== host && isCopy(other.shingles, shingles));
    const one = { place, host, shingles };
    if (at < 0) kept.push(one);
    else if (shingles.size >= LONGER * (kept[at]?.shingles.size ?? 0)) kept[at] = one;
  }
  return kept.map(({ place }) => place).sort((one, other) => one - other);
}

function isCopy(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  const [short, long] = one.size < other.size ? [one, other] : [other, one];
  if (short.size < LEAST_SHINGLES) return false;
  let same = 0;
  for (const shingle of short) if (long.has(shingle)) same++;
  return same >= COPIED_SHARE * short.size;
}

/**
 * A sample of the runs of words, as hashes; whatever is no letter or digit only ends a word. Works on
 * characters, because making words of ten pages would take longer than all the rest of the selection.
 */
function shinglesOf(text: string): ReadonlySet<number> {
  const sample = new Set<number>();
  const last = new Int32Array(SHINGLE_WORDS);
  let [word, words] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    const isLetter =
      (code > 47 && code < 58) || ((code | 32) > 96 && (code | 32) < 123) || (code > 191 && code < 0x2000);
    const isDense = code > 0x3000;
    if (isLetter || isDense) word = (Math.imul(word, MULTIPLIER) + (code | 32)) | 0;
    // In scripts without spaces, each character counts as a word.
    if ((isLetter && !isDense) || word === 0) continue;
    last[words++ % SHINGLE_WORDS] = word;
    word = 0;
    if (words < SHINGLE_WORDS) continue;
    let hash = 0;
    for (let back = 0; back < SHINGLE_WORDS; back++)
      hash = (Math.imul(hash, 0x01000193) ^ (last[(words + back) % SHINGLE_WORDS] ?? 0)) | 0;
    hash ^= hash >>> 15;
    if ((hash >>> 0) % SAMPLED === 0) sample.add(hash);
  }
  return sample;
}

/** Words per shingle; runs of three words seldom match by chance. */
const REPEAT_WORDS = 3;
/** Shorter texts ("Read more", a date) are not compared. */
const MIN_WORDS = 6;
/**
 * If at least this share of its shingles is known, a text has nothing new: copies of syndicated news differ
 * only in a name or a date.
 */
const REPEATED_SHARE = 0.7;

/** The texts seen so far. */
type SeenTexts = {
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
      const shingles = runsOf(words);
      let found = 0;
      for (const shingle of shingles) if (known.has(shingle)) found++;
      return found >= REPEATED_SHARE * shingles.length;
    },
    add(words) {
      for (const shingle of runsOf(words)) known.add(shingle);
    },
  };
}

/** The runs of words, as hashes. A context has only a few thousand runs, so collisions are very unlikely. */
function runsOf(words: readonly string[]): Int32Array {
  const shingles = new Int32Array(Math.max(0, words.length - REPEAT_WORDS + 1));
  let [first, second] = [0, 0];
  for (let at = 0; at < words.length; at++) {
    const last = hashOf(words[at] ?? '');
    const hash = Math.imul(first, 31 * 31) + Math.imul(second, 31) + last;
    if (at >= REPEAT_WORDS - 1) shingles[at - REPEAT_WORDS + 1] = hash;
    [first, second] = [second, last];
  }
  return shingles;
}

function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, 65_599) + word.charCodeAt(at)) | 0;
  return hash;
}
