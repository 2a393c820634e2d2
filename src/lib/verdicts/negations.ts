import { once } from '../text/once.ts';
import { isStopWord, stem, toWords } from '../text/words.ts';
import denials from './denials.json' with { type: 'json' };
import {
  charactersWithoutNegations,
  type WithoutNegations,
  wordsWithoutNegations,
} from './without-negations.ts';

/** In `No, it is open` and `No. It is open`, the first word is an answer and does not deny what follows. */
const ANSWER = /^[^\p{L}]*(?:no|non|não|nein)\s?[,.:;!–—]/iu;
/** A word in Hiragana only is mostly an ending, which changes with the denial. */
const JAPANESE_ENDING = /^\p{Script=Hiragana}+$/u;
/** Denials are removed from at most this many words of a text; in Chinese and Japanese, characters. */
const MAX_COMPARED_WORDS = 500;
/** A denial applies to this many meaningful words before and after the denying word. */
const BEFORE = 2;
const AFTER = 3;
const PHRASE = 2;

/** The denials in a text. */
export type Denials = {
  /** The stems of the words next to its denying words. */
  readonly denied: ReadonlySet<string>;
  /** The stems of the first two meaningful words after each denying word. */
  readonly phrases: readonly (readonly string[])[];
  /** The stems of the text's words that deny weakly. */
  readonly softly: ReadonlySet<string>;
  /** True if any of its words denies, even weakly. */
  readonly isSoft: boolean;
  /** True if one of its words denies, but not weakly. False for most sentences, which need no comparison. */
  readonly denies: boolean;
  /** The text without its denials, made when it is first needed. */
  readonly withoutNegations: () => WithoutNegations;
};

/** The denials in a text in a language (a BCP 47 tag). */
export function denialsIn(text: string, language: string): Denials {
  const { denying, nearly, empty, emptyBefore, characters, fixed, parts } = denialWords(language);
  const words = toWords(text);
  const isDenying = (word: string) =>
    characters === null
      ? denying.has(word) || word.endsWith("n't")
      : characters.test(word) && fixed?.test(word) !== true;
  // A segmenter may cut the word for radio after the character that denies elsewhere.
  const isFixed = (word: string, next = '') =>
    empty.has(`${word} ${next}`) || fixed?.test(word + next) === true;
  const deniesAt = (word: string, at: number) => isDenying(word) && !isFixed(word, words[at + 1]);
  const denied = new Set<string>();
  const phrases: (readonly string[])[] = [];
  const softly = new Set(words.filter((word) => nearly.has(word)).map(stem));
  let isSoft = softly.size > 0;
  let denies = parts?.test(text) ?? false;
  for (const [at, word] of words.entries()) {
    if (!deniesAt(word, at)) continue;
    denies = true;
    if (at === 0 && ANSWER.test(text)) continue;
    isSoft = true;
    if (emptyBefore.has(words[at + 1] ?? '')) continue;
    const before = words
      .slice(Math.max(0, at - 8), at)
      .filter(isMeaningful)
      .slice(-BEFORE);
    const after = words
      .slice(at + 1, at + 10)
      .filter(isMeaningful)
      .slice(0, AFTER);
    for (const near of [...before, ...after]) denied.add(stem(near));
    phrases.push(after.slice(0, PHRASE).map(stem));
  }
  const withoutNegations = once(() =>
    parts === null
      ? wordsWithoutNegations(words.slice(0, MAX_COMPARED_WORDS), deniesAt)
      : charactersWithoutNegations(text.slice(0, MAX_COMPARED_WORDS), parts, language.startsWith('ja')),
  );
  return { denied, phrases, softly, isSoft, denies, withoutNegations };

  function isMeaningful(word: string): boolean {
    return !isStopWord(word) && !isDenying(word) && !JAPANESE_ENDING.test(word);
  }
}

/** How a language denies. Chinese and Japanese put no spaces between words and have patterns. */
type DenialWords = {
  readonly denying: ReadonlySet<string>;
  /** Words that deny weakly: a source with one of them may agree with a statement that contains `not`. */
  readonly nearly: ReadonlySet<string>;
  /** Denying words that deny nothing together with the next word: `sin embargo` (however). */
  readonly empty: ReadonlySet<string>;
  /** Words before which a denial is empty: `not only good`. */
  readonly emptyBefore: ReadonlySet<string>;
  readonly characters: RegExp | null;
  /** Words in which these characters deny nothing: `very`, `future`, `however`, `Africa`. */
  readonly fixed: RegExp | null;
  /** Denying parts of words, inside a word or at the end of a verb. */
  readonly parts: RegExp | null;
};

type DenialTable = {
  readonly [Kind in 'denying' | 'nearly' | 'emptyBefore' | 'characters' | 'fixed' | 'parts']?: string;
} & { readonly empty?: readonly string[] };

const setOf = (list?: string) => new Set(list?.split(' '));
const patternOf = (pattern: string | undefined) => (pattern === undefined ? null : new RegExp(pattern, 'u'));

function readTable({ empty, ...lists }: DenialTable): DenialWords {
  return {
    denying: setOf(lists.denying),
    nearly: setOf(lists.nearly),
    empty: new Set(empty),
    emptyBefore: setOf(lists.emptyBefore),
    characters: patternOf(lists.characters),
    fixed: patternOf(lists.fixed && `^(?:${lists.fixed})`),
    parts: patternOf(lists.parts),
  };
}

const byCode = new Map(
  Object.entries<DenialTable>(denials).map(([code, table]) => [code, once(() => readTable(table))]),
);
const unknown = once(() => readTable({}));

/** The words with which a language (a BCP 47 tag) denies; none if it is not known. */
function denialWords(language: string): DenialWords {
  return (byCode.get(language.slice(0, 2)) ?? unknown)();
}
