import type { Source } from '../core/terms.ts';
import type { JudgedStatement, SourceQuote } from '../core/verdict.ts';
import type { Statement } from '../markup/statements.ts';
import { type Assertion, toAssertion } from './assertion.ts';
import { closestSentences } from './closest-sentences.ts';
import { type Comparison, compare } from './compare.ts';
import { type SourceText, toSourceText } from './evidence.ts';
import { isCheckable } from './is-checkable.ts';
import { isJudgedLanguage } from './judged-language.ts';

/** The minimum score of a supported statement. */
const SUPPORTED = 0.5;
/** The maximum number of statements of one answer that are judged; later ones are not checked. */
const MAX_STATEMENTS = 60;
/**
 * The maximum number of words and numbers in one answer's statements that are compared; later statements are
 * not checked.
 */
const MAX_WORK = 1_200;
/**
 * The number of sources that are compared closely, besides the cited ones: those with most of the statement's
 * words.
 */
const CLOSEST = 3;
/** The maximum number of sources that are compared closely, because a statement may cite all of them. */
const MAX_COMPARED = 5;
/** How much higher another source's score must be than that of a cited source. */
const PREFERENCE = 0.05;
/** The minimum score at which a sentence of another source is quoted too. */
const QUOTED_TOO = 0.75;

/** Judges one statement of an answer; `index` is its position among the statements. */
export type JudgeStatement = (statement: Statement, index: number) => JudgedStatement;

/**
 * Prepares the sources of an answer to judge its statements. The comparison is lexical: it compares words,
 * numbers, names and denials, and uses no knowledge of the world. `language` is the BCP 47 tag of the answer,
 * or `und`. The time for a statement is proportional to its length and to the number of places in the sources
 * where its words occur; `MAX_WORK` limits the total.
 */
export function createJudge(sources: readonly Source[], language: string): JudgeStatement {
  const texts = isJudgedLanguage(language) ? sources.map((source) => toSourceText(source, language)) : [];
  let work = 0;
  return (statement, index) => {
    const placed = { index, text: statement.text, from: statement.from, to: statement.to };
    const isJudged = texts.length > 0 && index < MAX_STATEMENTS && work < MAX_WORK;
    const claim = isJudged ? toAssertion(statement.text, language) : null;
    if (claim === null || !isCheckable(claim, statement))
      return { ...placed, verdict: 'not-checked', score: null, quotes: [] };
    work += claim.terms.length + claim.values.length;
    return { ...placed, ...judgeAssertion(claim, texts, statement.citations) };
  };
}

function judgeAssertion(
  claim: Assertion,
  texts: readonly SourceText[],
  cited: readonly number[],
): Pick<JudgedStatement, 'verdict' | 'score' | 'quotes' | 'difference'> {
  const compared = compareAll(claim, texts, cited);
  const [closest] = compared;
  if (closest === undefined) return { verdict: 'not-found', score: 0, quotes: [] };
  const { disagreement } = closest;
  const score = round(closest.score);
  const difference = disagreement.difference();
  if (difference !== null) {
    const { kind, stated, found, from, to } = difference;
    const { index, pieces } = closest.source;
    const around = pieces.find((piece) => piece.from <= from && piece.to >= to);
    const quotes =
      around === undefined ? [] : [{ source: index, text: around.text, from: around.from, to: around.to }];
    return {
      verdict: 'differs',
      score,
      quotes,
      difference: { kind, stated, found: { source: index, text: found, from, to } },
    };
  }
  if (!isSupported(closest)) return { verdict: 'not-found', score, quotes: [] };
  const others = compared.slice(1).filter(({ score }) => score >= QUOTED_TOO);
  return { verdict: 'supported', score, quotes: [closest, ...others].map((one) => quoteOf(claim, one)) };
}

function isSupported({ score, disagreement }: Comparison): boolean {
  return score >= SUPPORTED && !disagreement.isMissing;
}

/**
 * The sources that come closest, best first; a cited source precedes others whose scores are only slightly
 * higher.
 */
function compareAll(
  claim: Assertion,
  texts: readonly SourceText[],
  cited: readonly number[],
): readonly Comparison[] {
  const found = texts.map((source) => ({ source, closest: closestSentences(claim, source) }));
  const ranked = found.filter(({ closest }) => closest.covered > 0);
  ranked.sort((one, other) => other.closest.covered - one.closest.covered);
  const isCited = ({ source }: { readonly source: SourceText }) => cited.includes(source.index);
  const close = ranked.filter((each, place) => place < CLOSEST || isCited(each)).slice(0, MAX_COMPARED);
  const preferred = (each: Comparison) => each.score + (isCited(each) ? PREFERENCE : 0);
  return close
    .map(({ source, closest }) => compare(claim, source, closest))
    .toSorted((one, other) => preferred(other) - preferred(one));
}

/** Quotes the closest sentences, from the first to the last of them that shares a term with the claim. */
function quoteOf(claim: Assertion, { source, closest }: Comparison): SourceQuote {
  const near = source.pieces.slice(closest.first, closest.last + 1);
  const shares = near.map(({ terms }) => terms.some((term) => claim.weights.has(term)));
  const first = near[Math.max(0, shares.indexOf(true))];
  const last = near[Math.max(0, shares.lastIndexOf(true))];
  if (first === undefined || last === undefined) return { source: source.index, text: '', from: 0, to: 0 };
  const passage = source.passages[first.passage];
  const text = passage?.text.slice(first.from - passage.from, last.to - passage.from) ?? '';
  return { source: source.index, text, from: first.from, to: last.to };
}

function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}
