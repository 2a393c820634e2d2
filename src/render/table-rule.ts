import type { MarkdownIt } from 'markdown-it';

type BlockRule = Parameters<MarkdownIt['block']['ruler']['at']>[1];

/** What ends a sentence, or promises more as a colon does. */
const STOP = /[\p{Sentence_Terminal}…:]/u;

/**
 * The parser's own rule for tables, without those whose head would begin with a finished sentence. Such a line was already
 * said as a sentence when its first `|` came, and what was said cannot become the head of a table. GFM allows them; heads
 * that begin with `|`, as all but a few do, are untouched.
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
