import type { Part } from './part.ts';
import { placedBlocks } from './placed-blocks.ts';
import { withoutFrame } from './prune.ts';
import { type SeenBlock, seenBlocks } from './seen-blocks.ts';

/** The types of schema.org and Open Graph for things that are for sale. */
const PRODUCT_TYPE = /product|offer/;

/** The blocks that share a path. */
export type Group = {
  /** How many there are. */
  readonly blocks: number;
  /** The length of their text. */
  readonly chars: number;
  readonly linkChars: number;
};

/** The blocks of a page, and the measures of the whole page. */
export type PageView = {
  /** Whether the page declares that it is about something for sale. */
  readonly isProduct: boolean;
  readonly whole: Part;
  /** The page without its frame. */
  readonly page: Part;
  /** The blocks of `page`, in page order. */
  readonly blocks: readonly SeenBlock[];
  /** The groups, by the path of the blocks. */
  readonly groups: ReadonlyMap<number, Group>;
  /** The length of all blocks. */
  readonly chars: number;
  readonly linkChars: number;
  /** The length of the longest block. */
  readonly longestChars: number;
  /** The length of the blocks in the main part. */
  readonly mainChars: number;
  readonly largestGroupChars: number;
  /** The largest number of adjacent elements that have the same tag and class and more than a few words. */
  readonly mostTwins: number;
  /** The number of `article` elements with text. */
  readonly articles: number;
  /** The index of the first block in the main part; -1 if there is none. */
  readonly mainFrom: number;
  /** The index of the last block in the main part; -1 if there is none. */
  readonly mainTo: number;
  /** The index of the first `h1`; -1 if there is none. */
  readonly headline: number;
  /** How often each text occurs; a text that is not in it occurs once. */
  readonly counts: ReadonlyMap<string, number>;
  /** For neighbours of a block, without adding up again. */
  readonly sums: RunningSums;
};

/** A block of at most this length is a label, whose twins say little. */
const LABEL_CHARS = 40;

/**
 * Measures all blocks of a page except those of its frame. Takes time in proportion to the length.
 * @param types the schema.org and Open Graph types that the page declares, in lower case
 */
export function viewPage(whole: Part, types: readonly string[]): PageView {
  const page = withoutFrame(whole);
  const placed = placedBlocks(page);
  const blocks = seenBlocks(page, placed);
  const groups = groupsOf(blocks);
  const counts = countsOf(blocks);
  const totals = { chars: 0, linkChars: 0, longestChars: 0, mainChars: 0, mostTwins: 0 };
  for (const { block, chars, linkShare, isInMain } of blocks) {
    totals.chars += chars;
    totals.linkChars += chars * linkShare;
    totals.longestChars = Math.max(totals.longestChars, chars);
    if (isInMain) totals.mainChars += chars;
    if (chars > LABEL_CHARS) totals.mostTwins = Math.max(totals.mostTwins, block.place.mostTwinned.twins);
  }
  return {
    isProduct: types.some((type) => PRODUCT_TYPE.test(type)),
    whole,
    page,
    blocks,
    groups,
    ...totals,
    largestGroupChars: Math.max(0, ...Array.from(groups.values(), ({ chars }) => chars)),
    articles: countArticles(page),
    mainFrom: blocks.findIndex(({ isInMain }) => isInMain),
    mainTo: blocks.findLastIndex(({ isInMain }) => isInMain),
    headline: blocks.findIndex(({ block }) => block.tag === 'h1'),
    counts,
    sums: runningSums(blocks),
  };
}

/** How often each text occurs. Texts whose length is unique are left out, because they occur only once. */
function countsOf(blocks: readonly SeenBlock[]): Map<string, number> {
  const ofLength = new Map<number, number>();
  for (const { chars } of blocks) ofLength.set(chars, (ofLength.get(chars) ?? 0) + 1);
  const counts = new Map<string, number>();
  for (const { text, chars } of blocks)
    if ((ofLength.get(chars) ?? 0) > 1) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function groupsOf(blocks: readonly SeenBlock[]): Map<number, Group> {
  const groups = new Map<number, { blocks: number; chars: number; linkChars: number }>();
  for (const { block, chars, linkShare } of blocks) {
    const { path } = block.place;
    const group = groups.get(path) ?? { blocks: 0, chars: 0, linkChars: 0 };
    group.blocks++;
    group.chars += chars;
    group.linkChars += chars * linkShare;
    groups.set(path, group);
  }
  return groups;
}

function countArticles(part: Part): number {
  let found = part.tag === 'article' && part.chars > 0 ? 1 : 0;
  for (const child of part.children) if (typeof child !== 'string') found += countArticles(child);
  return found;
}

/** Sums over all blocks before a position; differences of them are sums of the blocks between. */
type RunningSums = {
  readonly chars: Float64Array;
  readonly linkChars: Float64Array;
  readonly staying: Float64Array;
  readonly sentences: Float64Array;
};

/** The quantities of a block that are added up. */
type Summed = {
  readonly chars: number;
  readonly linkShare: number;
  readonly stays: boolean;
  readonly isEnded: boolean;
};

const MIN_SENTENCE_CHARS = 60;

/** The sums for the neighbours of a block, so that any number of neighbours costs the same. */
function runningSums(blocks: readonly Summed[]): RunningSums {
  const of = (measure: (block: Summed) => number) => {
    const sums = new Float64Array(blocks.length + 1);
    for (const [at, block] of blocks.entries()) sums[at + 1] = (sums[at] ?? 0) + measure(block);
    return sums;
  };
  return {
    chars: of(({ chars }) => chars),
    linkChars: of(({ chars, linkShare }) => chars * linkShare),
    staying: of(({ stays }) => Number(stays)),
    sentences: of(({ isEnded, chars }) => Number(isEnded && chars > MIN_SENTENCE_CHARS)),
  };
}
