import { likelyRarity } from '@sayso/text/rarity.ts';
import { stem, toWords } from '@sayso/text/words.ts';
import { isNoName, verdictWords } from './languages.ts';
import { monthOf } from './months.ts';
import { prefixOf, type SourceIndex, type SourceSentence, toTerms } from './source-index.ts';
import type { Value } from './value.ts';
import { toValues } from './values.ts';

/** A statement, prepared for comparison. */
export type Claim = {
  readonly text: string;
  /** BCP 47 tag of the statement's language. */
  readonly language: string;
  /** The stems of its meaningful words, in order. */
  readonly terms: readonly string[];
  /** Each term of the statement once, with its weight: rare terms weigh more. */
  readonly weights: ReadonlyMap<string, number>;
  readonly values: readonly Value[];
  /** The stems of the words in the names that it contains. */
  readonly names: ReadonlySet<string>;
  /** The cells of a row that are compared; absent for a sentence. */
  readonly cells?: readonly Claim[];
};

/** The maximum number of terms of a statement that are compared. */
const MAX_TERMS = 80;
const MAX_TERM_CHARS = 40;

/** Prepares a statement in a language (a BCP 47 tag) for comparison. */
export function toClaim(text: string, language: string): Claim {
  return {
    text,
    language,
    terms: toTerms(text).slice(0, MAX_TERMS),
    weights: lighten(toWeights(text), text, language),
    values: toValues(text, language),
    names: nameStemsIn(text, language),
  };
}

/** A label before a statement: `Scaffolding: The tool is called skaff.` */
const LABEL = /^(?:[^\s:：]{1,30}\s){0,3}[^\s:：]{1,30}[:：]\s/u;
/** The factor for the weight of a word of a label, or of one that only reports. */
const LIGHT = 0.3;

/** Takes weight from the words of a label and from those that only report: `according to the article`. */
function lighten(
  weights: ReadonlyMap<string, number>,
  text: string,
  language: string,
): ReadonlyMap<string, number> {
  const reporting = verdictWords(language)?.reporting;
  if (reporting === undefined) return weights;
  const label = LABEL.exec(text)?.[0] ?? '';
  const light = new Set([
    ...toWords(label).map(stem),
    ...toWords(text)
      .filter((word) => reporting.has(word))
      .map(stem),
  ]);
  return new Map(Array.from(weights, ([term, weight]) => [term, light.has(term) ? weight * LIGHT : weight]));
}

/** The weight of each term of a statement: the rarity of the word in general. */
export function toWeights(text: string): ReadonlyMap<string, number> {
  const terms = new Set(toTerms(text).slice(0, MAX_TERMS));
  return new Map(Array.from(terms, (term) => [term, likelyRarity(term.slice(0, MAX_TERM_CHARS))]));
}

/** A capitalised word inside a sentence: `Berlin` in `The mayor of Berlin`. */
const NAME = /(?<=[\p{L}\p{M}\p{N},]['’]?s? )\p{Lu}[\p{L}\p{M}\p{N}'’-]*/gu;
/** A capitalised word after another one: `Merkel` in `die Kanzlerin Merkel`. */
const GERMAN_NAME = /(?<=[\p{L},] \p{Lu}[\p{L}-]{1,40} )\p{Lu}[\p{L}\p{M}'’-]*/gu;
/** The characters before a title: `田中` in `田中さん`. */
const JAPANESE_NAME = /[\p{Script=Han}\p{Script=Katakana}ー]{2,8}(?=さん|氏|監督|選手|議員)/gu;

function patternOf(language: string): RegExp {
  if (language.startsWith('de')) return GERMAN_NAME;
  return language.startsWith('ja') ? JAPANESE_NAME : NAME;
}

/**
 * The stems of the names in a sentence: of capitalised words inside it. A word after a colon or a quotation
 * mark may begin a sentence. German capitalises every noun, so only a capitalised word after another one
 * counts as a name. In Japanese, a name is the text before a title.
 */
function nameStemsIn(text: string, language: string): ReadonlySet<string> {
  const names = (text.match(patternOf(language)) ?? []).filter((name) => monthOf(name, language) === null);
  const words = names.flatMap((name) => toWords(name)).filter((word) => !isNoName(word, language));
  return new Set(
    words.map(stem).filter((term) => (term.length > 2 || language.startsWith('ja')) && !/\p{N}/u.test(term)),
  );
}

/** Whether a source contains a term or another form of it. */
export function holds({ terms, places }: SourceIndex, term: string): boolean {
  if (terms.has(term)) return true;
  const prefix = prefixOf(term);
  return prefix !== null && places.has(prefix);
}

/** The share of a claim, without its numbers, that a sentence covers. */
export function coverOf({ weights }: Claim, { terms }: SourceSentence): number {
  const own = new Set(terms);
  let covered = 0;
  let whole = 0;
  for (const [term, weight] of weights) {
    if (/\d/.test(term)) continue;
    whole += weight;
    if (own.has(term)) covered += weight;
  }
  return covered / (whole || 1);
}
