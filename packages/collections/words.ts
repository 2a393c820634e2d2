import { isStopWord, toWords, UNSPACED } from '@sayso/text/words.ts';
import { stemmer } from 'stemmer';

// The words of a part as both stores index them, each once:
//   wombat   a stem of its text or title
//   北 北京   a sign of a script without spaces, and two that stand together, so that an index does not depend on the
//            dictionary of the runtime that wrote it
//   =wombat  in the title; only the first part of a document has it
//   #3       its collection; no text has a word with such a sign

/** The maximum number of words of a question that are searched for; more rarely add anything. */
const MAX_WORDS = 32;
/** Longer ones are not names, and PostgreSQL has 2,046 bytes for a word. */
const MAX_WORD_CHARS = 500;

// The mark of a long vowel stands between signs of Katakana.
const UNSPACED_RUN = new RegExp(`[${UNSPACED}\\u30fc]+`, 'gu');
/** Whether a text may have such a run: to look for one takes long. */
const MAY_BE_UNSPACED = /[\u0e00-\u17ff\u2e80-\uffff]/;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** The words of a part of a document, by its text and its position. */
export function wordsOfPart(
  document: { readonly collection: number; readonly title: string; readonly keywords: string },
  { text, position }: { readonly text: string; readonly position: number },
): readonly string[] {
  const title = toIndexed(document.title);
  const ofLead = position === 0 ? [...title.map(inTitle), ...toIndexed(document.keywords)] : [];
  const words = new Set([inCollection(document.collection), ...ofLead, ...title, ...toIndexed(text)]);
  return [...words].filter(({ length }) => length <= MAX_WORD_CHARS);
}

/** The word that the parts of a collection have. */
export function inCollection(id: number): string {
  return `#${id}`;
}

/** A word of a question as the first part of a document has it whose title has it. */
export function inTitle(word: string): string {
  return `=${word}`;
}

/** Whether it is such a word. */
export function isInTitle(word: string): boolean {
  return word.startsWith('=');
}

/** The words to search for, each once, at most 32; stop words only if there are no others. */
export function toQueryWords(question: string): string[] {
  const words = [...new Set(toWords(question))];
  const content = words.filter((word) => !isStopWord(word));
  return (content.length > 0 ? content : words).slice(0, MAX_WORDS);
}

/** What a part has of a word of a question. */
export function toIndexedWords(word: string): readonly string[] {
  const words = toIndexed(word);
  // Signs that stand together are far rarer than each of them.
  const joined = words.filter((each) => each.length > 1);
  return joined.length > 0 ? joined : words;
}

function toIndexed(text: string): string[] {
  // Plain lines are split many times faster than others.
  const lines = text.split('\n').map(apart);
  const words = new Set(lines.flatMap(({ spaced }) => toWords(spaced)));
  return [...[...words].map(stemOf), ...lines.flatMap(({ runs }) => runs.flatMap(signsOf))];
}

/** What a text has between spaces, and its runs of signs of scripts without them. */
function apart(text: string): { readonly spaced: string; readonly runs: readonly string[] } {
  if (!MAY_BE_UNSPACED.test(text)) return { spaced: text, runs: [] };
  const plain = text.normalize('NFKC');
  return { spaced: plain.replace(UNSPACED_RUN, ' '), runs: plain.match(UNSPACED_RUN) ?? [] };
}

function signsOf(run: string): string[] {
  const signs = [...run];
  return signs.flatMap((sign, at) => (at === 0 ? sign : [sign, `${signs[at - 1]}${sign}`]));
}

/** Porter's stemmer. The stems of the last words are kept: a text has most of its words from the ones before. */
const MOST_KEPT = 20_000;
const kept = new Map<string, string>();

function stemOf(word: string): string {
  const known = kept.get(word);
  if (known !== undefined) return known;
  const stem =
    word.length < LEAST_STEMMED || word.length > MAX_WORD_CHARS ? word : stemmer(withoutMarks(word));
  if (kept.size >= MOST_KEPT) kept.clear();
  if (word.length <= MAX_WORD_CHARS) kept.set(word, stem);
  return stem;
}

const LEAST_STEMMED = 3;
const MARKED = /[\u00c0-\u0233\u1e00-\u1eff]/g;
const MARKS = /\p{M}/gu;
/** Whether a text may have marks that stand alone, rather than only quotes and dashes: to look for one takes long. */
const MAY_BE_MARKED = /[\u0300-\u1fff\u20d0-\u20ff\u2c00-\uffff]/;

function withoutMarks(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  const plain = text.replace(MARKED, (sign) => UNMARKED.get(sign) ?? sign);
  return MAY_BE_MARKED.test(plain) ? plain.replace(MARKS, '') : plain;
}

/** Latin letters without their marks; those of other scripts are other letters. */
const UNMARKED: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 0x1f00 - 0xc0 }, (_, at) => String.fromCharCode(0xc0 + at)).flatMap((sign) => {
    const [base = ''] = sign.normalize('NFD');
    return /[a-z]/i.test(base) ? [[sign, base] as const] : [];
  }),
);

const LETTER = /[\p{L}\p{N}]/u;

/**
 * Counts how often each word of a question occurs in a text, in any of the forms that have its stem. Only words that begin
 * like it are looked at, which takes a fraction of the time of splitting the text. One with other signs, such as "3.14",
 * and one in a script without spaces are looked for as they stand.
 */
export function createCounter(words: readonly string[]): (text: string) => readonly number[] {
  const counters = words.map((word) => {
    const plain = withoutMarks(word);
    const isPlain = /^[\p{L}\p{N}]+$/u.test(plain) && apart(plain).runs.length === 0;
    const stem = stemOf(word);
    return (text: string) => (isPlain ? countStem(text, stem) : countWithin(text, plain));
  });
  return (text) => {
    const plain = withoutMarks(text.toLowerCase());
    return counters.map((count) => count(plain));
  };
}

function countWithin(text: string, sought: string): number {
  let count = 0;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) count++;
  return count;
}

/** How many words of a text have a stem: they begin with all of it but the last letter. */
function countStem(text: string, stem: string): number {
  const beginning = stem.length < LEAST_STEMMED ? stem : stem.slice(0, -1);
  let count = 0;
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
    if (isLetter(text, at - 1)) continue;
    let end = at + beginning.length;
    while (isLetter(text, end)) end++;
    if (stemOf(text.slice(at, end)) === stem) count++;
  }
  return count;
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > 127) return LETTER.test(text.charAt(at));
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}
