import { type Breather, createBreather } from '../core/breather.ts';
import type { Source } from '../core/terms.ts';
import { parseWebUrl } from '../core/url.ts';
import { isStopWord, stem, toWords } from '../core/words.ts';
import { toStatements } from '../markup/statements.ts';
import { type Quotable, toQuotables } from './quotable.ts';

/** A citation of an answer and the part of the source that supports it. */
export type SupportedCitation = {
  /** Number of the source. */
  readonly index: number;
  /** One or two sentences, verbatim from a passage of the source; empty when none supports the answer. */
  readonly quote: string;
};

/**
 * The minimum share of a sentence's weight that a quote must cover; words that occur in no source weigh most.
 */
const LEAST_SHARE = 0.15;
/** The minimum share that a second quoted sentence must add. */
const SECOND_ADDS = 0.2;
/** The weight factors of numbers and of names: if one of them differs, the claim is wrong. */
const NUMBER_WEIGHT = 2;
const NAME_WEIGHT = 1.5;
/** The weight factor of words that are in the sentence, but before another citation. */
const OUTSIDE_CLAUSE = 0.5;
/** The weight factor of words in the source's title, which its sentences replace with "it". */
const IN_TITLE = 0.4;
// Bounds on the work for one answer; real answers have about ten citations and sentences of about thirty
// words.
/** Citations beyond these get an empty quote. */
const MAX_CITATIONS = 60;
/** The maximum number of terms of one sentence that are compared. */
const MAX_CLAIM_TERMS = 80;
/** The maximum number of sentences of one source that are compared. */
const MAX_PIECES = 600;

type SourcePieces = { readonly pieces: readonly Quotable[]; readonly matches: readonly PieceTerms[] };
/** The terms of the answer (by position) that a piece contains. */
type PieceTerms = ReadonlySet<number>;
/** The weight of each term of the answer (by position) for one claim. */
type Claim = ReadonlyMap<number, number>;

/** The claim of an answer that one citation supports. */
type CitedClaim = {
  /** Number of the source. */
  readonly index: number;
  readonly sentence: string;
  /** The part between the previous citation and this one; this citation mainly supports this part. */
  readonly clause: string;
};

/**
 * Finds the supporting quote for every citation link of a finished answer, in order: the sentence of its
 * source that covers most of the claim. It compares the words that both texts contain, weighted by their
 * rarity in the sources. Never rejects, and lets other tasks run in between; the work is bounded by
 * `MAX_CITATIONS`, `MAX_CLAIM_TERMS` and `MAX_PIECES`.
 */
export async function support(
  markdown: string,
  sources: readonly Source[],
): Promise<readonly SupportedCitation[]> {
  const breathe = createBreather();
  const all = citedClaims(markdown, sources);
  const cited = all.slice(0, MAX_CITATIONS);
  const positions = new Map<string, number>();
  const claims = cited.map((each) => ({ ...each, terms: termsOf(each.sentence, positions) }));
  const evidence = await evidenceOf(cited, sources, positions, breathe);
  const weights = weightsOf(
    positions.size,
    [...evidence.values()].flatMap(({ matches }) => matches),
  );
  const supported: SupportedCitation[] = [];
  for (const [at, { index }] of all.entries()) {
    const [claim, source, found] = [claims[at], sources[index - 1], evidence.get(index)];
    const isKnown = claim !== undefined && source !== undefined && found !== undefined;
    const quote = isKnown ? bestQuote(toClaim(claim, source, weights), found, source) : '';
    supported.push({ index, quote });
    await breathe();
  }
  return supported;
}

function citedClaims(markdown: string, sources: readonly Source[]): readonly CitedClaim[] {
  const isLinked = sources.map(({ url }) => parseWebUrl(url) !== null);
  return toStatements(markdown, sources.length).flatMap(({ text, citations, citedAt }) => {
    let from = 0;
    let last = 0;
    const claims = citations.map((index, order) => {
      const at = citedAt[order] ?? 0;
      if (at > last) [from, last] = [last, at];
      return { index, sentence: text, clause: text.slice(from, at) };
    });
    return claims.filter(({ index }) => isLinked[index - 1]);
  });
}

/**
 * The distinct terms of a sentence with their positions; a new term gets the next position. Stop words count
 * only if there are no other words.
 */
function termsOf(sentence: string, positions: Map<string, number>): ReadonlyMap<string, number> {
  const words = toWords(sentence);
  const meaningful = words.filter(isContent);
  const terms = new Map<string, number>();
  for (const word of meaningful.length > 0 ? meaningful : words) {
    if (terms.size >= MAX_CLAIM_TERMS) break;
    const term = stem(word);
    const at = positions.get(term) ?? positions.size;
    positions.set(term, at);
    terms.set(term, at);
  }
  return terms;
}

/** The weight of each term by its rarity among the pieces: the inverse document frequency of BM25. */
function weightsOf(termCount: number, matches: readonly PieceTerms[]): readonly number[] {
  const holding = new Array<number>(termCount).fill(0);
  for (const terms of matches) for (const at of terms) holding[at] = (holding[at] ?? 0) + 1;
  return holding.map((count) => Math.log(1 + (matches.length - count + 0.5) / (count + 0.5)));
}

/** The pieces of every cited source, compared once with the whole answer. */
async function evidenceOf(
  cited: readonly CitedClaim[],
  sources: readonly Source[],
  positions: ReadonlyMap<string, number>,
  breathe: Breather,
): Promise<ReadonlyMap<number, SourcePieces>> {
  const evidence = new Map<number, SourcePieces>();
  const known = new Map<string, number>();
  for (const index of new Set(cited.map((each) => each.index))) {
    const source = sources[index - 1];
    if (source === undefined) continue;
    await breathe();
    const pieces = toQuotables(source).slice(0, MAX_PIECES);
    evidence.set(index, { pieces, matches: pieces.map(({ text }) => match(text, positions, known)) });
  }
  return evidence;
}

/**
 * The terms in a text. `known` caches the position of each word, because stemming costs more than the rest.
 */
function match(text: string, positions: ReadonlyMap<string, number>, known: Map<string, number>): PieceTerms {
  const terms = new Set<number>();
  for (const word of toWords(text)) {
    const before = known.get(word);
    const at = before ?? positions.get(stem(word)) ?? -1;
    if (before === undefined) known.set(word, at);
    if (at >= 0) terms.add(at);
  }
  return terms;
}

type CitedTerms = CitedClaim & { readonly terms: ReadonlyMap<string, number> };

function toClaim({ sentence, clause, terms }: CitedTerms, source: Source, weights: readonly number[]): Claim {
  const title = new Set(toWords(source.title).map(stem));
  const own = new Set(toWords(clause).map(stem));
  const capitalised = capitalisedIn(sentence);
  const claim = new Map<number, number>();
  for (const [term, at] of terms) {
    const kind = /\p{N}/u.test(term) ? NUMBER_WEIGHT : capitalised.has(term) ? NAME_WEIGHT : 1;
    const place = own.has(term) ? 1 : OUTSIDE_CLAUSE;
    claim.set(at, (weights[at] ?? 0) * kind * place * (title.has(term) ? IN_TITLE : 1));
  }
  return claim;
}

function isContent(word: string): boolean {
  return !isStopWord(word);
}

/** The stems of capitalised words other than the first of the sentence; most are parts of names. */
function capitalisedIn(sentence: string): ReadonlySet<string> {
  const words = sentence.match(/(?<=\S\s)\p{Lu}[\p{L}\p{N}'’-]*/gu) ?? [];
  return new Set(words.flatMap((word) => toWords(word).map(stem)));
}

/** The piece that contains most of the claim, or two consecutive pieces if both are needed. */
function bestQuote(claim: Claim, { pieces, matches }: SourcePieces, source: Source): string {
  let best = { score: 0, share: 0, first: -1, last: -1 };
  const whole = claim.values().reduce((sum, weight) => sum + weight, 0);
  const consider = (first: number, last: number) => {
    const share = weigh(claim, matches[first], matches[last]) / whole;
    const score = last > first ? share - SECOND_ADDS : share;
    if (score > best.score) best = { score, share, first, last };
  };
  for (let at = 0; at < pieces.length; at++) {
    consider(at, at);
    if (pieces[at]?.passage === pieces[at + 1]?.passage) consider(at, at + 1);
  }
  const [first, last] = [pieces[best.first], pieces[best.last]];
  if (first === undefined || last === undefined || best.share < LEAST_SHARE) return '';
  return source.passages[first.passage]?.text.slice(first.from, last.to) ?? '';
}

/** The weight of the words of a claim that are in either piece. */
function weigh(claim: Claim, one: PieceTerms | undefined, other: PieceTerms | undefined): number {
  let total = 0;
  for (const [term, weight] of claim)
    if (one?.has(term) === true || other?.has(term) === true) total += weight;
  return total;
}
