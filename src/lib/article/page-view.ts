import type { Part } from './part.ts';
import { placedBlocks } from './placed-blocks.ts';
import { withoutFrame } from './prune.ts';
import { type RunningSums, runningSums } from './running-sums.ts';
import { type HeadFacts, type SeenBlock, seenBlocks } from './seen-blocks.ts';

const KIND_PATTERNS: readonly (readonly [string, RegExp])[] = [
  ['article', /article|posting|report|blog/],
  ['product', /product|offer/],
  ['forum', /discussion|question|qapage|forum/],
  ['listing', /itemlist|collection|searchresult/],
];

/** Kinds of page that a page can declare. */
export const PAGE_KINDS: readonly string[] = KIND_PATTERNS.map(([kind]) => kind);

/** The blocks that share a path: their number, and their total length in characters. */
export type Group = { readonly blocks: number; readonly chars: number; readonly linkChars: number };

/** The blocks of a page, and the measures of the whole page. */
export type PageView = {
  /** The kinds from `PAGE_KINDS` that the page declares. */
  readonly kinds: ReadonlySet<string>;
  /** The measures of the whole page, and of the page without its frame. */
  readonly whole: Part;
  readonly page: Part;
  readonly blocks: readonly SeenBlock[];
  /** The groups, by the path of the blocks. */
  readonly groups: ReadonlyMap<number, Group>;
  readonly chars: number;
  readonly linkChars: number;
  readonly longestChars: number;
  readonly mainChars: number;
  readonly largestGroupChars: number;
  /** The largest number of adjacent elements that have the same tag and class and more than a few words. */
  readonly mostTwins: number;
  readonly articles: number;
  /** Positions of special blocks; -1 if there is none. */
  readonly mainFrom: number;
  readonly mainTo: number;
  readonly headline: number;
  /** How often each text occurs; a text that is not in it occurs once. */
  readonly counts: ReadonlyMap<string, number>;
  readonly sums: RunningSums;
};

const LABEL_CHARS = 40;

/** Measures all blocks of a page except those of its frame. Takes time in proportion to the length. */
export function viewPage(whole: Part, said: HeadFacts): PageView {
  const page = withoutFrame(whole);
  const placed = placedBlocks(page);
  const blocks = seenBlocks(page, placed, said);
  const groups = groupsOf(blocks);
  const counts = countsOf(blocks);
  let [chars, linkChars, longestChars, mainChars, mostTwins, largestGroupChars] = [0, 0, 0, 0, 0, 0];
  for (const each of blocks) {
    chars += each.chars;
    linkChars += each.chars * each.linkShare;
    longestChars = Math.max(longestChars, each.chars);
    if (each.isInMain) mainChars += each.chars;
    if (each.chars > LABEL_CHARS) mostTwins = Math.max(mostTwins, each.block.place.most.twins);
  }
  for (const group of groups.values()) largestGroupChars = Math.max(largestGroupChars, group.chars);
  return {
    kinds: new Set(
      KIND_PATTERNS.filter(([, pattern]) => said.types.some((type) => pattern.test(type))).map(
        ([kind]) => kind,
      ),
    ),
    whole,
    page,
    blocks,
    groups,
    chars,
    linkChars,
    longestChars,
    mainChars,
    largestGroupChars,
    mostTwins,
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
