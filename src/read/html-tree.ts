import { Tokenizer } from 'htmlparser2';
import type { HtmlElement } from './html-element.ts';
import { createTreeBuilder } from './tree-builder.ts';

/**
 * Reads any text as HTML, whatever it is: never throws, takes time in proportion to its length and nests at most 400 deep.
 * What nests deeper is left out, with its text: it must not get out of what may hide it. Comments are gone.
 */
export function parseHtml(html: string): HtmlElement {
  const { root, callbacks } = createTreeBuilder(html);
  const tokenizer = new Tokenizer({}, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return root;
}
