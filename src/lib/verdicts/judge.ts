import { once } from '../text/once.ts';
import { type Claim, toClaim } from './claim.ts';
import { isAboutSources, isClaimless } from './claimless.ts';
import { compared } from './compared.ts';
import { isForeign } from './foreign.ts';
import { isCheckable, withoutFormulas } from './is-checkable.ts';
import { isJudgedLanguage } from './languages.ts';
import { type EvidenceSource, indexSource } from './source-index.ts';
import { hasForeignValue } from './unsaid.ts';
import type { JudgedText, Judgement } from './verdict.ts';

/** The maximum number of statements of one answer that are judged; later ones are not checked. */
const MAX_STATEMENTS = 60;
/**
 * The maximum number of words and numbers in one answer's statements that are compared; later statements are
 * not checked.
 */
const MAX_WORK = 1_200;
/** A row of a table without citations is flagged below this score. */
const LEAST_OF_ROW = 0.25;
/** The end of an announcement of what follows. */
const ANNOUNCING = /[:：]$/u;

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
  const foreign = once(
    () => new Set(sources.filter((source) => isForeign(source, language)).map(({ index }) => index)),
  );
  let work = 0;
  return (statement, index) => {
    if (indexes.length === 0 || index >= MAX_STATEMENTS || work >= MAX_WORK) return NOT_CHECKED;
    const claim = claimOf(statement, language);
    if (!isCheckable(claim, statement)) return NOT_CHECKED;
    work += claim.terms.length + claim.values.length;
    const { isDefinite, ...judgement } = compared(claim, indexes, statement.citations);
    if (judgement.verdict === 'supported') return judgement;
    if (isAboutSources(statement, claim)) return NOT_CHECKED;
    const cited = indexes.filter((source) => statement.citations.includes(source.index));
    if ((cited.length > 0 ? cited : indexes).every((source) => foreign().has(source.index)))
      return hasForeignValue(claim, indexes)
        ? { ...judgement, verdict: 'not-found', quotes: [] }
        : NOT_CHECKED;
    const isVague = isClaimless(statement, language) || mayBeInOtherWords(statement, judgement);
    return isVague && !isDefinite ? NOT_CHECKED : judgement;
  };
}

/** A row of a table has no names: every cell begins with a capital. */
function claimOf({ text, isRow = false }: JudgedText, language: string): Claim {
  const claim = toClaim(withoutFormulas(text), language);
  return isRow ? { ...claim, names: new Set() } : claim;
}

/** Announcements, calculations, and rows of tables that cite a source use other words than the source. */
function mayBeInOtherWords({ text, citations, isRow = false }: JudgedText, { score }: Judgement): boolean {
  if (ANNOUNCING.test(text) || withoutFormulas(text) !== text) return true;
  return isRow && (citations.length > 0 || (score ?? 0) >= LEAST_OF_ROW);
}
