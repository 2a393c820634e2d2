import { once } from '@sayso/text/once.ts';
import {
  type Claim,
  claimsNothing,
  hasCommands,
  haveFormulas,
  isAboutSources,
  isClaimless,
  isFormula,
  isShort,
  toClaim,
  withoutFormulas,
} from './claim.ts';
import { coverOfCells, coverOfReason } from './closest-sentences.ts';
import { isSpecific } from './differences.ts';
import { hasRules } from './languages.ts';
import { matchClosest, notInSources, type SourceMatch, sentencesTogether } from './match.ts';
import { measureTogether, scoreOf } from './measures.ts';
import { type EvidenceSource, indexSource, isForeign, type SourceIndex } from './source-index.ts';
import type { JudgedText, Judgement, SourceQuote } from './verdict.ts';

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
function compareClaim(claim: Claim, indexes: readonly SourceIndex[], cited: readonly number[]): Compared {
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

// Limits of the work, against an answer that was made to be slow.
/** The maximum number of statements of one answer that are judged; later ones are not checked. */
const MAX_STATEMENTS = 60;
/** The most words and numbers of an answer's statements that are compared; the rest is not checked. */
const MAX_WORK = 1_200;
/** The maximum number of cells of a row that are compared. */
const MAX_CELLS = 12;

/** A statement in a language without rules, whose word forms are not reduced, is flagged below this score. */
const MIN_WITHOUT_RULES = 0.2;
/** The end of an announcement of what follows. */
const ANNOUNCING = /[:：]$/u;

/** Judges one statement of an answer; `index` is its position among the statements. */
export type JudgeStatement = (statement: JudgedText, index: number) => Judgement;

/**
 * Prepares the sources of an answer to judge its statements. The comparison is lexical: it compares words,
 * numbers and names, and uses no knowledge of the world. `language` is the BCP 47 tag of the answer,
 * or `und`; without the rules of its language, only words and numbers are compared. The time for a
 * statement is proportional to its length and to the number of places in the sources where its words occur;
 * `MAX_WORK` limits the total.
 */
export function createJudge(sources: readonly EvidenceSource[], language: string): JudgeStatement {
  const indexes = once(() => sources.map((source) => indexSource(source, language)));
  const foreignSources = once(
    () => new Set(sources.filter((source) => isForeign(source, language)).map(({ index }) => index)),
  );
  const haveAnyFormula = once(() => haveFormulas(sources));
  let work = 0;
  return (statement, index) => {
    if (index >= MAX_STATEMENTS || work >= MAX_WORK) return notChecked('limit');
    const cited = sources.filter((source) => statement.citations.includes(source.index));
    // Whether all sources that it cites, or all that there are, have another language.
    const isAcross = once(() =>
      (cited.length > 0 ? cited : sources).every((source) => foreignSources().has(source.index)),
    );
    const claim = claimOf(statement, language, isAcross);
    if (sources.length === 0 || claimsNothing(statement)) return notChecked('no-claim');
    const cellTerms = claim.cells?.reduce((sum, { terms }) => sum + terms.length, 0) ?? 0;
    work += Math.max(claim.terms.length, cellTerms) + claim.values.length;
    const { isDefinite, ...judgement } = compareClaim(claim, indexes(), statement.citations);
    // What a source says is supported, in whatever form it is said.
    if (judgement.verdict === 'supported') return judgement;
    const doubt = { isDefinite, score: judgement.score ?? 0 };
    const reason = whyNotChecked(statement, claim, doubt, { isAcross, haveAnyFormula });
    if (reason !== null) return notChecked(reason);
    return hasCommands(statement) ? withoutDifference(judgement) : judgement;
  };
}

/**
 * Why a statement that no source supports is not flagged either; null if it is. First what is never flagged,
 * whatever it says: formulas, short statements, announcements, statements about the sources. Then what cannot
 * be compared in full: sources in another language, a language without rules. Last, advice and summaries, which
 * only a definite number or name makes a claim.
 */
function whyNotChecked(
  statement: JudgedText,
  claim: Claim,
  { isDefinite, score }: { readonly isDefinite: boolean; readonly score: number },
  sources: { readonly isAcross: () => boolean; readonly haveAnyFormula: () => boolean },
): ReasonNotChecked | null {
  if (hasCommands(statement)) return isFormula(statement) && !sources.haveAnyFormula() ? null : 'no-claim';
  if (isShort(claim) || ANNOUNCING.test(statement.text) || isAboutSources(statement, claim))
    return 'no-claim';
  if (sources.isAcross()) return 'other-language';
  if (isDefinite) return null;
  if (!hasRules(claim.language) && score >= MIN_WITHOUT_RULES) return 'no-rules';
  return isClaimless(statement, claim.language) ? 'no-claim' : null;
}

type ReasonNotChecked = Judgement['reason'] & string;

function notChecked(reason: ReasonNotChecked): Judgement {
  return { verdict: 'not-checked', score: null, quotes: [], reason };
}

/** A formula as a whole is in no source, whatever number in it differs from one. */
function withoutDifference({ difference: _, ...judgement }: Judgement): Judgement {
  return { ...judgement, verdict: 'not-found', quotes: [] };
}

/**
 * Prepares a statement for comparison. A row of a table has no names, as cells begin with a capital; if
 * `isAcross` (the sources have another language), none of its cells is compared.
 */
function claimOf({ text, cells = [] }: JudgedText, language: string, isAcross: () => boolean): Claim {
  const claim = toClaim(withoutFormulas(text), language);
  if (cells.length === 0) return claim;
  const row = { ...claim, names: new Set<string>() };
  return isAcross()
    ? row
    : { ...row, cells: cells.slice(0, MAX_CELLS).map((cell) => toClaim(cell, language)) };
}
