import type { Token } from 'markdown-it';
import { parseMarkdown } from './markdown.ts';

/** One top-level block. */
export type Part = { readonly tokens: readonly Token[]; readonly firstLine: number };

/** What one push made of the text that was still open. */
export type Growth = {
  /** The blocks that closed: nothing that still comes can change them. */
  readonly closed: readonly Part[];
  /** The tokens of what is still open. */
  readonly open: readonly Token[];
  /** The text that was parsed; the lines of the tokens are counted from its beginning. */
  readonly text: string;
  /** How many lines of it are complete. */
  readonly completeLines: number;
};

/** Parses Markdown that grows. A push costs time in proportion to the open block, not to the text before it. */
export type GrowingMarkdown = {
  /** More of the Markdown, in pieces of any size. */
  push(text: string): Growth;
  /** No more comes: closes everything. */
  end(): Growth;
};

/**
 * A block is closed when another one began behind it and the first two lines of that one are complete: markdown-it reads
 * from the top down and looks ahead by no more than two lines (a table is known by its second). So nothing that still comes
 * can change it.
 */
export function createGrowingMarkdown(sourceCount: number): GrowingMarkdown {
  let text = '';
  return {
    push(more) {
      text += more;
      const parts = topLevelParts(parseMarkdown(text, sourceCount));
      const lineStarts = startsOfLines(text);
      const completeLines = lineStarts.length - 1;
      const last = lastCertain(parts, completeLines);
      const open = parts.slice(last).flatMap((part) => part.tokens);
      const growth = { closed: parts.slice(0, last), open, text, completeLines };
      text = text.slice(lineStarts[parts[last]?.firstLine ?? 0]);
      return growth;
    },
    end() {
      const closed = topLevelParts(parseMarkdown(text, sourceCount));
      text = '';
      return { closed, open: [], text, completeLines: 0 };
    },
  };
}

/** The tokens of each top-level block. */
export function topLevelParts(tokens: readonly Token[]): Part[] {
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
