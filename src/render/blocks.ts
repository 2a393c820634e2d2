import type { Token } from 'markdown-it';
import type { Block, Source } from '../core/terms.ts';
import { createCitationLinks } from './citation-links.ts';
import { createGrowingMarkdown } from './growing-markdown.ts';
import { toHtml } from './html.ts';

/** Renders Markdown that grows. The block with the highest index is open: it comes again, longer, with the next push. */
export type BlockRenderer = {
  /** More of the Markdown, in pieces of any size. Returns the blocks that closed and the open one. */
  push(text: string): readonly Block[];
  /** No more comes. Returns the blocks that were still open; nothing changes after this. */
  end(): readonly Block[];
};

/**
 * Renders Markdown that grows. Of each index the last block counts; those joined in order are exactly the `html` of
 * `render` over the whole text. A push costs time in proportion to the open block, not to the text before it.
 */
export function createBlockRenderer(sources: readonly Source[]): BlockRenderer {
  const citations = createCitationLinks(sources);
  const markdown = createGrowingMarkdown(sources.length);
  let closedCount = 0;

  const close = (tokens: readonly Token[]): Block => ({
    index: closedCount++,
    html: toHtml(tokens, citations),
  });

  return {
    push(text) {
      const { closed, open } = markdown.push(text);
      const blocks = closed.map((part) => close(part.tokens));
      if (open.length > 0) blocks.push({ index: closedCount, html: toHtml(open, citations) });
      return blocks;
    },
    end: () => markdown.end().closed.map((part) => close(part.tokens)),
  };
}
