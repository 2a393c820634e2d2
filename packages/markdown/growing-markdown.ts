import { type MarkdownToken, parseMarkdown } from './markdown.ts';

/** One top-level block. */
type TopLevelBlock = { readonly tokens: readonly MarkdownToken[]; readonly firstLine: number };

/** The result of one push. */
export type Growth = {
  /** The blocks that are now closed: later text cannot change them. */
  readonly closed: readonly TopLevelBlock[];
  /** The tokens of the text whose blocks are still open. */
  readonly open: readonly MarkdownToken[];
  /** The parsed text; the line numbers of the tokens count from its beginning. */
  readonly text: string;
  /** The number of complete lines in `text`; 0 at the end, where nothing is open. */
  readonly completeLines: number;
  /** The line of `text` where the open blocks begin; the next push parses from there. */
  readonly openLine: number;
};

/** Parses growing Markdown. The time of a push is proportional to the open block, not to all text so far. */
type GrowingMarkdown = {
  /** Adds more of the Markdown, in pieces of any size. */
  push(text: string): Growth;
  /** Ends the text and closes all blocks. */
  end(): Growth;
};

/**
 * A block is closed when another one begins after it and the first two lines of the new block are complete.
 * markdown-it reads from top to bottom and looks at most two lines ahead (a table is recognised by its second
 * line), so later text cannot change the closed block.
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
      const openLine = parts[last]?.firstLine ?? 0;
      const growth = { closed: parts.slice(0, last), open, text, completeLines, openLine };
      text = text.slice(lineStarts[openLine]);
      return growth;
    },
    end() {
      const closed = topLevelParts(parseMarkdown(text, sourceCount));
      const growth = { closed, open: [], text, completeLines: 0, openLine: 0 };
      text = '';
      return growth;
    },
  };
}

/** The tokens of each top-level block. */
export function topLevelParts(tokens: readonly MarkdownToken[]): TopLevelBlock[] {
  const parts: TopLevelBlock[] = [];
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

/** The index of the last block whose beginning is final, at least 0; all before it are closed. */
function lastCertain(parts: readonly TopLevelBlock[], completeLines: number): number {
  const certain = parts.findLastIndex((part) => part.firstLine + 2 <= completeLines);
  return Math.max(0, certain);
}

/** The offset of each line. The last entry is the incomplete line. */
function startsOfLines(text: string): number[] {
  const starts = [0];
  for (const lineBreak of text.matchAll(/\r\n?|\n/g)) starts.push(lineBreak.index + lineBreak[0].length);
  return starts;
}
