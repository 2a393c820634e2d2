import type { HtmlElement } from './html-element.ts';
import { isInline, type Part } from './part.ts';
import { isInPre, type PlacedBlock } from './placed-blocks.ts';

/** A run of text that a reader sees as one unit: a paragraph, a heading, a list item, or a table row. */
export type TextBlock = {
  readonly tag: string;
  readonly text: string;
  readonly linkChars: number;
};

/** A horizontal line across the page. */
const RULE: TextBlock = { tag: 'hr', text: '', linkChars: 0 };

/** The blocks of a part, in page order; a horizontal line (`hr`) is a block without text. */
export function toBlocks(part: Part): TextBlock[] {
  const blocks: TextBlock[] = [];
  let pieces: string[] = [];
  let linkChars = 0;
  const flush = (tag: string, keepsLines: boolean) => {
    const text = keepsLines ? tidyLines(pieces.join('')) : collapse(pieces.join(''));
    if (text !== '') blocks.push({ tag, text, linkChars });
    pieces = [];
    linkChars = 0;
  };
  const walk = (at: Part, tag: string, keepsLines: boolean) => {
    for (const child of at.children) {
      if (typeof child === 'string') pieces.push(child);
      else if (child.tag === 'br') pieces.push(keepsLines ? '\n' : BREAK);
      else if (isInline(child.tag)) {
        walk(child, tag, keepsLines);
        if (child.tag === 'a') linkChars += child.ownLinkChars;
      } else if (child.tag === 'td' || child.tag === 'th') {
        pieces.push(' ');
        walk(child, tag, keepsLines);
        pieces.push(' ');
      } else {
        flush(tag, keepsLines);
        walk(child, child.tag, keepsLines || child.tag === 'pre');
        flush(child.tag, keepsLines || child.tag === 'pre');
        if (child.tag === 'hr') blocks.push(RULE);
      }
    }
  };
  walk(part, part.tag, false);
  flush(part.tag, false);
  return blocks;
}

/** The blocks as plain text, separated by empty lines. */
export function toText(blocks: readonly TextBlock[]): string {
  return blocks
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n\n');
}

/**
 * Marks a line break of the page until white space is collapsed. It is a private-use character, which text
 * does not contain.
 */
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
  let text = '';
  for (const piece of pieces) {
    if (!isSeen(piece.part.element)) continue;
    text += piece.part.tag === 'br' ? (keepsLines ? '\n' : BREAK) : piece.text;
  }
  return keepsLines ? tidyLines(text) : collapse(text);
}
