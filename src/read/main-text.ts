import { blockText } from './blocks.ts';
import { holdsNoBlock } from './boilerplate.ts';
import { chancesOf } from './forest.ts';
import type { HtmlElement } from './html-element.ts';
import { type HeadFacts, type PageView, viewPage } from './page-view.ts';
import { toPart } from './part.ts';
import type { PlacedBlock } from './placed-blocks.ts';
import { createSight } from './seeing.ts';
import { createRowReader } from './table-rows.ts';

/** A block with a lower chance is never read. */
const MIN_CHANCE = 0.15;
const ROUNDS = 5;

/** How a page is read. */
export type ReadingOptions = {
  /** How likely each block is part of the text, 0 to 1. */
  readonly judge?: (view: PageView) => readonly number[];
  /**
   * Whether each row of a data table repeats the labels of its columns, so that it can be understood alone.
   */
  readonly hasLabels?: boolean;
};

/**
 * The text of a page, without what surrounds it and without what a person would not see; blocks are separated
 * by empty lines. Empty only if the page shows no text.
 */
export function mainText(
  tree: HtmlElement,
  said: HeadFacts,
  { judge = chancesOf, hasLabels = false }: ReadingOptions = {},
): string {
  const view = viewPage(toPart(tree, holdsNoBlock), said);
  const chances = judge(view);
  const candidates = view.blocks.flatMap(({ block }, at) => {
    const chance = chances[at] ?? 0;
    return chance < MIN_CHANCE ? [] : [{ block, chance }];
  });
  const amounts = { proseChars: view.whole.proseChars, chars: view.page.chars };
  const sight = createSight(tree, amounts, candidates);
  const seen = candidates
    .map(({ block, chance }) => ({ block, chance, text: blockText(block, sight) }))
    .filter(({ text }) => text !== '');
  const least = leastChance(seen);
  const kept = seen.filter(({ chance }) => chance >= least);
  if (kept.length === 0) return anyText(view, sight).join('\n\n');
  return (hasLabels ? withRows(kept, sight) : kept.map(({ text }) => text)).join('\n\n');
}

/** The texts of blocks, with whole rows in place of the blocks that are in rows of data tables. */
function withRows(
  blocks: readonly { readonly block: PlacedBlock; readonly text: string }[],
  sight: (element: HtmlElement) => boolean,
): string[] {
  const rowOf = createRowReader(sight);
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
 * The chance from which on blocks are read so that F1 can be expected to be highest: half of that F1 (Z.
 * Lipton and others, "Optimal thresholding of classifiers to maximize F1 measure", 2014).
 */
function leastChance(blocks: readonly { readonly chance: number; readonly text: string }[]): number {
  const wanted = blocks.reduce((sum, { chance, text }) => sum + chance * text.length, 0);
  let least = 0.5;
  for (let round = 0; round < ROUNDS; round++) {
    let [found, kept] = [0, 0];
    for (const { chance, text } of blocks) {
      if (chance < least) continue;
      found += chance * text.length;
      kept += text.length;
    }
    least = found / (wanted + kept) || least / 2;
  }
  return least;
}

/** All that a person sees of a page on which no block stands out. */
function anyText({ blocks }: PageView, sight: (element: HtmlElement) => boolean): string[] {
  return blocks.map(({ block }) => blockText(block, sight)).filter((text) => text !== '');
}
