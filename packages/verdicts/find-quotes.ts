import { once } from '@sayso/text/once.ts';
import { rarity } from '@sayso/text/relevance.ts';
import { isStopWord, toWords } from '@sayso/text/words.ts';
import { createYielding } from '@sayso/text/yielding.ts';
import { type Claim, toClaim, toWeights } from './claim.ts';
import { bestSentences } from './closest-sentences.ts';
import { hasRules } from './languages.ts';
import { match, matchClosest } from './match.ts';
import {
  type EvidenceSource,
  indexSource,
  isForeign,
  prefixOf,
  type SourceIndex,
  toTerms,
} from './source-index.ts';

/** A statement of an answer: its plain text, the sources that it cites, and the places of the citations. */
type CitedStatement = {
  readonly text: string;
  readonly citations: readonly number[];
  /** For each citation, the length of the part of `text` before it. */
  readonly citedAt: readonly number[];
};

/** A citation and the part of the source that supports it. */
type CitedQuote = {
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

/** A cited source with this share of a claim's words is not questioned, which is the usual case. */
const UNQUESTIONED_SHARE = 0.8;
/** A source with a smaller share of the words does not support the claim. */
const MIN_SHARE_ELSEWHERE = 0.5;
/** How much higher the share of another source must be. */
const MORE_SHARE = 0.1;
/** The minimum score of the source to which a citation is moved. */
const CARRIES = 0.7;
/** How much higher that score must be than the cited source's score. */
const CLEARLY = 0.5;
/** Shorter claims fit too many sources. */
const MIN_TERMS = 4;
/** The most words of one claim that are looked for in the sources. */
const MAX_WORDS = 40;
/** The most words and numbers compared for one answer; after that, citations stay as they are. */
const MAX_WORK = 3_000;

/**
 * Finds the number of the source that a claim should cite instead of a cited one; the same number if no other
 * source is right. Sources are numbered from 1 in their order. The answer is in a language (a BCP 47 tag).
 * Conservative: the right source must have every number and name of the claim and a much higher score. A
 * source in another language than the answer is never questioned, because its words are different. The work
 * for one answer is bounded by `MAX_WORK`.
 */
export function createRightSource(
  sources: readonly EvidenceSource[],
  language: string,
): (claim: string, cited: number) => number {
  if (sources.length < 2 || !hasRules(language)) return (_, cited) => cited;
  const texts = sources.map((source) => once(() => textOf(source)));
  const indexes = sources.map((source) => once(() => indexSource(source, language)));
  let work = 0;
  // A claim may have thousands of citations.
  let current = matchesOf('');
  return (text, cited) => {
    const source = sources[cited - 1];
    if (work >= MAX_WORK || source === undefined) return cited;
    if (text !== current.text) current = matchesOf(text);
    if (!current.isQuestioned(cited - 1)) return cited;
    if (current.claim().terms.length < MIN_TERMS) return cited;
    const score = current.scores[cited - 1]?.() ?? 1;
    if (score > 1 - CLEARLY) return cited;
    const best = current.best();
    if (best === undefined || best.score < Math.max(CARRIES, score + CLEARLY)) return cited;
    const { difference, isMissing } = best.disagreement;
    if (isMissing || difference() !== null || isForeign(source, language)) return cited;
    return best.source.index;
  };

  function matchesOf(text: string) {
    const words = [...new Set(toWords(text))].filter((word) => !isStopWord(word)).slice(0, MAX_WORDS);
    work += words.length;
    const shares = texts.map((source) => once(() => shareOf(words, source())));
    const claim = once(() => toClaim(text, language));
    const scores = indexes.map((index) =>
      once(() => countWork(claim(), () => match(claim(), index()).score)),
    );
    const best = once(() => countWork(claim(), () => bestOf(claim())));
    return { text, claim, scores, best, isQuestioned: (at: number) => isQuestioned(shares, at) };
  }

  function bestOf(claim: Claim) {
    const all = indexes.map((index) => index());
    return matchClosest(claim, all, []).toSorted((one, other) => other.score - one.score)[0];
  }

  function countWork<Result>({ terms, values }: Claim, compare: () => Result): Result {
    work += terms.length + values.length;
    return compare();
  }
}

/** Whether the source at an index lacks words of the claim that another source has. */
function isQuestioned(shares: readonly (() => number)[], place: number): boolean {
  const share = shares[place]?.() ?? 1;
  if (share >= UNQUESTIONED_SHARE) return false;
  const minShare = Math.max(MIN_SHARE_ELSEWHERE, share + MORE_SHARE);
  return shares.some((other, at) => at !== place && other() >= minShare);
}

/** The text of a source without long runs of one character, in which such a run is slow to find. */
function textOf({ title, passages }: EvidenceSource): string {
  const text = [title, ...passages.map((passage) => passage.text)].join('\n').toLowerCase();
  return text.replace(/(.)\1{3,}/gsu, '$1$1$1');
}

/** The share of the words that occur in a text, also as a part of another word. */
function shareOf(words: readonly string[], text: string): number {
  return words.filter((word) => text.includes(word)).length / (words.length || 1);
}
