import type { MarkdownIt } from 'markdown-it';

type BlockRule = Parameters<MarkdownIt['block']['ruler']['at']>[1];

/** The end of a sentence, or a colon. */
const STOP = /[\p{Sentence_Terminal}…:]/u;

/**
 * The parser's rule for tables, except tables whose header row begins with a complete sentence. Such a
 * sentence was already spoken when the first `|` arrived, so it cannot become part of a table. GFM allows
 * such header rows; nearly all header rows begin with `|` and are not affected.
 */
export function withoutSpokenHeads(table: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const line = state.src.slice(
      (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0),
      state.eMarks[startLine],
    );
    const column = line.indexOf('|');
    return column >= 0 && !STOP.test(line.slice(0, column)) && table(state, startLine, endLine, silent);
  };
}
