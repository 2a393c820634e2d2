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
import { compareClaim } from './compare-claim.ts';
import { hasRules } from './languages.ts';
import { type EvidenceSource, indexSource, isForeign } from './source-index.ts';
import type { JudgedText, Judgement } from './verdict.ts';

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
