import { createHiding, type Hiding } from './hidden/hiding.ts';
import type { HtmlElement } from './html-element.ts';
import type { Part } from './part.ts';
import type { BlockPlace, PlacedBlock } from './placed-blocks.ts';

/** A page waits for a script if at most this share of what would be read is seen, ... */
const LITTLE = 0.25;
/** ... and what is hidden has at least this share of the page's prose ... */
const MOST = 0.5;
/** ... and of its text outside the frame: prose that is hidden among many links does not count. */
const MUCH = 0.25;
const MAX_ROUNDS = 3;

/** A block with the chance that it belongs to the text. */
export type LikelyBlock = { readonly block: PlacedBlock; readonly chance: number };

/** The amounts of text of a page that decide whether it waits for a script. */
type Amounts = { readonly proseChars: number; readonly chars: number };

/**
 * Decides whether a person sees the text that is directly in an element, by the style sheets of the page.
 * @param tree the page's elements
 * @param page the prose of the whole page, and its text outside the frame
 * @param blocks what would be read if nothing were hidden
 */
export function createSight(
  tree: HtmlElement,
  page: Amounts,
  blocks: readonly LikelyBlock[],
): (element: HtmlElement) => boolean {
  const hiding = createHiding(tree);
  const isSeen = (element: HtmlElement) => hiding.sightOf(element) === 'seen';
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const waiting = waitingParts(page, blocks, isSeen);
    if (waiting.length === 0) break;
    revealAll(waiting, hiding);
  }
  return isSeen;
}

function revealAll(parts: readonly Part[], hiding: Hiding): void {
  for (const { element } of parts) hiding.reveal(element);
}

/** The outermost hidden parts with text that would be read, if the page waits for a script to show them. */
function waitingParts(
  page: Amounts,
  blocks: readonly LikelyBlock[],
  isSeen: (element: HtmlElement) => boolean,
): readonly Part[] {
  let [all, seen] = [0, 0];
  const hidden = new Set<Part>();
  for (const { block, chance } of blocks) {
    let isWhole = true;
    for (const { text, part } of block.pieces) {
      all += text.length * chance;
      if (isSeen(part.element)) seen += text.length * chance;
      else isWhole = false;
    }
    const outermost = isWhole ? null : outermostHidden(block.place, isSeen);
    if (outermost !== null) hidden.add(outermost);
  }
  const parts = [...hidden];
  const sum = (key: keyof Amounts) => parts.reduce((total, part) => total + part[key], 0);
  const prose = sum('proseChars');
  const isMost = prose > 0 && prose >= page.proseChars * MOST && sum('chars') >= page.chars * MUCH;
  return seen <= all * LITTLE && isMost ? parts : [];
}

function outermostHidden(place: BlockPlace, isSeen: (element: HtmlElement) => boolean): Part | null {
  let hidden: Part | null = null;
  for (let at: BlockPlace | null = place; at !== null; at = at.outer)
    if (!isSeen(at.part.element)) hidden = at.part;
  return hidden;
}
