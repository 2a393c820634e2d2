import { once } from '../text/once.ts';
import { isStopWord, stem, toWords } from '../text/words.ts';
import tables from './denials.json' with { type: 'json' };
import { charactersWithoutDenials, type WithoutDenials, wordsWithoutDenials } from './without-denials.ts';

/** In `No, it is open` and `No. It is open`, the first word is an answer and does not deny what follows. */
const ANSWER = /^[^\p{L}]*(?:no|non|não|nein)\s?[,.:;!–—]/iu;
/** A word in Hiragana only is mostly an ending, which changes with the denial. */
const JAPANESE_ENDING = /^\p{Script=Hiragana}+$/u;
/** Denials are removed from at most this many words of a text; in Chinese and Japanese, characters. */
const MAX_COMPARED_WORDS = 500;
/** A denial applies to this many meaningful words before and after the denying word, if they are near. */
const DENIED_BEFORE = 2;
const DENIED_AFTER = 3;
/** Words are near within this distance before and after the denying word, with those without meaning. */
const NEAR_BEFORE = 8;
const NEAR_AFTER = 9;
/** The length of a denied phrase, in meaningful words. */
const PHRASE_WORDS = 2;

/** The denials in a text. */
export type Denials = {
  /** The stems of the words next to its denying words. */
  readonly denied: ReadonlySet<string>;
  /** The stems of the first two meaningful words after each denying word. */
  readonly phrases: readonly (readonly string[])[];
  /** The stems of the text's words that deny weakly. */
  readonly weakStems: ReadonlySet<string>;
  /** True if a word of it denies, even weakly, except for an answer such as `No,` at its beginning. */
  readonly mayDeny: boolean;
  /**
   * True if a word or a part of a word denies, but not weakly; also for an answer at its beginning. False for
   * most sentences, which need no comparison.
   */
  readonly denies: boolean;
  /** The text without its denials, made when it is first needed. */
  readonly withoutDenials: () => WithoutDenials;
};

/** The denials in a text in a language (a BCP 47 tag). */
export function denialsIn(text: string, language: string): Denials {
  const table = denialWords(language);
  const { weak, emptyBefore, parts } = table;
  const words = toWords(text);
  const deniesAt = (at: number) => isDenyingAt(words, at, table);
  const denied = new Set<string>();
  const phrases: (readonly string[])[] = [];
  const weakStems = new Set(words.filter((word) => weak.has(word)).map(stem));
  let mayDeny = weakStems.size > 0;
  let denies = parts?.test(text) ?? false;
  for (const at of words.keys()) {
    if (!deniesAt(at)) continue;
    denies = true;
    if (at === 0 && ANSWER.test(text)) continue;
    mayDeny = true;
    if (emptyBefore.has(words[at + 1] ?? '')) continue;
    const { before, after } = stemsDeniedAt(words, at, table);
    for (const near of [...before, ...after]) denied.add(near);
    phrases.push(after.slice(0, PHRASE_WORDS));
  }
  const withoutDenials = once(() =>
    parts === null
      ? wordsWithoutDenials(words.slice(0, MAX_COMPARED_WORDS), deniesAt)
      : charactersWithoutDenials(text.slice(0, MAX_COMPARED_WORDS), parts, language.startsWith('ja')),
  );
  return { denied, phrases, weakStems, mayDeny, denies, withoutDenials };
}

function isDenying(word: string, { denying, characters, harmless }: DenialWords): boolean {
  return characters === null
    ? denying.has(word) || word.endsWith("n't")
    : characters.test(word) && harmless?.test(word) !== true;
}

function isDenyingAt(words: readonly string[], at: number, table: DenialWords): boolean {
  const word = words[at] ?? '';
  const next = words[at + 1] ?? '';
  if (!isDenying(word, table) || table.emptyPairs.has(`${word} ${next}`)) return false;
  // A segmenter may cut the word for radio after the character that denies elsewhere.
  return table.harmless?.test(word + next) !== true;
}

/** The stems of the meaningful words that the denying word at an index denies. */
function stemsDeniedAt(words: readonly string[], at: number, table: DenialWords) {
  const isMeaningful = (word: string) =>
    !isStopWord(word) && !isDenying(word, table) && !JAPANESE_ENDING.test(word);
  const before = words.slice(Math.max(0, at - NEAR_BEFORE), at).filter(isMeaningful);
  const after = words.slice(at + 1, at + 1 + NEAR_AFTER).filter(isMeaningful);
  return { before: before.slice(-DENIED_BEFORE).map(stem), after: after.slice(0, DENIED_AFTER).map(stem) };
}

/** How a language denies. Chinese and Japanese put no spaces between words and have patterns. */
type DenialWords = {
  readonly denying: ReadonlySet<string>;
  /** Words that deny weakly: a source with one of them may agree with a statement that contains `not`. */
  readonly weak: ReadonlySet<string>;
  /** Denying words that deny nothing together with the next word: `sin embargo` (however). */
  readonly emptyPairs: ReadonlySet<string>;
  /** Words before which a denial is empty: `not only good`. */
  readonly emptyBefore: ReadonlySet<string>;
  /** In Chinese and Japanese, the characters that deny; null for other languages. */
  readonly characters: RegExp | null;
  /** Words in which these characters deny nothing: `very`, `future`, `however`, `Africa`. */
  readonly harmless: RegExp | null;
  /** Denying parts of words, inside a word or at the end of a verb. */
  readonly parts: RegExp | null;
};

type DenialTable = {
  readonly [Kind in 'denying' | 'weak' | 'emptyBefore' | 'characters' | 'harmless' | 'parts']?: string;
} & { readonly emptyPairs?: readonly string[] };

const setOf = (list?: string) => new Set(list?.split(' '));
const patternOf = (pattern: string | undefined) => (pattern === undefined ? null : new RegExp(pattern, 'u'));

function readTable({ emptyPairs, ...lists }: DenialTable): DenialWords {
  return {
    denying: setOf(lists.denying),
    weak: setOf(lists.weak),
    emptyPairs: new Set(emptyPairs),
    emptyBefore: setOf(lists.emptyBefore),
    characters: patternOf(lists.characters),
    harmless: patternOf(lists.harmless && `^(?:${lists.harmless})`),
    parts: patternOf(lists.parts),
  };
}

const byCode = new Map(
  Object.entries<DenialTable>(tables).map(([code, table]) => [code, once(() => readTable(table))]),
);
const unknown = once(() => readTable({}));

/** The words with which a language (a BCP 47 tag) denies; none if it is not known. */
function denialWords(language: string): DenialWords {
  return (byCode.get(language.slice(0, 2)) ?? unknown)();
}
