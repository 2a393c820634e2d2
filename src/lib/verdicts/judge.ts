import { type Claim, toClaim } from './claim.ts';
import { isCheckable } from './is-checkable.ts';
import { isJudgedLanguage } from './judged-language.ts';
import { matchClosest, type SourceMatch } from './match.ts';
import { type EvidenceSource, indexSource, type SourceIndex } from './source-index.ts';
import type { JudgedText, Judgement, SourceQuote } from './verdict.ts';

/** The minimum score of a supported statement. */
const SUPPORTED = 0.5;
/** The maximum number of statements of one answer that are judged; later ones are not checked. */
const MAX_STATEMENTS = 60;
/**
 * The maximum number of words and numbers in one answer's statements that are compared; later statements are
 * not checked.
 */
const MAX_WORK = 1_200;
/** How much higher another source's score must be than that of a cited source. */
const PREFERENCE = 0.05;
/** The minimum score at which a sentence of another source is quoted too. */
const QUOTED_TOO = 0.75;

/** Judges one statement of an answer; `index` is its position among the statements. */
export type JudgeStatement = (statement: JudgedText, index: number) => Judgement;

const NOT_CHECKED: Judgement = { verdict: 'not-checked', score: null, quotes: [] };

/**
 * Prepares the sources of an answer to judge its statements. The comparison is lexical: it compares words,
 * numbers, names and denials, and uses no knowledge of the world. `language` is the BCP 47 tag of the answer,
 * or `und`. The time for a statement is proportional to its length and to the number of places in the sources
 * where its words occur; `MAX_WORK` limits the total.
 */
export function createJudge(sources: readonly EvidenceSource[], language: string): JudgeStatement {
  const indexes = isJudgedLanguage(language) ? sources.map((source) => indexSource(source, language)) : [];
  let work = 0;
  return (statement, index) => {
    if (indexes.length === 0 || index >= MAX_STATEMENTS || work >= MAX_WORK) return NOT_CHECKED;
    const claim = toClaim(statement.text, language);
    if (!isCheckable(claim, statement)) return NOT_CHECKED;
    work += claim.terms.length + claim.values.length;
    return judgeClaim(claim, indexes, statement.citations);
  };
}

function judgeClaim(claim: Claim, indexes: readonly SourceIndex[], cited: readonly number[]): Judgement {
  const preferred = ({ score, source }: SourceMatch) =>
    score + (cited.includes(source.index) ? PREFERENCE : 0);
  const [closest, ...others] = matchClosest(claim, indexes, cited).toSorted(
    (one, other) => preferred(other) - preferred(one),
  );
  if (closest === undefined) return { verdict: 'not-found', score: 0, quotes: [] };
  const { source, disagreement } = closest;
  const score = round(closest.score);
  const difference = disagreement.difference();
  if (difference !== null) {
    const { kind, stated, found, from, to } = difference;
    const around = source.sentences.filter((sentence) => sentence.from <= from && sentence.to >= to);
    return {
      verdict: 'differs',
      score,
      quotes: around.slice(0, 1).map((sentence) => ({
        source: source.index,
        text: sentence.text,
        from: sentence.from,
        to: sentence.to,
      })),
      difference: { kind, stated, found: { source: source.index, text: found, from, to } },
    };
  }
  const isSupported = closest.score >= SUPPORTED && !disagreement.isMissing;
  if (!isSupported) return { verdict: 'not-found', score, quotes: [] };
  const alsoQuoted = others.filter((other) => other.score >= QUOTED_TOO);
  return {
    verdict: 'supported',
    score,
    quotes: [closest, ...alsoQuoted].map((each) => quoteOf(claim, each)),
  };
}

/** Quotes the closest sentences, from the first to the last of them that shares a term with the claim. */
function quoteOf(claim: Claim, { source, closest }: SourceMatch): SourceQuote {
  const near = source.sentences.slice(closest.first, closest.last + 1);
  const sharing = near.filter(({ terms }) => terms.some((term) => claim.weights.has(term)));
  const first = sharing[0] ?? near[0];
  const last = sharing.at(-1) ?? near[0];
  if (first === undefined || last === undefined) return { source: source.index, text: '', from: 0, to: 0 };
  const passage = source.passages[first.passage];
  const text = passage?.text.slice(first.from - passage.from, last.to - passage.from) ?? '';
  return { source: source.index, text, from: first.from, to: last.to };
}

function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}
