import type { MarkdownIt } from 'markdown-it';

type BlockRule = Parameters<MarkdownIt['block']['ruler']['at']>[1];

/** Labels with another meaning: citations, footnotes, task boxes. */
const RESERVED = /^\[\s*(?:[\d\s,;–-]*|\^[^\]]*|x)\]/i;
const LABEL_CHARS = 200;
/** Where a definition may begin: after spaces, quote marks and list markers. */
const MAY_DEFINE = /^[ \t>*+\-\d.)]*(\[(?:[^[\]\\]|\\.){1,999}\]):/gm;

/** Whether any line of the Markdown may define a link; quickly false for nearly every answer. */
export function mayDefine(markdown: string): boolean {
  if (!markdown.includes(']:')) return false;
  for (const [, label = ''] of markdown.matchAll(MAY_DEFINE)) if (!RESERVED.test(label)) return true;
  return false;
}

/**
 * The parser's rule for link reference definitions (CommonMark 4.7), except definitions with the label of a
 * citation, a footnote or a task box: one of these could redirect every `[1]` or every ticked box.
 */
export function withoutReservedLabels(definition: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    const isReserved = RESERVED.test(state.src.slice(start, start + LABEL_CHARS));
    return !isReserved && definition(state, startLine, endLine, silent);
  };
}

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
