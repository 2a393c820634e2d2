import { once } from '@sayso/text/once.ts';
import { type Claim, toClaim } from './claim.ts';
import { isAboutSources, isClaimless } from './claimless.ts';
import { compareClaim } from './compared.ts';
import {
  claimsNothing,
  hasCommands,
  haveFormulas,
  isFormula,
  isShort,
  withoutFormulas,
} from './is-checkable.ts';
import { hasRules } from './languages.ts';
import { type EvidenceSource, indexSource, isForeign } from './source-index.ts';
import type { JudgedText, Judgement, VerdictReason } from './verdict.ts';

/** The maximum number of statements of one answer that are judged; later ones are not checked. */
const MAX_STATEMENTS = 60;
/** The most words and numbers of an answer's statements that are compared; the rest is not checked. */
const MAX_WORK = 1_200;
/** A statement in a language without rules, whose word forms are not reduced, is flagged below this score. */
const MIN_WITHOUT_RULES = 0.2;
/** The maximum number of cells of a row that are compared. */
const MAX_CELLS = 12;
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
    if (judgement.verdict === 'supported') return judgement;
    if (hasCommands(statement))
      return isFormula(statement) && !haveAnyFormula()
        ? withoutDifference(judgement)
        : notChecked('no-claim');
    if (isShort(claim) || ANNOUNCING.test(statement.text) || isAboutSources(statement, claim))
      return notChecked('no-claim');
    if (isAcross()) return notChecked('other-language');
    if (!hasRules(language) && !isDefinite && (judgement.score ?? 0) >= MIN_WITHOUT_RULES)
      return notChecked('no-rules');
    return isClaimless(statement, language) && !isDefinite ? notChecked('no-claim') : judgement;
  };
}

function notChecked(reason: VerdictReason): Judgement {
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
