import { isInline, type Part } from './part.ts';

/** A run of text that a reader sees as one: a paragraph, a heading, an item of a list, a row of a table. */
export type TextBlock = {
  readonly tag: string;
  readonly text: string;
  readonly linkChars: number;
};

/** A line across the page. */
const RULE: TextBlock = { tag: 'hr', text: '', linkChars: 0 };

/** The blocks below a part, in the order of the page; a line across it (`hr`) is one without text. */
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

/** Stands for a line break in the page until white space is collapsed: of private use, so no text holds it. */
const BREAK = '\u{f8ff}';

function collapse(text: string): string {
  // A blank that stands alone stays as it is: most do, and replacing each by itself took a sixth of a page's time (measured).
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
