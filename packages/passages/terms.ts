import type { Match } from '@sayso/text/relevance.ts';
import { isStopWord, stem, toWords, UNSPACED } from '@sayso/text/words.ts';

/** A question's content as terms that can be compared with texts in any script. */
type Terms = {
  /** The number of terms, at most 100. */
  readonly count: number;
  /** Counts the terms in a text, given as its words (`toPlainWords`); no counts if it has no term. */
  match(words: readonly string[]): Match;
  /**
   * Counts the terms in a part of a text, without creating a string for each simple word.
   */
  matchIn(text: string, start?: number, end?: number): Match;
  /** The number of the term that each word (`toPlainWords`) is a form of, or -1. */
  places(words: readonly string[]): readonly number[];
};

/** A pasted text may have a thousand words, and each of them costs time in every sentence of every page. */
const MAX_TERMS = 100;
/**
 * The counts of every text without any term: this array itself, so that most sentences need none of their
 * own.
 */
const NOTHING: number[] = [];
/** Distinguishes the numbers of beginnings from 0. */
const KNOWN_BEGINNING = 2 ** 15;
/** The number of first letters that stand for all inflections of a word; 4 and 6 are worse on average. */
const BEGINNING_CHARS = 5;

// Korean has spaces, but also endings, which pairs of syllables ignore.
const RUN = new RegExp(String.raw`[${UNSPACED}\p{Script=Hangul}ー]+`, 'gu');
const HAS_RUN = new RegExp(String.raw`[${UNSPACED}\p{Script=Hangul}]`, 'u');
/** All of these scripts are in these ranges; testing for the ranges is much faster. */
const MAY_HAVE_RUN = /[\u0e00-\u1fff\u2e80-\uffff]/;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** Han and Hangul characters have no diacritics, and a pair of them has no inflection at its end. */
const UNMARKED = /^[\u3400-\u9fff\uac00-\ud7a3]+$/;
/**
 * Kinds of characters. Between letters or digits, an inner mark may belong to the word, as in `U.S.`. Gaps
 * beyond ASCII are those of `toWords`; English texts have many of them.
 */
const [FOREIGN, GAP, INNER_MARK, LETTER] = [0, 1, 2, 3];
const APOSTROPHES = "'‘’";
const INNER_MARKS = `${APOSTROPHES}.,`;
const GAPS_BEYOND_ASCII = '“”–—…\u00a0';
const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z\d]/i.test(char)) return LETTER;
  return INNER_MARKS.includes(char) ? INNER_MARK : GAP;
});
/** The Arabic article, with the particles that are written together with it. */
const ARABIC_ARTICLE = /^[وف]?(?:ال|بال|كال|لل)(?=..)/u;

/**
 * Whether a text contains a script without spaces, in which one character carries as much meaning as several
 * letters.
 */
export function isDense(text: string): boolean {
  return MAY_HAVE_RUN.test(text) && HAS_RUN.test(text);
}

/**
 * The words of a text in order (`toWords`). Runs of scripts without spaces are replaced by their pairs of
 * neighbouring characters, which come after the other words.
 */
export function toPlainWords(text: string): readonly string[] {
  if (!isDense(text)) return toWords(text);
  const words = toWords(text.replace(RUN, ' '));
  for (const run of text.normalize('NFKC').match(RUN) ?? []) {
    if (run.length === 1) words.push(run);
    for (let at = 0; at + 2 <= run.length; at++) words.push(run.slice(at, at + 2));
  }
  return words;
}

/** The terms of a question: its words without stop words, or all of them if there are no others. */
export function createTerms(question: string): Terms {
  const words = toPlainWords(question);
  const meaningful = words.filter((word) => !isStopWord(word));
  const terms = [...new Set((meaningful.length > 0 ? meaningful : words).map(toTerm))].slice(0, MAX_TERMS);
  return new FixedTerms(terms);
}

/** A class, because thousands of sentences are compared with the terms of each question. */
class FixedTerms implements Terms {
  readonly count: number;
  readonly #placeOf: (word: string) => number;
  readonly #beginnings: Uint8Array;
  readonly #zeros: readonly number[];

  constructor(terms: readonly string[]) {
    this.count = terms.length;
    this.#placeOf = createPlaces(terms);
    this.#beginnings = beginningsOf(terms);
    this.#zeros = terms.map(() => 0);
  }

  match(words: readonly string[]): Match {
    return { counts: this.#countAll(words, NOTHING), wordCount: words.length };
  }

  places(words: readonly string[]): readonly number[] {
    return words.map((word) => this.#placeOf(word));
  }

  matchIn(text: string, start = 0, end = text.length): Match {
    let [counts, words, from] = [NOTHING, 0, start];
    for (let at = start; at <= end; at++) {
      const kind = kindAt(text, at, end);
      if (kind === LETTER) continue;
      if (kind === FOREIGN) return this.match(toPlainWords(text.slice(start, end)));
      const isInside = kind === INNER_MARK && at > from && kindAt(text, at + 1, end) === LETTER;
      const isPossessive = isInside && endsPossessive(text, at, end);
      if (isInside && !isPossessive) {
        while (kindAt(text, at, end) >= INNER_MARK) at++;
        const own = toWords(text.slice(from, at));
        counts = this.#countAll(own, counts);
        words += own.length;
        // The next character is the one after the words.
        from = at--;
        continue;
      }
      if (at > from) {
        words++;
        if (this.#beginnings[beginningAt(text, from, at)] !== 0)
          counts = this.#count(text.slice(from, at), counts);
      }
      if (isPossessive) at++;
      from = at + 1;
    }
    return { counts, wordCount: words };
  }

  #countAll(words: readonly string[], before: number[]): number[] {
    let counts = before;
    for (const word of words) {
      if (this.#beginnings[beginningAt(word, 0, word.length)] !== 0) counts = this.#count(word, counts);
    }
    return counts;
  }

  #count(word: string, before: number[]): number[] {
    const place = this.#placeOf(word);
    if (place < 0) return before;
    const counts = before === NOTHING ? this.#zeros.slice() : before;
    counts[place] = (counts[place] ?? 0) + 1;
    return counts;
  }
}

/** The kind of a character before `end`; the end counts as a gap. */
function kindAt(text: string, at: number, end: number): number {
  if (at >= end) return GAP;
  const code = text.charCodeAt(at);
  if (code < 128) return ASCII_KINDS[code] ?? GAP;
  const char = text.charAt(at);
  if (GAPS_BEYOND_ASCII.includes(char)) return GAP;
  return INNER_MARKS.includes(char) ? INNER_MARK : FOREIGN;
}

/** Finds the place of a word among the terms, or -1. It stems each word once, because stemming takes time. */
function createPlaces(terms: readonly string[]): (word: string) => number {
  const places = new Map(terms.map((term, at) => [term, at]));
  const known = new Map<string, number>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const place = places.get(toTerm(word.toLowerCase())) ?? -1;
    known.set(word, place);
    return place;
  };
}

/** Whether the mark before a letter is the apostrophe of a final `'s`, which `toWords` removes. */
function endsPossessive(text: string, at: number, end: number): boolean {
  if (!APOSTROPHES.includes(text.charAt(at)) || !/[sS]/.test(text.charAt(at + 1))) return false;
  const next = kindAt(text, at + 2, end);
  return next !== LETTER && !(next === INNER_MARK && APOSTROPHES.includes(text.charAt(at + 2)));
}

/**
 * A number for the first three letters of a word in upper or lower case; 0 if one of them may change in the
 * term.
 */
function beginningAt(text: string, from: number, to: number): number {
  const first = text.charCodeAt(from);
  const second = from + 1 < to ? text.charCodeAt(from + 1) : 0;
  const third = from + 2 < to ? text.charCodeAt(from + 2) : 0;
  if (first > 127 || second > 127 || third > 127) return 0;
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31) | KNOWN_BEGINNING;
}

/** Marks the beginnings of the words that may have these terms. Most words need not be looked up. */
function beginningsOf(terms: readonly string[]): Uint8Array {
  const beginnings = new Uint8Array(2 * KNOWN_BEGINNING);
  beginnings[0] = 1;
  for (const term of terms) {
    const first = beginningAt(term, 0, term.length);
    // The third letter of a word may be part of its ending.
    if (term.length < 3) beginnings.fill(1, first & ~31, (first & ~31) + 32);
    else beginnings[first] = 1;
  }
  return beginnings;
}

/** The common part of a word's inflections, in any script. */
function toTerm(word: string): string {
  if (UNMARKED.test(word)) return word.slice(0, BEGINNING_CHARS);
  const root = stem(word);
  return (BEYOND_ASCII.test(root) ? withoutMarks(root) : root).slice(0, BEGINNING_CHARS);
}

function withoutMarks(word: string): string {
  const plain = word
    .normalize('NFD')
    .replace(/[\p{M}ـ]/gu, '')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه');
  return plain.replace(ARABIC_ARTICLE, '').normalize('NFC');
}
