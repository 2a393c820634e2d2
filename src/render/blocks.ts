import type { Token } from 'markdown-it';
import type { Block, Source } from '../core/terms.ts';
import { createCitationLinks } from './citation-links.ts';
import { toHtml } from './html.ts';
import { parseMarkdown } from './markdown.ts';

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
 *
 * A block is closed when another one began behind it and the first two lines of that one are complete: markdown-it reads
 * from the top down and looks ahead by no more than two lines (a table is known by its second). So nothing that still comes can change it.
 */
export function createBlockRenderer(sources: readonly Source[]): BlockRenderer {
  const citations = createCitationLinks(sources);
  let open = '';
  let closedCount = 0;

  const toBlock = (tokens: readonly Token[], offset: number): Block => ({
    index: closedCount + offset,
    html: toHtml(tokens, citations),
  });

  return {
    push(text) {
      open += text;
      const parts = topLevelParts(parseMarkdown(open, sources.length));
      const lineStarts = startsOfLines(open);
      const last = lastCertain(parts, lineStarts.length - 1);
      const blocks = parts.slice(0, last).map((part, offset) => toBlock(part.tokens, offset));
      const rest = parts.slice(last).flatMap((part) => part.tokens);
      if (rest.length > 0) blocks.push(toBlock(rest, last));
      open = open.slice(lineStarts[parts[last]?.firstLine ?? 0]);
      closedCount += last;
      return blocks;
    },
    end() {
      const parts = topLevelParts(parseMarkdown(open, sources.length));
      const blocks = parts.map((part, offset) => toBlock(part.tokens, offset));
      closedCount += parts.length;
      open = '';
      return blocks;
    },
  };
}

type Part = { readonly tokens: readonly Token[]; readonly firstLine: number };

function topLevelParts(tokens: readonly Token[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.level > 0 || token.nesting > 0) continue;
    if (token.type === 'inline') continue;
    parts.push({ tokens: tokens.slice(from, at + 1), firstLine: tokens[from]?.map?.[0] ?? 0 });
    from = at + 1;
  }
  return parts;
}

/** Index of the last part whose beginning is certain; all before it are closed. 0 when none is. */
function lastCertain(parts: readonly Part[], completeLines: number): number {
  const certain = parts.findLastIndex((part) => part.firstLine + 2 <= completeLines);
  return Math.max(0, certain);
}

/** Where each line begins. The last entry is the line that is not complete yet. */
function startsOfLines(text: string): number[] {
  const starts = [0];
  for (const lineBreak of text.matchAll(/\r\n?|\n/g)) starts.push(lineBreak.index + lineBreak[0].length);
  return starts;
}
