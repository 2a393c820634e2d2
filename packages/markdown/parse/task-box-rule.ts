import type { StateCore, Token } from 'markdown-it';
import type { MarkdownToken } from './markdown-token.ts';
import { TASK_BOX_TOKEN } from './markdown-token.ts';

const BOX = /^\[([ xX])\][ \t]+/;

/** The text that shows the box. */
export function taskBoxSign({ markup }: MarkdownToken): string {
  return markup === 'x' ? '☑ ' : '☐ ';
}

/** Core rule of the parser: `[ ]` or `[x]` at the start of a list item (GFM) becomes a token. */
export function taskBoxRule(state: StateCore): void {
  for (const [at, { children }] of state.tokens.entries()) {
    if (state.tokens[at - 2]?.type !== 'list_item_open' || state.tokens[at - 1]?.type !== 'paragraph_open')
      continue;
    const [first] = children ?? [];
    const box = first?.type === 'text' ? boxOf(first, state) : null;
    if (box !== null) children?.unshift(box);
  }
}

/** Removes the box from the text and returns it; null if there is none. */
function boxOf(text: Token, state: StateCore): Token | null {
  const [whole, mark] = BOX.exec(text.content) ?? [];
  if (whole === undefined || mark === undefined) return null;
  text.content = text.content.slice(whole.length);
  const box = new state.Token(TASK_BOX_TOKEN, '', 0);
  box.markup = mark.toLowerCase();
  return box;
}
