import { UNDETERMINED } from '../text/language.ts';
import { UNSPACED } from '../text/words.ts';
import phrases from './kinds.json' with { type: 'json' };

/** The kind of thing that a question asks for; `other` if its words do not say. */
export type ExpectedAnswerType =
  | 'person'
  | 'place'
  | 'date'
  | 'number'
  | 'reason'
  | 'manner'
  | 'name'
  | 'which'
  | 'yesno'
  | 'other';

type Pattern = { readonly kind: ExpectedAnswerType; readonly pattern: RegExp };

const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
/** "Is", "does": a yes-or-no question begins with such a word; elsewhere it says nothing. */
const ONLY_FIRST: ExpectedAnswerType = 'yesno';
/** The end of a sentence before the one that asks: "The Alps are high. Which peak is the highest?" */
const EARLIER_END = /[.!…]["'”’)\]]?\s+(?=["'“‘([¿]?[\p{Lu}\p{N}])|[。！](?=.)/gu;

const english = toPatterns(phrases.en);
const others = toPatterns(phrases.other);

/**
 * The kind of thing that a question asks for, by the question words of 18 languages (`kinds.json`, which was
 * compiled for Sayso): the kind whose word comes first in the last sentence, and of two at one place the one
 * that is listed first. The words of other languages do not count in English, where "was" and "come" ask for
 * nothing.
 * @param language ISO 639-1 code, or `und`
 */
export function kindOf(question: string, language: string): ExpectedAnswerType {
  const text = lastSentence(question).normalize('NFKC').toLowerCase();
  for (const patterns of patternsFor(language)) {
    const kind = firstKind(text, patterns);
    if (kind !== 'other') return kind;
  }
  return 'other';
}

/** The lists of patterns that count in a language, in the order in which they are tried. */
function patternsFor(language: string): readonly (readonly Pattern[])[] {
  if (language === 'en') return [english];
  return language === UNDETERMINED ? [english, others] : [others, english];
}

/** The sentence of a question that asks: its last one. */
export function lastSentence(question: string): string {
  const end = [...question.trim().matchAll(EARLIER_END)].at(-1);
  return end === undefined ? question : question.trim().slice(end.index + end[0].length);
}

function firstKind(text: string, patterns: readonly Pattern[]): ExpectedAnswerType {
  let [first, found]: [number, ExpectedAnswerType] = [Number.POSITIVE_INFINITY, 'other'];
  for (const { kind, pattern } of patterns) {
    const at = text.search(pattern);
    if (at >= 0 && at < first) [first, found] = [at, kind];
  }
  return found;
}

function toPatterns(lists: Readonly<Record<string, string>>): readonly Pattern[] {
  return Object.entries(lists).map(([name, list]) => {
    const kind = name as ExpectedAnswerType;
    const all = list.split(', ');
    const spaced = all.filter((phrase) => !HAS_UNSPACED.test(phrase)).join('|');
    const unspaced = all.filter((phrase) => HAS_UNSPACED.test(phrase));
    const start = kind === ONLY_FIRST ? '^\\P{L}*' : '(?<![\\p{L}\\p{M}])';
    const words = `${start}(?:${spaced})(?![\\p{L}\\p{M}])`;
    return { kind, pattern: new RegExp([words, ...unspaced].join('|'), 'u') };
  });
}
