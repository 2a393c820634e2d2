import { createGrowingMarkdown, topLevelParts } from '../parse/growing-markdown.ts';
import { parseDefining } from '../parse/markdown.ts';
import type { MarkdownToken } from '../parse/markdown-token.ts';
import { type CitedSource, createCitationLinks, toHtml } from './html.ts';

/**
 * One top-level block of Markdown as safe HTML; joined in the order of their index, the blocks are the HTML
 * of the whole text.
 */
export type Block = { readonly index: number; readonly html: string };

/**
 * Renders growing Markdown. The block with the highest index is still open: the next push returns it again
 * with more text.
 */
export type BlockRenderer = {
  /**
   * Adds more of the Markdown, in pieces of any size. Returns the blocks that have closed and the block that
   * is still open.
   */
  push(text: string): readonly Block[];
  /**
   * Ends the text. Returns the blocks that were still open, and those that a link definition changed. No
   * block changes afterwards.
   */
  end(): readonly Block[];
};

/**
 * Renders growing Markdown. A later block with the same index replaces the earlier one; joined in order, the
 * blocks are exactly the `html` that `readMarkdown` returns for the whole text. The time of a push is
 * proportional to the open block, not to the text before it.
 */
export function createBlockRenderer(sources: readonly CitedSource[]): BlockRenderer {
  const citations = createCitationLinks(sources);
  const markdown = createGrowingMarkdown(sources.length);
  const closed: string[] = [];
  let whole = '';

  const close = (tokens: readonly MarkdownToken[]): Block => {
    const block = { index: closed.length, html: toHtml(tokens, citations) };
    closed.push(block.html);
    return block;
  };

  return {
    push(text) {
      whole += text;
      const growth = markdown.push(text);
      const blocks = growth.closed.map((part) => close(part.tokens));
      if (growth.open.length > 0) blocks.push({ index: closed.length, html: toHtml(growth.open, citations) });
      return blocks;
    },
    end() {
      const blocks = markdown.end().closed.map((part) => close(part.tokens));
      const defining = parseDefining(whole, sources.length);
      if (defining === null) return blocks;
      const defined = topLevelParts(defining).map(({ tokens }) => toHtml(tokens, citations));
      return [...blocks, ...changes(closed, defined)];
    },
  };
}

/** The blocks of `after` that differ from those of `before`; surplus blocks become empty. */
function changes(before: readonly string[], after: readonly string[]): Block[] {
  const blocks = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    index,
    html: after[index] ?? '',
  }));
  return blocks.filter(({ index, html }) => html !== before[index]);
}
