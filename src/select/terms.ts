import { isStopWord, stem, toWords, UNSPACED } from '../core/words.ts';

/** How often each term of the question occurs in a text, and how many words the text has. */
export type TermCounts = { readonly counts: readonly number[]; readonly words: number };

/** A question's content as terms that can be compared with texts in any script. */
export type Terms = {
  /** The number of terms, at most 100. */
  readonly count: number;
  /** Counts the terms in a text, given as its words (`toPlainWords`). */
  match(words: readonly string[]): TermCounts;
  /**
   * Counts the terms in a part of a text, without creating a string for each simple word.
   */
  matchIn(text: string, start?: number, end?: number): TermCounts;
};

/** A pasted text may have a thousand words, and each of them costs time in every sentence of every page. */
const MAX_TERMS = 100;
/** The number of first letters that stand for all inflections of a word; 4 and 6 are worse on average. */
const BEGINNING = 5;

// Korean has spaces, but also endings, which pairs of syllables ignore.
const RUN = new RegExp(String.raw`[${UNSPACED}\p{Script=Hangul}ー]+`, 'gu');
const HAS_RUN = new RegExp(String.raw`[${UNSPACED}\p{Script=Hangul}]`, 'u');
/** All of these scripts are in these ranges; testing for the ranges is much faster. */
const MAY_HAVE_RUN = /[\u0e00-\u1fff\u2e80-\uffff]/;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** Han and Hangul characters have no diacritics, and a pair of them has no inflection at its end. */
const UNMARKED = /^[\u3400-\u9fff\uac00-\ud7a3]+$/;
/** If a text contains none of these characters, each run of ASCII letters and digits is a word. */
const INNER_MARKS = codesOf("'‘’.,");
const APOSTROPHES = codesOf("'‘’");
/** Characters beyond ASCII that only separate words, as in `toWords`; English texts have many of them. */
const OUTER_MARKS = codesOf('“”–—…\u00a0');
const SPACE = 32;
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
  const placeOf = createPlaces(terms);
  const beginnings = beginningsOf(terms);
  const nothing = terms.map(() => 0);
  const counted = (counts: number[], word: string) => {
    const at = placeOf(word);
    if (at < 0) return counts;
    const own = counts === nothing ? terms.map(() => 0) : counts;
    own[at] = (own[at] ?? 0) + 1;
    return own;
  };
  const match = (textWords: readonly string[]) => {
    let counts = nothing;
    for (const word of textWords) if (beginnings[beginningOf(word)] !== 0) counts = counted(counts, word);
    return { counts, words: textWords.length };
  };
  return {
    count: terms.length,
    match,
    matchIn(text, start = 0, end = text.length) {
      let [counts, words, from] = [nothing, 0, start];
      for (let at = start; at <= end; at++) {
        const code = at < end ? text.charCodeAt(at) : SPACE;
        if (isLetterOrDigit(code)) continue;
        const isInside = INNER_MARKS.has(code);
        const isForeign = code > 127 && !isInside && !OUTER_MARKS.has(code);
        const isPossessive = isInside && at > from && endsPossessive(text, at, end);
        if (isForeign || (isInside && !isPossessive && at > from && /^\w/.test(text.slice(at + 1, end))))
          return match(toPlainWords(text.slice(start, end)));
        if (at > from) {
          words++;
          const second = at > from + 1 ? text.charCodeAt(from + 1) : Number.NaN;
          if (beginnings[beginningWith(text.charCodeAt(from), second)] !== 0)
            counts = counted(counts, text.slice(from, at));
        }
        if (isPossessive) at++;
        from = at + 1;
      }
      return { counts, words };
    },
  };
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

function codesOf(marks: string): ReadonlySet<number> {
  return new Set(Array.from(marks, (mark) => mark.charCodeAt(0)));
}

/** Whether the mark at a position is the apostrophe of a final `'s`, which `toWords` removes. */
function endsPossessive(text: string, at: number, end: number): boolean {
  if (!APOSTROPHES.has(text.charCodeAt(at)) || at + 1 >= end || !/[sS]/.test(text.charAt(at + 1)))
    return false;
  const next = at + 2 < end ? text.charCodeAt(at + 2) : SPACE;
  return !isLetterOrDigit(next) && !APOSTROPHES.has(next);
}

function isLetterOrDigit(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57);
}

/** A number for the first two letters of a word; 0 if one of them may change in the term. */
function beginningOf(word: string): number {
  return beginningWith(word.charCodeAt(0), word.charCodeAt(1));
}

/**
 * The beginning of a word as a number, from the codes of its first two letters in upper or lower case; the
 * second code is NaN if there is only one letter.
 */
function beginningWith(first: number, second: number): number {
  return first > 127 || second > 127 ? 0 : ((first & 31) << 5) | (second & 31) | 1024;
}

/** Marks the beginnings of the terms. Most words begin differently and need not be looked up. */
function beginningsOf(terms: readonly string[]): Uint8Array {
  const beginnings = new Uint8Array(2048);
  beginnings[0] = 1;
  for (const term of terms) beginnings[beginningOf(term)] = 1;
  return beginnings;
}

/** The common part of a word's inflections, in any script. */
function toTerm(word: string): string {
  if (UNMARKED.test(word)) return word.slice(0, BEGINNING);
  const root = stem(word);
  return (BEYOND_ASCII.test(root) ? withoutMarks(root) : root).slice(0, BEGINNING);
}

function withoutMarks(word: string): string {
  const plain = word
    .normalize('NFD')
    .replace(/[\p{M}ـ]/gu, '')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه');
  return plain.replace(ARABIC_ARTICLE, '').normalize('NFC');
}
