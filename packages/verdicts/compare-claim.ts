import { once } from '@sayso/text/once.ts';
import type { Claim } from './claim.ts';
import { coverOfCells, coverOfReason } from './closest-sentences.ts';
import { isSpecific } from './differences.ts';
import { matchClosest, notInSources, type SourceMatch, sentencesTogether } from './match.ts';
import { measureTogether, scoreOf } from './measures.ts';
import type { SourceIndex } from './source-index.ts';
import type { Judgement, SourceQuote } from './verdict.ts';

/** A judgement, and whether something definite speaks against the statement. */
type Compared = Judgement & {
  /** A number or a name that no source has, or another one in its place. */
  readonly isDefinite: boolean;
};

// Limits of the score. The score is a probability as people judged it (`measures.ts`); half is the natural limit
// of the first. The others were chosen on whole answers that readers had labelled (docs/measured.md, "Verdicts").
/** The minimum score of a supported statement. */
const SUPPORTED = 0.5;
/** The minimum score of a supported statement that is certain. */
const SURE = 0.65;
/** A statement with a lower score is certainly in no source. */
const UNLIKELY = 0.1;
/** Sentences that are taken together contain more words by chance, so their score counts less by this. */
const LESS_TOGETHER = 0.1;

// Limits of a part of a statement, chosen on the long ones of the same answers.
/** The minimum share of a reason that the closest sentences must have. */
const MIN_OF_REASON = 0.5;
/** The minimum share of each cell of a row that some source must have in one place. */
const MIN_OF_CELL = 0.4;

// Which sources are quoted. Round numbers: no figure of docs/measured.md is about them.
/** How much higher another source's score must be than that of a cited source. */
const PREFERENCE = 0.05;
/** The minimum score at which a sentence of another source is quoted too. */
const QUOTED_TOO = 0.75;

/**
 * Compares a claim with its closest sources and those cited, one by one and together. What one of them states
 * is supported, although another one, even a cited one, says something else.
 */
export function compareClaim(
  claim: Claim,
  indexes: readonly SourceIndex[],
  cited: readonly number[],
): Compared {
  const preferred = ({ score, source }: SourceMatch) =>
    score + (cited.includes(source.index) ? PREFERENCE : 0);
  const matches = matchClosest(claim, indexes, cited).toSorted(
    (one, other) => preferred(other) - preferred(one),
  );
  const compared = compareWith(claim, matches, { indexes, cited });
  if (compared.verdict === 'supported') return compared;
  const stating = matches.find((each) => isStating(claim, each));
  if (stating === undefined || stating === matches[0]) return compared;
  const others = matches.filter((each) => each !== stating);
  const again = compareWith(claim, [stating, ...others], { indexes, cited });
  return again.verdict === 'supported' ? again : compared;
}

/** Whether a source alone supports a claim. */
function isStating(claim: Claim, { score, disagreement, closest }: SourceMatch): boolean {
  return score >= SUPPORTED && !disagreement.isMissing && coverOfReason(claim, closest) >= MIN_OF_REASON;
}

/** The sources of an answer, and the indexes of those that the statement cites. */
type Sources = { readonly indexes: readonly SourceIndex[]; readonly cited: readonly number[] };

/** Compares a claim with its matches; the first one is quoted, and says what differs. */
function compareWith(claim: Claim, matches: readonly SourceMatch[], sources: Sources): Compared {
  const { indexes } = sources;
  const [closest, ...others] = matches;
  if (closest === undefined) {
    const isDefinite = claim.values.some(isSpecific) || claim.names.size > 0;
    return { ...notFound(indexes, { score: 0, isConcrete: isDefinite }), isDefinite };
  }
  const together = once(() => sentencesTogether(claim, matches));
  const unsaid = notInSources(claim, matches, together);
  // Rows often count what the source lists.
  const values = claim.cells === undefined ? unsaid.values : unsaid.values.filter(isSpecific);
  const unsaidCount = values.length + unsaid.names.length;
  const best = bestScore(claim, closest, { ...sources, together, unsaidCount });
  const score = Math.round(best * 1000) / 1000;
  const lacksReason = coverOfReason(claim, closest.closest) < MIN_OF_REASON;
  if (!lacksReason && unsaidCount === 0 && best >= SUPPORTED) {
    const quoted = [closest, ...others.filter((other) => other.score >= QUOTED_TOO)];
    const quotes = quoted.map((each) => quoteOf(claim, each));
    return { verdict: 'supported', score, quotes, isSure: score >= SURE, isDefinite: false };
  }
  const isDefinite = unsaid.values.some(isSpecific) || unsaid.names.length > 0;
  const difference = unsaidCount > 0 ? differing(closest, score) : null;
  const isConcrete = isDefinite || lacksReason || closest.disagreement.missing.some(isSpecific);
  return { ...(difference ?? notFound(indexes, { score, isConcrete }, quoteOf(claim, closest))), isDefinite };
}

/** What raises or lowers the score of the closest source. */
type Circumstances = Sources & {
  readonly together: () => ReturnType<typeof sentencesTogether>;
  /** How many numbers and names of the claim no source has. */
  readonly unsaidCount: number;
};

/** The score of a claim: that of its closest source, or a higher one of several sentences or cells. */
function bestScore(
  claim: Claim,
  { score, disagreement, measures }: SourceMatch,
  { indexes, cited, together, unsaidCount }: Circumstances,
): number {
  // A statement that cites several sources may sum them up; of any other, the closest must lack nothing.
  const mayCombine = new Set(cited).size > 1 || !disagreement.isMissing;
  const scoreTogether = () =>
    scoreOf(measureTogether(claim, measures, { ...together(), unsaid: unsaidCount }));
  const likeliest = mayCombine ? Math.max(score, scoreTogether() - LESS_TOGETHER) : score;
  const isRow = claim.cells !== undefined && unsaidCount === 0;
  return isRow ? scoreOfRow(likeliest, claim.cells, indexes) : likeliest;
}

/** The score of a row: its cells may be in different places, but one that is nowhere makes it unlikely. */
function scoreOfRow(score: number, cells: readonly Claim[], indexes: readonly SourceIndex[]): number {
  const covered = coverOfCells(cells, indexes);
  return covered < MIN_OF_CELL ? Math.max(UNLIKELY, score * covered) : Math.max(SUPPORTED, score);
}

/**
 * The judgement that no source has it; its reason says whether the rest of their texts may, or all of them
 * were compared. `isConcrete` is true if something definite is missing, which makes it certain.
 */
function notFound(
  indexes: readonly SourceIndex[],
  { score, isConcrete }: Pick<SourceMatch, 'score'> & { isConcrete: boolean },
  closest?: SourceQuote,
): Judgement {
  const reason = indexes.every(({ isWhole }) => isWhole) ? 'not-in-sources' : 'not-in-passages';
  const isSure = isConcrete || score < UNLIKELY || score >= SUPPORTED;
  return { verdict: 'not-found', score, quotes: [], reason, ...(closest && { closest }), isSure };
}

/** The judgement on a claim if its closest source says something else; otherwise null. */
function differing({ source, disagreement }: SourceMatch, score: number): Judgement | null {
  const difference = disagreement.difference();
  if (difference === null) return null;
  const { kind, stated, found, from, to } = difference;
  const around = source.sentences.find((sentence) => sentence.from <= from && sentence.to >= to);
  return {
    verdict: 'differs',
    score,
    isSure: true,
    quotes:
      around === undefined
        ? []
        : [{ source: source.index, text: around.text, from: around.from, to: around.to }],
    difference: { kind, stated, found: { source: source.index, text: found, from, to } },
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
