import { once } from '../text/once.ts';
import denials from './denials.json' with { type: 'json' };

/** How a language denies. Chinese and Japanese put no spaces between words and have patterns. */
export type DenialWords = {
  readonly denying: ReadonlySet<string>;
  /** Words that deny weakly: a source with one of them may agree with a statement that contains `not`. */
  readonly nearly: ReadonlySet<string>;
  /** Denying words that deny nothing together with the next word: `sin embargo` (however). */
  readonly empty: ReadonlySet<string>;
  /** Words before which a denial is empty: `not only good`. */
  readonly emptyBefore: ReadonlySet<string>;
  /** Characters in denying words. */
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
export function denialWords(language: string): DenialWords {
  return (byCode.get(language.slice(0, 2)) ?? unknown)();
}
