import { createHiding } from './hidden/hiding.ts';
import type { HtmlElement } from './html-element.ts';
import type { Part } from './part.ts';
import type { BlockPlace, PlacedBlock } from './placed-blocks.ts';

/** A hidden part is read after all if it has at least this share of the page's prose, ... */
const MOST = 0.5;
/** ... and at most this share of what would be read is outside it: such a page waits for a script. */
const LITTLE = 0.25;
const MAX_REVEALED = 3;

/**
 * Decides whether a person sees the text that is directly in an element, by the style sheets of the page.
 * @param tree the page's elements
 * @param page all of its text
 * @param blocks what would be read if nothing were hidden
 */
export function createSight(
  tree: HtmlElement,
  page: Part,
  blocks: readonly PlacedBlock[],
): (element: HtmlElement) => boolean {
  const hiding = createHiding(tree);
  const isSeen = (element: HtmlElement) => hiding.sightOf(element) === 'seen';
  for (let revealed = 0; revealed < MAX_REVEALED; revealed++) {
    const waiting = waitingPart(page, blocks, isSeen);
    if (waiting === null) break;
    hiding.reveal(waiting.element);
  }
  return isSeen;
}

function waitingPart(
  page: Part,
  blocks: readonly PlacedBlock[],
  isSeen: (element: HtmlElement) => boolean,
): Part | null {
  let [all, seen] = [0, 0];
  let hidden: Part | null = null;
  for (const { place, pieces } of blocks) {
    let isWhole = true;
    for (const { text, part } of pieces) {
      all += text.length;
      if (isSeen(part.element)) seen += text.length;
      else isWhole = false;
    }
    if (isWhole) continue;
    const outermost = outermostHidden(place, isSeen);
    if (outermost !== null && outermost.proseChars > (hidden?.proseChars ?? 0)) hidden = outermost;
  }
  if (hidden === null || seen > all * LITTLE) return null;
  return hidden.proseChars >= page.proseChars * MOST && hidden.chars >= page.chars * MOST ? hidden : null;
}

function outermostHidden(place: BlockPlace, isSeen: (element: HtmlElement) => boolean): Part | null {
  let hidden: Part | null = null;
  for (let at: BlockPlace | null = place; at !== null; at = at.outer)
    if (!isSeen(at.part.element)) hidden = at.part;
  return hidden;
}
