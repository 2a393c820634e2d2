import { createRelevance, type Match } from '../core/relevance.ts';
import type { Source } from '../core/terms.ts';
import { isStopWord, stem, toWords } from '../core/words.ts';
import { type CitedSentence, citedSentences } from './cited-sentences.ts';
import { type Quotable, toQuotables } from './quotable.ts';

/** A citation of an answer and the part of the source it stands on. */
export type SupportedCitation = {
  /** Number of the source. */
  readonly index: number;
  /** One or two sentences, word for word from a passage of the source; empty where none says what the answer says. */
  readonly quote: string;
};

/** A quote holds at least this share of the weight of the sentence it stands for; words that no source has weigh most. */
const LEAST_SHARE = 0.15;
/** Two sentences are quoted where the second adds this much of it. */
const SECOND_ADDS = 0.2;
/** What numbers and names count beside other words: swapped, they make a claim false. */
const NUMBER_WEIGHT = 2;
const NAME_WEIGHT = 1.5;
/** What words count that stand in the sentence but in front of another citation. */
const OUTSIDE_CLAUSE = 0.5;
/** What words count that the source's title says already: its sentences say "it" instead. */
const IN_TITLE = 0.4;

type Evidence = { readonly pieces: readonly Quotable[]; readonly matches: readonly Match[] };
/** What finding each term of the answer (by its position) is worth for one claim. */
type Claim = ReadonlyMap<number, number>;

/**
 * For every citation in the HTML of a finished answer, in the order of the links, the sentence of its source that says most of what the
 * answer says there. Lexical: words in common, weighted by their rarity in the sources. Never throws.
 */
export function support(html: string, sources: readonly Source[]): readonly SupportedCitation[] {
  const cited = citedSentences(html);
  if (cited.length === 0) return [];
  const relevance = createRelevance(cited.map(({ sentence }) => sentence).join('\n'));
  const positions = new Map(relevance.terms.map((term, at) => [term, at]));
  const evidence = evidenceOf(cited, sources, positions);
  const weights = relevance.weights([...evidence.values()].flatMap(({ matches }) => matches));
  return cited.map((each) => {
    const source = sources[each.index - 1];
    const found = evidence.get(each.index);
    if (source === undefined || found === undefined) return { index: each.index, quote: '' };
    return { index: each.index, quote: bestQuote(toClaim(each, source, positions, weights), found, source) };
  });
}

/** The pieces of every source that is cited, compared with the whole answer once. */
function evidenceOf(
  cited: readonly CitedSentence[],
  sources: readonly Source[],
  positions: ReadonlyMap<string, number>,
): ReadonlyMap<number, Evidence> {
  const evidence = new Map<number, Evidence>();
  const known = new Map<string, number>();
  for (const index of new Set(cited.map((each) => each.index))) {
    const source = sources[index - 1];
    if (source === undefined) continue;
    const pieces = toQuotables(source);
    evidence.set(index, { pieces, matches: pieces.map(({ text }) => match(text, positions, known)) });
  }
  return evidence;
}

/** Counts the terms. `known` remembers the position of each word, since stemming costs more than the rest. */
function match(text: string, positions: ReadonlyMap<string, number>, known: Map<string, number>): Match {
  const counts = new Array<number>(positions.size).fill(0);
  const words = toWords(text);
  for (const word of words) {
    const before = known.get(word);
    const at = before ?? positions.get(stem(word)) ?? -1;
    if (before === undefined) known.set(word, at);
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
  }
  return { counts, words: words.length };
}

function toClaim(
  { sentence, clause }: CitedSentence,
  source: Source,
  positions: ReadonlyMap<string, number>,
  weights: readonly number[],
): Claim {
  const title = new Set(toWords(source.title).map(stem));
  const own = new Set(toWords(clause).filter(isContent).map(stem));
  const names = namesIn(sentence);
  const claim = new Map<number, number>();
  for (const term of new Set(toWords(sentence).map(stem))) {
    const at = positions.get(term);
    if (at === undefined) continue;
    const kind = /\p{N}/u.test(term) ? NUMBER_WEIGHT : names.has(term) ? NAME_WEIGHT : 1;
    const place = own.size > 0 && !own.has(term) ? OUTSIDE_CLAUSE : 1;
    claim.set(at, (weights[at] ?? 0) * kind * place * (title.has(term) ? IN_TITLE : 1));
  }
  return claim;
}

function isContent(word: string): boolean {
  return !isStopWord(word);
}

/** Capitalised words that do not begin the sentence. */
function namesIn(sentence: string): ReadonlySet<string> {
  const names = sentence.match(/(?<=\S\s)\p{Lu}[\p{L}\p{N}'’-]*/gu) ?? [];
  return new Set(names.flatMap((name) => toWords(name).map(stem)));
}

/** The piece that holds most of the claim, or two that follow each other where both are needed. */
function bestQuote(claim: Claim, { pieces, matches }: Evidence, source: Source): string {
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

/** What those words of a claim weigh that stand in one of the two pieces. */
function weigh(claim: Claim, one: Match | undefined, other: Match | undefined): number {
  let total = 0;
  for (const [term, weight] of claim)
    if ((one?.counts[term] ?? 0) > 0 || (other?.counts[term] ?? 0) > 0) total += weight;
  return total;
}
