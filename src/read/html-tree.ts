import { Tokenizer } from 'htmlparser2';
import type { HtmlElement } from './html-element.ts';
import { createTreeBuilder } from './tree-builder.ts';

/**
 * Parses any text as HTML: never throws, takes time in proportion to the length and nests at most 400 levels
 * deep. Deeper elements are left out with their text, because moving them up could take them out of an
 * element that hides them. Comments are left out.
 */
export function parseHtml(html: string): HtmlElement {
  const { root, callbacks } = createTreeBuilder(html);
  // Without entities the tokenizer skips from mark to mark; the builder decodes them.
  const tokenizer = new Tokenizer({ decodeEntities: false }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return root;
}
