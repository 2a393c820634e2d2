import type { MarkdownIt } from 'markdown-it';

type BlockRule = Parameters<MarkdownIt['block']['ruler']['at']>[1];

/** A sentence ended before the first column does. */
const SENTENCE_BEFORE_COLUMN = /^[^|]*[\p{Sentence_Terminal}…:][^|]*\|/u;

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
    return !SENTENCE_BEFORE_COLUMN.test(line) && table(state, startLine, endLine, silent);
  };
}
