import { rarity } from '@sayso/text/rarity.ts';
import { createYielding } from '@sayso/text/yielding.ts';
import { toWeights } from './claim.ts';
import { bestSentences } from './closest-sentences.ts';
import { type EvidenceSource, indexSource, prefixOf, type SourceIndex, toTerms } from './source-index.ts';

/** A statement of an answer: its plain text, the sources that it cites, and the places of the citations. */
export type CitedStatement = {
  readonly text: string;
  readonly citations: readonly number[];
  /** For each citation, the length of the part of `text` before it. */
  readonly citedAt: readonly number[];
};

/** A citation and the part of the source that supports it. */
export type CitedQuote = {
  /** Number of the source. */
  readonly index: number;
  /** One or two sentences, verbatim from a passage of the source; empty when none supports the statement. */
  readonly quote: string;
  /** Its offset in the text of the source, as that of a passage; absent for an empty quote. */
  readonly from?: number;
};

/** The minimum share of a statement's weight that a quote must cover. */
const MIN_SHARE = 0.163;
/** The weight factor of words that are in the sentence, but before another citation. */
const OUTSIDE_CLAUSE = 0.3;
/** Citations beyond these get an empty quote. */
const MAX_CITATIONS = 60;

/**
 * Finds the supporting quote for each citation of the statements, in order: the one or two sentences of its
 * source that cover most of the words before the citation. `language` is a BCP 47 tag or `und`. Never
 * rejects, and lets other tasks run in between.
 */
export async function findQuotes(
  statements: readonly CitedStatement[],
  sources: readonly EvidenceSource[],
  language: string,
): Promise<readonly CitedQuote[]> {
  const yieldIfDue = createYielding();
  const indexes = new Map<number, SourceIndex>();
  const quotes: CitedQuote[] = [];
  for (const { index, text, clause } of statements.flatMap(clausesOf)) {
    const source = sources[index - 1];
    if (source === undefined || quotes.length >= MAX_CITATIONS) {
      quotes.push({ index, quote: '' });
      continue;
    }
    const sourceIndex = indexes.get(index) ?? indexSource(source, language);
    indexes.set(index, sourceIndex);
    quotes.push({ index, ...quoteFrom(sourceIndex, weightsIn(sourceIndex, text, clause)) });
    await yieldIfDue();
  }
  return quotes;
}

/** The part of a statement that each citation mainly supports: from the previous citation to this one. */
function clausesOf({ text, citations, citedAt }: CitedStatement) {
  let clauseStart = 0;
  let lastEnd = 0;
  return citations.map((index, order) => {
    const end = citedAt[order] ?? 0;
    // Citations at the same place support the same clause.
    if (end > lastEnd) {
      clauseStart = lastEnd;
      lastEnd = end;
    }
    return { index, text, clause: text.slice(clauseStart, end) };
  });
}

/** The weights of a statement's terms. What its source often mentions distinguishes no sentence of it. */
function weightsIn(source: SourceIndex, text: string, clause: string): ReadonlyMap<string, number> {
  const inClause = new Set(toTerms(clause));
  const { sentences, places } = source;
  return new Map(
    Array.from(toWeights(text), ([term, weight]) => {
      const holding = places.get(prefixOf(term) ?? term)?.length ?? 0;
      const share = inClause.has(term) ? 1 : OUTSIDE_CLAUSE;
      return [term, weight * share * rarity(holding, sentences.length)];
    }),
  );
}

function quoteFrom(source: SourceIndex, weights: ReadonlyMap<string, number>): Omit<CitedQuote, 'index'> {
  const { first, last, covered } = bestSentences(weights, source);
  const start = source.sentences[first];
  const end = source.sentences[last];
  const passage = source.passages[start?.passage ?? -1];
  if (passage === undefined || start === undefined || end === undefined || covered < MIN_SHARE)
    return { quote: '' };
  return { quote: passage.text.slice(start.from - passage.from, end.to - passage.from), from: start.from };
}
