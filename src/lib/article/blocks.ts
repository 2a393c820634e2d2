import type { HtmlElement } from './html-element.ts';
import type { Part } from './part.ts';
import { isInPre, type PlacedBlock, placedBlocks } from './placed-blocks.ts';

/** All text of a part, as blocks separated by empty lines. */
export function toText(part: Part): string {
  return placedBlocks(part)
    .map((block) => blockText(block, () => true))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** A line break of the page until white space is collapsed: a private-use character, not in text. */
const BREAK = '\u{f8ff}';

function collapse(text: string): string {
  // A single space is not replaced: most runs are a single space, and replacing each one took a sixth of the
  // time of a page (measured).
  const line = text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
  if (!line.includes(BREAK)) return line;
  return line
    .replace(/(?: ?\u{f8ff} ?){2,}/gu, '\n\n')
    .replace(/ ?\u{f8ff} ?/gu, '\n')
    .trim();
}

function tidyLines(text: string): string {
  return text.replace(/[^\S\n]+$/gm, '').replace(/^\n+|\n+$/g, '');
}

/**
 * The text of a block, without the pieces that a person would not see.
 * @param line all of its text on one line, if that is known
 */
export function blockText(
  { place, pieces }: PlacedBlock,
  isSeen: (element: HtmlElement) => boolean,
  line?: string,
): string {
  const isPlain = ({ part }: PlacedBlock['pieces'][number]) => part.tag !== 'br' && isSeen(part.element);
  if (line !== undefined && pieces.every(isPlain) && !isInPre(place)) return line;
  const keepsLines = isInPre(place);
  const lineBreak = keepsLines ? '\n' : BREAK;
  let text = '';
  for (const piece of pieces) {
    if (!isSeen(piece.part.element)) continue;
    text += piece.part.tag === 'br' ? lineBreak : piece.text;
  }
  return keepsLines ? tidyLines(text) : collapse(text);
}
