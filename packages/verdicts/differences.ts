import { once } from '@sayso/text/once.ts';
import { toWords } from '@sayso/text/words.ts';
import { type Claim, coverOf, holds } from './claim.ts';
import { agree, differInUnit, isDate, isDerived } from './compare-values.ts';
import { isNoName } from './languages.ts';
import { monthOf } from './notations.ts';
import {
  type SentenceRange,
  type SourceIndex,
  type SourceSentence,
  toTerms,
  wordsAround,
} from './source-index.ts';
import type { Value } from './values.ts';
import type { Difference } from './verdict.ts';

/** A difference, with the words of the source in its place and their offsets in the evidence. */
type FoundDifference = {
  readonly kind: Difference['kind'];
  readonly stated: string;
  readonly found: string;
  readonly from: number;
  readonly to: number;
};

/** The share of a name's neighbouring words that another must share, to count as its replacement. */
const SAME_NEIGHBOURS = 0.5;
/** Fewer shared words may be chance. */
const MIN_SHARED = 3;

/**
 * The first name of a claim that its source lacks, with the one that has its neighbours there; null if none.
 */
function differentName(
  claim: Claim,
  near: readonly SourceSentence[],
  source: SourceIndex,
): FoundDifference | null {
  for (const stated of nameRuns(claim.text, claim.language)) {
    if (!claim.names.has(stated.term) || toTerms(stated.text).some((term) => holds(source, term))) continue;
    for (const sentence of near)
      for (const found of nameRuns(sentence.text, claim.language)) {
        if (
          claim.terms.includes(found.term) ||
          !haveSameNeighbours(claim.text, stated, { text: sentence.text, found })
        )
          continue;
        const from = sentence.from + found.from;
        return { kind: 'name', stated: stated.text, found: found.text, from, to: from + found.text.length };
      }
  }
  return null;
}

/** A run of capitalised words. */
type NameRun = {
  readonly text: string;
  /** The stem of its last word. */
  readonly term: string;
  /** The offset of its first character. */
  readonly from: number;
  /** The offset behind its last character. */
  readonly to: number;
};

/** A word before a colon and a space is a label: `Title: The Old Mill`. */
const LABEL_END = /:\s/;

/** Runs of capitalised words that are not labels. */
function nameRuns(text: string, language: string): readonly NameRun[] {
  const runs = [...text.matchAll(/\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)*/gu)].map((match) => ({
    text: match[0],
    term: toTerms(match[0]).at(-1) ?? '',
    from: match.index,
    to: match.index + match[0].length,
  }));
  return runs.filter(
    (run) =>
      !LABEL_END.test(text.slice(run.to, run.to + 2)) &&
      !isOnlyFunctionWords(run, language) &&
      monthOf(run.text, language) === null,
  );
}

/** `She` or `All of These`, which have capitals because of their place; `WHO` is a name. */
function isOnlyFunctionWords({ text }: NameRun, language: string): boolean {
  return toWords(text).every((word) => isNoName(word, language)) && !/^[\p{Lu}’']+$/u.test(text);
}

/** Whether two names have enough of the words around them in common. */
function haveSameNeighbours(
  own: string,
  stated: NameRun,
  { text, found }: { text: string; found: NameRun },
): boolean {
  const neighbours = wordsAround(own, stated);
  const others = new Set(wordsAround(text, found));
  const shared = neighbours.filter((word) => others.has(word)).length;
  return shared >= MIN_SHARED && shared / neighbours.length >= SAME_NEIGHBOURS;
}

/** A number of a source, with its sentence. */
type PlacedNumber = Value & { readonly sentence: SourceSentence };

/** The numbers of a sentence. */
export function placedNumbers(sentence: SourceSentence): readonly PlacedNumber[] {
  return sentence.values().map((value) => ({ ...value, sentence }));
}

/** The differences between a statement and the closest sentences of a source. */
export type Disagreement = {
  /** The first difference in a number, a date or a unit; null if there is none. */
  readonly otherNumber: FoundDifference | null;
  /** The first difference of any kind; null if there is none. Looked for when it is first needed. */
  readonly difference: () => FoundDifference | null;
  /** True if these sentences lack a number, or the source lacks a name. */
  readonly isMissing: boolean;
  /** The numbers that these sentences lack. */
  readonly missing: readonly Value[];
  /** The stems of the names that the source lacks. */
  readonly names: readonly string[];
};

/** Compares numbers, dates, units and names of a claim with the best sentences of a source. */
export function disagreementOf(claim: Claim, source: SourceIndex, window: SentenceRange): Disagreement {
  const near = source.sentences.slice(window.first, window.last + 1);
  const values = near.flatMap(placedNumbers);
  const missing = claim.values.filter((value) => !isStated(value, values, near));
  const otherNumber =
    missing.map((value) => differentValue(value, claim, values)).find((found) => found !== null) ?? null;
  const names = [...claim.names].filter((name) => !holds(source, name));
  return {
    otherNumber,
    difference: once(() => otherNumber ?? differentName(claim, near, source)),
    isMissing: missing.length > 0 || names.length > 0,
    missing,
    names,
  };
}

/** Whether some sentences state a value, or two of their numbers make it. */
export function isStated(
  value: Value,
  values: readonly PlacedNumber[],
  near: readonly SourceSentence[],
): boolean {
  if (values.some((other) => agree(value, other))) return true;
  return near.some((sentence) =>
    isDerived(
      value,
      values.filter((other) => other.sentence === sentence),
    ),
  );
}

/** The minimum share of the words around a number that another number must have in common. */
const SAME_CONTEXT = 0.34;
/** The share of a claim that a sentence must cover for its only number of a kind to be compared. */
const MIN_COVER = 0.75;

/** The difference between a value of the claim and the one that the source has in its place; null if none. */
function differentValue(value: Value, claim: Claim, values: readonly PlacedNumber[]): FoundDifference | null {
  const free = values.filter((other) => !claim.values.some((one) => one !== value && agree(one, other)));
  const other =
    free.find((one) => differInUnit(value, one)) ??
    free.find((one) => isSameKind(value, one) && isSameContext(claim.text, value, one)) ??
    onlyOfItsKind(value, claim, free);
  return other === undefined ? null : valueDifference(value, other);
}

/** The difference that a value of the claim has from one of the source. */
function valueDifference(value: Value, other: PlacedNumber): FoundDifference {
  const from = other.sentence.from + other.from;
  return {
    kind: kindOf(value, other),
    stated: value.text,
    found: other.text,
    from,
    to: from + other.text.length,
  };
}

function kindOf(value: Value, other: Value): FoundDifference['kind'] {
  if (differInUnit(value, other)) return 'unit';
  return isDate(value) ? 'date' : 'number';
}

/** The only value of its kind, if its sentence covers most of the claim. */
function onlyOfItsKind(value: Value, claim: Claim, free: readonly PlacedNumber[]): PlacedNumber | undefined {
  const ofItsKind = free.filter((other) => isSameKind(value, other));
  const [only] = ofItsKind;
  return ofItsKind.length === 1 && only !== undefined && coverOf(claim, only.sentence) >= MIN_COVER
    ? only
    : undefined;
}

function isSameKind(one: Value, other: Value): boolean {
  return one.unit?.dimension === other.unit?.dimension && isDate(one) === isDate(other);
}

/** Whether enough of the words around a value also stand around the other one. */
function isSameContext(text: string, value: Value, other: PlacedNumber): boolean {
  const own = wordsAround(text, value);
  const theirs = new Set(wordsAround(other.sentence.text, other));
  return own.length > 0 && own.filter((word) => theirs.has(word)).length / own.length >= SAME_CONTEXT;
}

/** A number below this may be written in words in another language. */
const MIN_DIGITS = 13;

/** Whether a value has a unit or is at least 13: smaller counts are often added by the writer. */
export function isSpecific({ unit, readings }: Value): boolean {
  return unit !== null || readings.every((one) => one >= MIN_DIGITS);
}
