import type { Article } from './article.ts';
import { blockText } from './blocks.ts';
import { holdsNoBlock } from './boilerplate.ts';
import { chancesOf } from './forest.ts';
import { createVisibilityCheck, type VisibilityCheck } from './hidden/visibility-check.ts';
import type { HtmlElement } from './html-element.ts';
import { parseHtml } from './html-tree.ts';
import { readPageFacts } from './page-facts.ts';
import { type PageView, viewPage } from './page-view.ts';
import { type Part, toPart } from './part.ts';
import type { BlockPlace, PlacedBlock } from './placed-blocks.ts';
import { createRowReader } from './table-rows.ts';
import { withUnrendered } from './unrendered.ts';

/** The text of a page, its title and metadata. Never throws; takes time in proportion to the length. */
export function extract(html: string, options: Pick<ReadingOptions, 'hasLabels'> = {}): Article {
  const tree = parseHtml(html);
  const { types, articleBody, ...facts } = readPageFacts(tree);
  const shown = mainText(tree, types, options);
  const all = { ...options, judge: ({ blocks }: PageView) => blocks.map(() => 1) };
  const read = (markup: string, isWhole: boolean) =>
    mainText(parseHtml(markup), types, isWhole ? all : options);
  return { ...facts, text: withUnrendered({ html, tree, articleBody }, shown, read) };
}

/** A block with a lower probability is never read. */
const MIN_CHANCE = 0.15;

type ReadingOptions = {
  /** The probability that each block is part of the text, 0 to 1. */
  readonly judge?: (view: PageView) => readonly number[];
  /** Whether each row of a data table repeats the labels of its columns, to be understood alone. */
  readonly hasLabels?: boolean;
};

/**
 * The text of a page, without the parts around it and without text that a person would not see; blocks are
 * separated by empty lines. Empty only if the page shows no text.
 * @param types the schema.org and Open Graph types that the page declares, in lower case
 */
export function mainText(
  tree: HtmlElement,
  types: readonly string[],
  { judge = chancesOf, hasLabels = false }: ReadingOptions = {},
): string {
  const view = viewPage(toPart(tree, holdsNoBlock), types);
  const chances = judge(view);
  const candidates = view.blocks.flatMap(({ block, text }, at) => {
    const chance = chances[at] ?? 0;
    return chance < MIN_CHANCE ? [] : [{ block, chance, line: text }];
  });
  const amounts = { proseChars: view.whole.proseChars, chars: view.page.chars };
  const isSeen = createIsSeen(tree, amounts, candidates);
  const seen = candidates
    .map(({ block, chance, line }) => ({ block, chance, text: blockText(block, isSeen, line) }))
    .filter(({ text }) => text !== '');
  const limit = minChance(seen);
  const read = seen.filter(({ chance }) => chance >= limit);
  if (read.length === 0) return anyText(view, isSeen).join('\n\n');
  return (hasLabels ? withRows(read, isSeen) : read.map(({ text }) => text)).join('\n\n');
}

/** The texts of blocks; for blocks in rows of data tables, the whole row instead. */
function withRows(
  blocks: readonly { readonly block: PlacedBlock; readonly text: string }[],
  isSeen: (element: HtmlElement) => boolean,
): string[] {
  const rowOf = createRowReader(isSeen);
  let last: HtmlElement | null = null;
  const texts = blocks.flatMap(({ block, text }) => {
    const found = rowOf(block.place);
    const isSame = found !== null && found.row === last;
    last = found?.row ?? null;
    if (isSame || found?.text === '') return [];
    return found?.text ?? text;
  });
  return texts.length > 0 ? texts : blocks.map(({ text }) => text);
}

/**
 * The weight of precision in the choice of the limit; recall has the rest. Precision weighs more, because the
 * probabilities are somewhat too high, and because precision and recall are weighed against each other on
 * each page alone.
 */
const PRECISION_SHARE = 0.575;

/**
 * The minimum probability for reading a block, chosen so that the weighted mean of expected precision and
 * expected recall is highest. Compared with the limit that has the highest expected F1, this one reads more
 * of a page on which little is certain, and less of a page on which most is certain.
 */
function minChance(blocks: readonly { readonly chance: number; readonly text: string }[]): number {
  const sorted = blocks.toSorted((one, other) => other.chance - one.chance);
  const wantedChars = blocks.reduce((sum, { chance, text }) => sum + chance * text.length, 0);
  let foundChars = 0;
  let readChars = 0;
  let best = { worth: 0, chance: 1 };
  for (const [at, { chance, text }] of sorted.entries()) {
    foundChars += chance * text.length;
    readChars += text.length;
    if (sorted[at + 1]?.chance === chance) continue;
    const precision = foundChars / readChars;
    const recall = foundChars / wantedChars;
    const worth = PRECISION_SHARE * precision + (1 - PRECISION_SHARE) * recall;
    if (worth > best.worth) best = { worth, chance };
  }
  return best.chance;
}

/** All the text that a person sees on a page where no block stands out. */
function anyText({ blocks }: PageView, isSeen: (element: HtmlElement) => boolean): string[] {
  return blocks.map(({ block }) => blockText(block, isSeen)).filter((text) => text !== '');
}

/** The largest share of the text to read that is visible on a page that waits for a script. */
const MAX_SEEN_SHARE = 0.25;
/** The smallest share of such a page's prose that is hidden. */
const MIN_HIDDEN_PROSE_SHARE = 0.5;
/** The same for its text outside the frame: prose that is hidden among many links does not count. */
const MIN_HIDDEN_SHARE = 0.25;
/** How often further hidden parts are looked for after some were shown. */
const MAX_ROUNDS = 3;

/** A block with the probability that it belongs to the text. */
type LikelyBlock = { readonly block: PlacedBlock; readonly chance: number };

/** The amounts of text of a page that decide whether it waits for a script. */
type Amounts = { readonly proseChars: number; readonly chars: number };

/**
 * Decides whether a person sees the text that is directly in an element, according to the style sheets of the
 * page.
 * @param tree the page's elements
 * @param page the prose of the whole page, and its text outside the frame
 * @param blocks the blocks that would be read if nothing were hidden
 */
function createIsSeen(
  tree: HtmlElement,
  page: Amounts,
  blocks: readonly LikelyBlock[],
): (element: HtmlElement) => boolean {
  const visibility = createVisibilityCheck(tree);
  const isSeen = (element: HtmlElement) => visibility.visibilityOf(element) === 'seen';
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const waiting = waitingParts(page, blocks, isSeen);
    if (waiting.length === 0) break;
    revealAll(waiting, visibility);
  }
  return isSeen;
}

function revealAll(parts: readonly Part[], visibility: VisibilityCheck): void {
  for (const { element } of parts) visibility.reveal(element);
}

/** The outermost hidden parts that contain text to read, if the page waits for a script to show them. */
function waitingParts(
  page: Amounts,
  blocks: readonly LikelyBlock[],
  isSeen: (element: HtmlElement) => boolean,
): readonly Part[] {
  let allChars = 0;
  let seenChars = 0;
  const hidden = new Set<Part>();
  for (const { block, chance } of blocks) {
    let isWhole = true;
    for (const { text, part } of block.pieces) {
      allChars += text.length * chance;
      if (isSeen(part.element)) seenChars += text.length * chance;
      else isWhole = false;
    }
    const outermost = isWhole ? null : outermostHidden(block.place, isSeen);
    if (outermost !== null) hidden.add(outermost);
  }
  const parts = [...hidden];
  const sum = (key: keyof Amounts) => parts.reduce((total, part) => total + part[key], 0);
  const prose = sum('proseChars');
  const isMost =
    prose > 0 &&
    prose >= page.proseChars * MIN_HIDDEN_PROSE_SHARE &&
    sum('chars') >= page.chars * MIN_HIDDEN_SHARE;
  return seenChars <= allChars * MAX_SEEN_SHARE && isMost ? parts : [];
}

function outermostHidden(place: BlockPlace, isSeen: (element: HtmlElement) => boolean): Part | null {
  let hidden: Part | null = null;
  for (let at: BlockPlace | null = place; at !== null; at = at.outer)
    if (!isSeen(at.part.element)) hidden = at.part;
  return hidden;
}
