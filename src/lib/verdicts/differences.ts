import { once } from '../text/once.ts';
import { isStopWord, toWords } from '../text/words.ts';
import { agree, differInScale, differInUnit, isDate, isDerived } from './agree.ts';
import { type Claim, holds } from './claim.ts';
import { coverOf } from './cover-of.ts';
import { denialOf, type FoundDifference } from './denial-of.ts';
import { exchanged } from './exchanged.ts';
import { misplaced, type Placed, placedIn } from './misplaced.ts';
import { monthOf } from './months.ts';
import { isPronoun } from './pronouns.ts';
import { findReplacement } from './replaced.ts';
import { type SentenceRange, type SourceIndex, type SourceSentence, toTerms } from './source-index.ts';
import type { Value } from './value.ts';

/** The differences between a statement and its source. */
export type Disagreement = {
  /** The first difference in a number, a date or a unit; null if there is none. */
  readonly otherNumber: FoundDifference | null;
  /** The first difference of any kind; null if there is none. Looked for when it is first needed. */
  readonly difference: () => FoundDifference | null;
  /**
   * True if the source lacks some of the numbers and names, or does not deny the part that the statement
   * denies.
   */
  readonly isMissing: boolean;
  /** The numbers that these sentences lack. */
  readonly missing: readonly Value[];
  /** The stems of the names that the source lacks. */
  readonly names: readonly string[];
  /**
   * Whether a number stands in the place of another one, a name was replaced, or a sentence on the same
   * subject says the opposite.
   */
  readonly isReversed: boolean;
  /** Whether the statement denies something, and none of these sentences denies anything. */
  readonly deniesAlone: boolean;
};

/** The number of words on each side of a number or a name that count as its context. */
const CONTEXT_WORDS = 4;
/** The minimum share of those words that two contexts must have in common. */
const SAME_CONTEXT = 0.34;
/**
 * The minimum share of a name's neighbouring words that another name must also have next to it, to count as
 * its replacement.
 */
const SAME_NEIGHBOURS = 0.5;
/**
 * The minimum share of a claim that a sentence must cover before its only number of a kind is compared with
 * the claim's number of that kind.
 */
const MIN_COVER = 0.75;
/** Compares numbers, dates, units, names and denials of a claim with the best sentences of a source. */
export function disagreementOf(claim: Claim, source: SourceIndex, window: SentenceRange): Disagreement {
  const near = source.sentences.slice(window.first, window.last + 1);
  const values = near.flatMap(placedIn);
  const missing = claim.values.filter((value) => !isStated(value, values, near));
  const elsewhere = claim.values.flatMap((value) => {
    const found = missing.includes(value) ? null : findMisplaced(value, claim, values);
    return found === null ? [] : [{ value, found }];
  });
  const exchange = exchanged(claim.text, claim.values, values);
  const denial = denialOf(claim, near);
  const replaced = UNSPACED_LANGUAGE.test(claim.language)
    ? findReplacement(claim.text, near, source.text())
    : null;
  const otherNumber = firstOf([
    ...missing.map((value) => () => differentValue(value, claim, values)),
    ...elsewhere.map(
      ({ value, found }) =>
        () =>
          valueDifference(value, found),
    ),
    () => (exchange === null ? null : valueDifference(exchange.value, exchange.found)),
  ]);
  const names = [...claim.names].filter((name) => !holds(source, name));
  return {
    otherNumber,
    difference: once(
      () =>
        otherNumber ??
        differentName(claim, near, source) ??
        (replaced?.isName === true ? { kind: 'name', ...replaced } : denial.difference),
    ),
    isMissing:
      missing.length + elsewhere.length > 0 ||
      exchange !== null ||
      replaced !== null ||
      names.length > 0 ||
      denial.isMissing,
    missing,
    names,
    deniesAlone: denial.isAlone,
    isReversed: elsewhere.length > 0 || exchange !== null || replaced !== null || denial.difference !== null,
  };
}

/** Text without spaces is split with a dictionary, so its endings and digits are no evidence. */
const UNSPACED_LANGUAGE = /^(?:zh|ja)\b/;
const UNSPACED_TEXT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NO_CONTEXT = /^[\p{Script=Hiragana}\p{N}.,]+$/u;

/** Whether some sentences state a value, or two of their numbers make it. */
export function isStated(value: Value, values: readonly Placed[], near: readonly SourceSentence[]): boolean {
  if (values.some((other) => agree(value, other))) return true;
  return near.some((sentence) =>
    isDerived(
      value,
      values.filter((other) => other.sentence === sentence),
    ),
  );
}

/**
 * The number that the source has in the place of this value, although it has the value elsewhere; numbers
 * that the claim also has are ignored.
 */
function findMisplaced(value: Value, claim: Claim, values: readonly Placed[]): Placed | null {
  const isFree = (other: Placed) => agree(value, other) || !claim.values.some((one) => agree(one, other));
  return misplaced(claim.text, value, {
    values: values.filter(isFree),
    coverOf: (sentence) => coverOf(claim, sentence),
  });
}

/** The difference between a value of the claim and the value that the source has in its place. */
function differentValue(value: Value, claim: Claim, values: readonly Placed[]): FoundDifference | null {
  const free = values.filter((other) => !claim.values.some((one) => one !== value && agree(one, other)));
  const other =
    free.find((one) => differInUnit(value, one)) ??
    free.find((one) => differInScale(value, one)) ??
    free.find((one) => isSameKind(value, one) && isSameContext(claim.text, value, one)) ??
    onlyOfItsKind(value, claim, free);
  return other === undefined ? null : valueDifference(value, other);
}

function valueDifference(value: Value, other: Placed): FoundDifference {
  const kind = differInUnit(value, other) ? 'unit' : isDate(value) ? 'date' : 'number';
  const from = other.sentence.from + other.from;
  return { kind, stated: value.text, found: other.text, from, to: from + other.text.length };
}

/** The only value of its kind in a sentence that covers most of the claim. */
function onlyOfItsKind(value: Value, claim: Claim, free: readonly Placed[]): Placed | undefined {
  const same = free.filter((one) => isSameKind(value, one));
  const [only] = same;
  return same.length === 1 && only !== undefined && coverOf(claim, only.sentence) >= MIN_COVER
    ? only
    : undefined;
}

function isSameKind(one: Value, other: Value): boolean {
  return one.unit?.dimension === other.unit?.dimension && isDate(one) === isDate(other);
}

function isSameContext(text: string, value: Value, other: Placed): boolean {
  const own = contextOf(text, value);
  const theirs = new Set(contextOf(other.sentence.text, other));
  return own.length > 0 && own.filter((word) => theirs.has(word)).length / own.length >= SAME_CONTEXT;
}

/** The words around a place in a text, in lower case. */
function contextOf(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): readonly string[] {
  const wordsOf = (some: string) =>
    UNSPACED_TEXT.test(some)
      ? toWords(some).filter((word) => !NO_CONTEXT.test(word))
      : (some.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? []);
  const before = wordsOf(text.slice(Math.max(0, from - 60), from)).slice(-CONTEXT_WORDS);
  return [...before, ...wordsOf(text.slice(to, to + 60)).slice(0, CONTEXT_WORDS)];
}

/**
 * A name in the source's sentences that replaces a name of the claim: both have the same neighbouring words,
 * and the source does not contain the claim's name.
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
          !isBetween(claim.text, stated, { text: sentence.text, found })
        )
          continue;
        const from = sentence.from + found.from;
        return { kind: 'name', stated: stated.text, found: found.text, from, to: from + found.text.length };
      }
  }
  return null;
}

type NameRun = { readonly text: string; readonly term: string; readonly from: number; readonly to: number };

/** A word before a colon and a space is a label: `Title: The Old Mill`. */
const LABEL_END = /:\s/;

/** Runs of capitalised words that are not labels, each with the stem of its last word. */
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
  return (
    toWords(text).every((word) => isStopWord(word) || isPronoun(word, language)) &&
    !/^[\p{Lu}’']+$/u.test(text)
  );
}

function isBetween(own: string, stated: NameRun, { text, found }: { text: string; found: NameRun }): boolean {
  const neighbours = contextOf(own, stated);
  const others = new Set(contextOf(text, found));
  const shared = neighbours.filter((word) => others.has(word)).length;
  return shared >= 3 && shared / neighbours.length >= SAME_NEIGHBOURS;
}

function firstOf(attempts: readonly (() => FoundDifference | null)[]): FoundDifference | null {
  for (const attempt of attempts) {
    const difference = attempt();
    if (difference !== null) return difference;
  }
  return null;
}
