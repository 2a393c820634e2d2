import { likelyRarity } from '@sayso/text/relevance.ts';
import { stem, toWords } from '@sayso/text/words.ts';
import { isNoName, isUnspaced, type VerdictWords, verdictWords } from './languages.ts';
import { monthOf } from './notations.ts';
import {
  type EvidenceSource,
  prefixOf,
  type SourceIndex,
  type SourceSentence,
  toTerms,
} from './source-index.ts';
import { toValues, type Value } from './values.ts';
import type { JudgedText } from './verdict.ts';

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

/** A sign, a number, or a label such as `Note:` before the first word. */
const ITEM_LABEL =
  /^[^\p{L}\p{N}]{0,8}(?:\p{N}{1,3}[.)]\s)?(?:[^\s:：]{1,24}(?:\s[^\s:：]{1,24}){0,3}[:：]\s)?/u;
/** The number of words at the beginning of a statement among which its subject is. */
const SUBJECT_WORDS = 4;
const CLAUSE_END = /[,;:.!?–—]\s/u;
const MAX_CLAUSES = 20;
/** The number of characters that are enough for these words. */
const SUBJECT_CHARS = 80;

/**
 * Whether a statement tells what the sources do not say (`The sources do not say when`, `No names are
 * given`), or, without citing one, something else about them (`The article is from May`).
 */
export function isAboutSources({ text, citations }: JudgedText, { language }: Claim): boolean {
  const table = verdictWords(language);
  if (table === null) return false;
  const words = wordsIn(text, language);
  const denies = words.some(table.denying);
  if (denies && words.isSubjectOfClause(table.sources)) return true;
  if (citations.length > 0) return false;
  const saysWhatIsMissing = denies && (words.some(table.unstated) || words.some(table.sources));
  return saysWhatIsMissing || words.isSubject(table.sources);
}

/** Whether a statement claims nothing that a source could say: an announcement, or advice. */
export function isClaimless({ text, citations }: JudgedText, language: string): boolean {
  const table = verdictWords(language);
  if (table === null || citations.length > 0) return false;
  const words = wordsIn(text, language);
  const lower = text.toLowerCase();
  const begin = lower.search(/\p{L}/u);
  return (
    table.closing.some((phrase) => lower.startsWith(phrase, begin)) ||
    words.some(table.writer) ||
    words.some(table.reader) ||
    words.isFirst(table.advising)
  );
}

/** Tells where a statement has any word of a list. */
type HasWord = (words: VerdictWords['sources']) => boolean;

type StatementWords = {
  readonly some: HasWord;
  /** Among its first words. */
  readonly isSubject: HasWord;
  /** Among the first words of any of its clauses. */
  readonly isSubjectOfClause: HasWord;
  readonly isFirst: HasWord;
};

function wordsIn(text: string, language: string): StatementWords {
  // Words of a language without spaces are found as parts of the text, whose clauses are not told apart.
  if (isUnspaced(language)) {
    const some = (parts: ReadonlySet<string>) => [...parts].some((part) => text.includes(part));
    const isSubject = (parts: ReadonlySet<string>) =>
      [...parts].some((part) => text.slice(0, SUBJECT_WORDS * 2).includes(part));
    return { some, isSubject, isSubjectOfClause: some, isFirst: some };
  }
  const words = toWords(text);
  const first = subjectOf(text.replace(ITEM_LABEL, ''));
  const clauses = [first, ...text.split(CLAUSE_END, MAX_CLAUSES).map(subjectOf)];
  return {
    some: (list) => words.some((word) => list.has(word)),
    isSubject: (list) => first.some((word) => list.has(word)),
    isSubjectOfClause: (list) => clauses.some((clause) => clause.some((word) => list.has(word))),
    isFirst: (list) => list.has(first[0] ?? ''),
  };
}

function subjectOf(clause: string): readonly string[] {
  return toWords(clause.slice(0, SUBJECT_CHARS)).slice(0, SUBJECT_WORDS);
}

/** A statement with fewer meaningful words is too short to compare. */
const MIN_TERMS = 3;
/** Formulas in LaTeX, with their marks; a sum of money has no backslash, brace or sign of equality. */
const FORMULA = new RegExp(
  [
    String.raw`\$\$[^$]{1,400}\$\$`,
    String.raw`\$(?=[^$\n]{0,200}[\\{=^_])[^$\n]{1,200}\$`,
    String.raw`\\\([^\n]{1,200}?\\\)`,
    String.raw`\\\[[^\]]{1,400}\\\]`,
  ].join('|'),
  'gu',
);
/** A command of a formula that relates quantities; a step of a calculation may have none. */
const COMMAND = /\\(?:frac|sqrt|text|times|cdot|sum|int|approx|cos|sin|mathbf|mathrm|left|begin|leq?|geq?)\b/;

/** Whether a statement claims nothing that a source could say: headings and questions. */
export function claimsNothing({ text, isHeading = false }: JudgedText): boolean {
  return isHeading || /[?？]["'”’»)]*$/u.test(text);
}

/** A sign of a formula in a text. */
const FORMULA_SIGN = /[=≈]/u;

/**
 * Whether a statement has a command of formulas: outside of marked formulas, or if it is nothing else, in
 * one.
 */
export function hasCommands({ text }: Pick<JudgedText, 'text'>): boolean {
  const rest = withoutFormulas(text);
  return COMMAND.test(rest === '' ? text : rest);
}

/** Whether a statement is a formula, or a line of one; not a sentence about a command. */
export function isFormula(statement: Pick<JudgedText, 'text'>): boolean {
  return hasCommands(statement) && FORMULA_SIGN.test(statement.text);
}

/** Whether some source has a formula, maybe in another notation. */
export function haveFormulas(sources: readonly EvidenceSource[]): boolean {
  return sources.some(({ passages }) => passages.some(({ text }) => FORMULA_SIGN.test(text)));
}

/** Whether a statement has too few meaningful words to say that no source has it. */
export function isShort({ terms, values }: Claim): boolean {
  return terms.length + values.length < MIN_TERMS;
}

/** The text without its formulas, whose signs no source has in the same notation. */
export function withoutFormulas(text: string): string {
  return text.includes('$') || text.includes('\\') ? text.replace(FORMULA, ' ').trim() : text;
}
