import { toWords } from '@sayso/text/words.ts';
import type { Claim } from './claim.ts';
import { verdictWords } from './languages.ts';
import {
  prefixOf,
  type SentenceRange,
  type SourceIndex,
  type SourceSentence,
  toTerms,
} from './source-index.ts';

/** The consecutive sentences of a source that come closest to a claim. */
export type ClosestSentences = SentenceRange & {
  /** The share of the claim's weight that they cover. */
  readonly covered: number;
  /** For each sentence of the source, the weight that it covers of each of the claim's terms. */
  readonly gains: GainTable;
};

/** The weight that each sentence of a source covers of each term of a claim. */
type GainTable = {
  /** The weights of all terms for the first sentence, then for the second one, and so on. */
  readonly rows: Float64Array;
  /** The indexes of the sentences that cover any weight, in order. */
  readonly touched: readonly number[];
  /** The number of terms, which is the length of a row. */
  readonly termCount: number;
};

/** The weight of another form of a word, as a share of the word's own weight. */
const OTHER_FORM = 0.7;
/** How many consecutive sentences form a window, and how many `bestAnywhere` chooses. */
const SENTENCES = 3;
/** The minimum share that the second of two best sentences must add. */
const SECOND_ADDS = 0.2;
/** Two equal sums may differ by less than this, depending on the order of the additions. */
const ROUNDING = 1e-9;

/**
 * The three consecutive sentences, or fewer at the end of a passage, that cover most of a claim. If none
 * shares a term with it, the first sentence and a share of 0.
 */
export function closestSentences(claim: Claim, source: SourceIndex): ClosestSentences {
  const gains = gainsBySentence(claim.weights, source);
  const whole = weightOf(claim);
  let best = { first: 0, last: 0, covered: 0 };
  // Each window is compared once, although several touched sentences may be in it.
  let next = 0;
  for (const at of gains.touched)
    for (let first = Math.max(next, at - SENTENCES + 1); first <= at; first++) {
      next = first + 1;
      const last = endOfWindow(source, first);
      const covered = gainOf(gains, { first, last }) / whole;
      if (covered > best.covered) best = { first, last, covered };
    }
  return { ...best, gains };
}

/**
 * The one or two consecutive sentences that cover most of some weighted terms; a second sentence has to add
 * more than `SECOND_ADDS`. If none has a term, the first sentence and a share of 0.
 */
export function bestSentences(
  weights: ReadonlyMap<string, number>,
  source: SourceIndex,
): SentenceRange & { readonly covered: number } {
  const gains = gainsBySentence(weights, source);
  const whole = weightOf({ weights });
  let best = { first: 0, last: 0, covered: 0, worth: 0 };
  for (const first of gains.touched)
    for (const last of [first, Math.min(first + 1, endOfWindow(source, first))]) {
      const covered = gainOf(gains, { first, last }) / whole;
      const worth = covered - (last - first) * SECOND_ADDS;
      if (worth > best.worth) best = { first, last, covered, worth };
    }
  return best;
}

/** The weight of all terms of a claim; 1 if it has none. */
export function weightOf({ weights }: Pick<Claim, 'weights'>): number {
  let total = 0;
  for (const weight of weights.values()) total += weight;
  return total || 1;
}

/** The terms of a claim that the closest sentences do not contain in any form. */
export function missingTerms(
  { weights }: Pick<Claim, 'weights'>,
  { first, last, gains }: ClosestSentences,
): ReadonlySet<string> {
  const range = { first, last };
  return new Set([...weights.keys()].filter((_, order) => gainOfTerm(gains, order, range) === 0));
}

/** The share of a claim's reason (`because ...`) that some sentences cover; 1 if it gives none. */
export function coverOfReason({ text, language, weights }: Claim, closest: ClosestSentences): number {
  const words = toWords(text);
  const at = words.findIndex((word) => verdictWords(language)?.because.has(word) === true);
  if (at < 0) return 1;
  const missing = missingTerms({ weights }, closest);
  const reason = [...new Set(toTerms(words.slice(at + 1).join(' ')))];
  const sumOf = (terms: readonly string[]) => terms.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  return sumOf(reason.filter((term) => !missing.has(term))) / (sumOf(reason) || 1);
}

/** A cell of one word, such as `yes`, says nothing alone. */
const MIN_CELL_TERMS = 2;

/**
 * How well consecutive sentences of some source cover the worst cell of a row, 0 to 1. Cells of one word do
 * not count; 1 if there are no others.
 */
export function coverOfCells(cells: readonly Claim[], sources: readonly SourceIndex[]): number {
  const shares = cells
    .filter(({ terms }) => terms.length >= MIN_CELL_TERMS)
    .map((cell) => Math.max(...sources.map((source) => closestSentences(cell, source).covered)));
  return Math.min(1, ...shares);
}

/** A sentence and the weight that it covers of each of the claim's terms. */
type SentenceGains = { readonly sentence: SourceSentence; readonly gains: Float64Array };

/**
 * Chooses up to `count` sentences, each for the weight that it adds to `gained`, which is changed. Stops when
 * none adds any.
 */
export function chooseSentences(
  rows: readonly SentenceGains[],
  count: number,
  gained: Float64Array,
): readonly SourceSentence[] {
  const chosen: SourceSentence[] = [];
  while (chosen.length < count) {
    let best: { readonly row: SentenceGains | null; readonly added: number } = { row: null, added: 0 };
    for (const row of rows) {
      let added = 0;
      for (let term = 0; term < gained.length; term++)
        added += Math.max(0, (row.gains[term] ?? 0) - (gained[term] ?? 0));
      if (added > best.added + ROUNDING) best = { row, added };
    }
    if (best.row === null) break;
    chosen.push(best.row.sentence);
    addGains(gained, best.row.gains);
  }
  return chosen;
}

/** Raises the weight of each term in `gained` to that in `gains`, if it is higher. */
export function addGains(gained: Float64Array, gains: Float64Array): void {
  for (const [term, gain] of gains.entries()) gained[term] = Math.max(gained[term] ?? 0, gain);
}

/**
 * The best sentences anywhere in a source: the weight that they cover together, and the best of them; null if
 * none.
 */
export function bestAnywhere(
  closest: ClosestSentences,
  source: SourceIndex,
): { readonly covered: number; readonly best: SourceSentence | null } {
  const gained = new Float64Array(closest.gains.termCount);
  const [best = null] = chooseSentences(gainingSentences(closest, source), SENTENCES, gained);
  return { covered: gained.reduce((sum, gain) => sum + gain, 0), best };
}

/** The sentences of a source that share a term with the claim, with the weight of each term. */
export function gainingSentences(
  { gains: { rows, termCount, touched } }: ClosestSentences,
  { sentences }: SourceIndex,
): readonly SentenceGains[] {
  return touched.flatMap((at) => {
    const sentence = sentences[at];
    return sentence === undefined
      ? []
      : [{ sentence, gains: rows.subarray(at * termCount, (at + 1) * termCount) }];
  });
}

/**
 * What each sentence of a source covers of some weighted terms; another form of a word counts less. One array
 * serves all sentences: allocating one for each would take most of the time.
 */
function gainsBySentence(
  weights: ReadonlyMap<string, number>,
  { sentences, places }: SourceIndex,
): GainTable {
  const termCount = weights.size;
  const rows = new Float64Array(sentences.length * termCount);
  const isTouched = new Uint8Array(sentences.length);
  let order = 0;
  for (const [term, weight] of weights) {
    for (const at of places.get(prefixOf(term) ?? '') ?? []) {
      rows[at * termCount + order] = weight * OTHER_FORM;
      isTouched[at] = 1;
    }
    for (const at of places.get(term) ?? []) {
      rows[at * termCount + order] = weight;
      isTouched[at] = 1;
    }
    order++;
  }
  return { rows, termCount, touched: [...sentences.keys()].filter((at) => isTouched[at] === 1) };
}

/** Adds up the highest weight that each term has in the sentences of a window. */
function gainOf(gains: GainTable, range: SentenceRange): number {
  let total = 0;
  for (let term = 0; term < gains.termCount; term++) total += gainOfTerm(gains, term, range);
  return total;
}

/** The highest weight of a term in a window. Reads without copying, because this function runs most often. */
function gainOfTerm({ rows, termCount }: GainTable, term: number, { first, last }: SentenceRange): number {
  let best = 0;
  for (let at = first; at <= last; at++) {
    const gain = rows[at * termCount + term] ?? 0;
    if (gain > best) best = gain;
  }
  return best;
}

/**
 * The index of the last sentence of a window. It does not go beyond a passage, because the next passage comes
 * from another place on the page.
 */
function endOfWindow({ sentences }: SourceIndex, first: number): number {
  let last = first;
  while (last < first + SENTENCES - 1 && sentences[last + 1]?.passage === sentences[first]?.passage) last++;
  return last;
}
