import { flatten, isUnspaced, plainTerms, plainWords, squeeze } from './plain-words.ts';
import type { SetQuestion } from './question-set.ts';
import type { Segment } from './segment.ts';

/** The value of a context for a question. */
export type Verdict = {
  /**
   * Whether one of the answers is in one segment, as whole words or, where words are not separated, as
   * characters; for a question without answers, whether the support is complete.
   */
  readonly recall: boolean;
  /** Whether the answer is near words of the question. */
  readonly strict: boolean;
  /** Whether all sentences of one set of support are in the context; undefined if there are none. */
  readonly support: boolean | undefined;
};

/** How many words, or characters where words are not separated, count as the neighbourhood on each side. */
const REACH_WORDS = 40;
const REACH_CHARS = 60;
/** How many words of the question must be near an answer, if it has so many. */
const ENOUGH_TERMS = 2;

/** Judges what was selected for a question. */
export function judge(question: SetQuestion, segments: readonly Segment[]): Verdict {
  const { answers, support, lang } = question;
  const texts = segments.map(({ text }) => text);
  const isComplete = support.length === 0 ? undefined : holdsSupport(texts.join(' '), support, lang);
  if (answers.length === 0) {
    return { recall: isComplete === true, strict: isComplete === true, support: isComplete };
  }
  const recall = texts.some((text) => answers.some((answer) => holds(text, answer, lang)));
  const isNear = (text: string) => answers.some((answer) => standsNear(question, text, answer));
  return { recall, strict: recall && texts.some(isNear), support: isComplete };
}

/** Whether a text contains an answer: as whole words or, where words are not separated, as characters. */
export function holds(text: string, wanted: string, lang: string): boolean {
  if (flatten(wanted) === '') return false;
  if (isUnspaced(lang)) return squeeze(text).includes(squeeze(wanted));
  return ` ${flatten(text)} `.includes(` ${flatten(wanted)} `);
}

function holdsSupport(text: string, sets: readonly (readonly string[])[], lang: string): boolean {
  const all = isUnspaced(lang) ? squeeze(text) : ` ${flatten(text)} `;
  const isIn = (sentence: string) =>
    all.includes(isUnspaced(lang) ? squeeze(sentence) : ` ${flatten(sentence)} `);
  return sets.some((set) => set.every(isIn));
}

function standsNear({ question, lang }: SetQuestion, text: string, answer: string): boolean {
  const wanted = new Set(plainTerms(question, lang)).difference(new Set(plainTerms(answer, lang)));
  const enough = Math.min(ENOUGH_TERMS, wanted.size);
  if (enough === 0) return false;
  for (const near of isUnspaced(lang) ? charsAround(text, answer) : wordsAround(text, answer)) {
    if (wanted.intersection(new Set(plainTerms(near, lang))).size >= enough) return true;
  }
  return false;
}

function* charsAround(text: string, answer: string): Generator<string> {
  const [all, sought] = [squeeze(text), squeeze(answer)];
  if (sought === '') return;
  for (let at = all.indexOf(sought); at >= 0; at = all.indexOf(sought, at + 1)) {
    yield all.slice(Math.max(0, at - REACH_CHARS), at + sought.length + REACH_CHARS);
  }
}

function* wordsAround(text: string, answer: string): Generator<string> {
  const [words, sought] = [plainWords(text), plainWords(answer)];
  for (const at of occurrences(words, sought)) {
    yield words.slice(Math.max(0, at - REACH_WORDS), at + sought.length + REACH_WORDS).join(' ');
  }
}

/** The positions at which a phrase begins in a text, both given as words. */
export function* occurrences(words: readonly string[], sought: readonly string[]): Generator<number> {
  const [first] = sought;
  if (first === undefined) return;
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1)) {
    if (sought.every((word, offset) => words[at + offset] === word)) yield at;
  }
}
