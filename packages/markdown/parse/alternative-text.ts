import type { MarkdownToken } from './markdown-token.ts';

/** The alternative text of an image, without markup. */
export function alternativeText(image: MarkdownToken): string {
  let text = '';
  for (const token of image.children ?? []) {
    if (token.type === 'image') text += alternativeText(token);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
    else text += token.content;
  }
  return text;
}
