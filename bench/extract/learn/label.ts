import type { SeenBlock } from '../../../src/lib/article/seen-blocks.ts';
import { toTokens } from '../page-score.ts';
import type { ScoredPage } from '../read-sets.ts';

/** The label of a block: the share of it that is wanted, 0 to 1, and the weight of that label. */
export type Label = { readonly wanted: number; readonly weight: number };

const SHINGLE_TOKENS = 4;
/** A short block has too few shingles of its own, so a whole wanted line also counts. */
const MAX_LINE_TOKENS = 5;
/** Blocks within this distance decide which of several copies of a text is the wanted one. */
const CONTEXT_BLOCKS = 5;
/** The weight of a page that has only segments; on a page with a text, wanted text has a weight of 1, ... */
const SEGMENTS_WEIGHT = 0.6;
/** ... and unwanted text at most this weight. */
const MAX_UNWANTED_WEIGHT = 3;
const MIN_WANTED_TOKENS = 20;

/** Labels the blocks of a page by its wanted text or segments. */
export function labelBlocks(page: ScoredPage, blocks: readonly SeenBlock[]): Label[] {
  const tokens = blocks.map(({ text }) => toTokens(text));
  const shares = page.text === undefined ? bySegments(page, blocks) : byText(page.text, tokens);
  let [wanted, unwanted] = [0, 0];
  for (const [at, list] of tokens.entries()) {
    const share = shares[at] ?? null;
    if (share === null) continue;
    wanted += list.length * share;
    unwanted += list.length * (1 - share);
  }
  if (page.text !== undefined && wanted === 0) return blocks.map(() => ({ wanted: 0, weight: 0 }));
  const unit =
    page.text === undefined ? SEGMENTS_WEIGHT / (wanted + unwanted) : 1 / Math.max(wanted, MIN_WANTED_TOKENS);
  const excess = Math.max(1, (unwanted * unit) / MAX_UNWANTED_WEIGHT);
  return tokens.map((list, at) => {
    const share = shares[at] ?? null;
    if (share === null || list.length === 0) return { wanted: 0, weight: 0 };
    return { wanted: share, weight: (list.length * unit) / (share < 0.5 ? excess : 1) };
  });
}

function bySegments(
  { must = [], mustNot = [] }: ScoredPage,
  blocks: readonly SeenBlock[],
): (number | null)[] {
  const [good, bad] = [must.map(flat), mustNot.map(flat)];
  return blocks.map(({ text }) => {
    const line = flat(text);
    const holds = (segment: string) => line.includes(segment) || (line.length > 20 && segment.includes(line));
    const [isGood, isBad] = [good.some(holds), bad.some(holds)];
    return isGood === isBad ? null : Number(isGood);
  });
}

function flat(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/**
 * The share of each block's tokens that are in a shingle of the wanted text, including shingles that span
 * several blocks.
 */
function byText(text: string, tokens: readonly (readonly string[])[]): number[] {
  const wanted = new Map<string, number>();
  for (const shingle of shinglesOf(toTokens(text))) wanted.set(shingle, (wanted.get(shingle) ?? 0) + 1);
  const all = tokens.flat();
  const owner = tokens.flatMap((list, at) => list.map(() => at));
  const places = new Map<string, number[]>();
  for (const [at, shingle] of shinglesOf(all).entries()) {
    if (wanted.has(shingle)) (places.get(shingle) ?? setIn(places, shingle)).push(at);
  }
  const covered = new Uint8Array(all.length);
  const cover = (at: number) => covered.fill(1, at, at + SHINGLE_TOKENS);
  for (const [shingle, found] of places) if (found.length <= (wanted.get(shingle) ?? 0)) found.forEach(cover);
  const certain = sharesOf(covered, owner, tokens);
  const context = tokens.map((_, at) => meanAround(certain, at));
  for (const [shingle, found] of places) {
    const due = wanted.get(shingle) ?? 0;
    if (found.length <= due) continue;
    const best = found.toSorted((a, b) => (context[owner[b] ?? 0] ?? 0) - (context[owner[a] ?? 0] ?? 0));
    best.slice(0, due).forEach(cover);
  }
  const lines = new Set(text.split('\n').map((line) => toTokens(line).join(' ')));
  return sharesOf(covered, owner, tokens).map((share, at) => {
    const list = tokens[at] ?? [];
    const isLine = list.length <= MAX_LINE_TOKENS && lines.has(list.join(' ')) && (context[at] ?? 0) > 0.3;
    return isLine ? Math.max(share, 0.8) : share;
  });
}

function setIn(places: Map<string, number[]>, shingle: string): number[] {
  const list: number[] = [];
  places.set(shingle, list);
  return list;
}

function shinglesOf(tokens: readonly string[]): string[] {
  return Array.from({ length: Math.max(0, tokens.length - SHINGLE_TOKENS + 1) }, (_, at) =>
    tokens.slice(at, at + SHINGLE_TOKENS).join(' '),
  );
}

function sharesOf(
  covered: Uint8Array,
  owner: readonly number[],
  tokens: readonly (readonly string[])[],
): number[] {
  const sums = tokens.map(() => 0);
  for (const [at, isCovered] of covered.entries()) {
    const block = owner[at] ?? 0;
    sums[block] = (sums[block] ?? 0) + isCovered;
  }
  return sums.map((sum, at) => sum / Math.max(1, tokens[at]?.length ?? 0));
}

function meanAround(shares: readonly number[], at: number): number {
  const near = shares.slice(Math.max(0, at - CONTEXT_BLOCKS), at + CONTEXT_BLOCKS + 1);
  const own = shares[at] ?? 0;
  return near.length < 2 ? own : (near.reduce((sum, share) => sum + share, 0) - own) / (near.length - 1);
}
