import type { MarkdownIt } from 'markdown-it';

type BlockRule = Parameters<MarkdownIt['block']['ruler']['at']>[1];

/** Labels that mean something else: citations, notes, task boxes. */
const RESERVED = /^\s*\[\s*(?:[\d\s,;–-]*|\^[^\]]*|x)\]/i;
const LABEL_CHARS = 200;

/**
 * The parser's own rule for link reference definitions (CommonMark 4.7), without those whose label is that of a citation, a note
 * or a task box: one of these would point every `[1]`, or every ticked box, to where its writer wants.
 */
export function withoutReservedLabels(definition: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    const isReserved = RESERVED.test(state.src.slice(start, start + LABEL_CHARS));
    return !isReserved && definition(state, startLine, endLine, silent);
  };
}
