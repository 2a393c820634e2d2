import type { StateCore, Token } from 'markdown-it';

const BOX = /^\[([ xX])\][ \t]+/;

/** Name of the task box's token; its `markup` is `x` for a ticked box, otherwise a space. */
export const TASK_BOX_TOKEN = 'task_box';

/** The text that shows the box. */
export function taskBoxSign({ markup }: Token): string {
  return markup === 'x' ? '☑ ' : '☐ ';
}

/**
 * Core rule of the Markdown parser: `[ ]` or `[x]` at the start of a list item (GFM task lists) becomes a
 * token.
 */
export function taskBoxRule(state: StateCore): boolean {
  for (const [at, { children }] of state.tokens.entries()) {
    if (state.tokens[at - 2]?.type !== 'list_item_open' || state.tokens[at - 1]?.type !== 'paragraph_open')
      continue;
    const box = children?.[0]?.type === 'text' ? boxOf(children[0], state) : null;
    if (box !== null) children?.unshift(box);
  }
  return true;
}

/** Removes the box from the text and returns it; null if there is none. */
function boxOf(text: Token, state: StateCore): Token | null {
  const match = BOX.exec(text.content);
  if (match === null) return null;
  text.content = text.content.slice(match[0].length);
  const box = new state.Token(TASK_BOX_TOKEN, '', 0);
  box.markup = match[1] === ' ' ? ' ' : 'x';
  return box;
}
