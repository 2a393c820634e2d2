import { isAbbreviated, ordinaryWordEnds } from './sentences.ts';

/** The longest word or gap that is examined on either side of a stop, in characters. */
const REACH = 48;
const LOWER_CASE = /^["'“‘«([]*\p{Ll}/u;

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}(?=[^`]*$)|~{3,})/;
/** A closing fence is alone on its line, without a list marker or language (CommonMark 0.31.2, 4.5). */
const FENCE_END = /^[\s>]*(`{3,}|~{3,})\s*$/;
const LIST_ITEM = /^[\s>]*(?:[-*+•]|\d{1,9}[.)])\s+\S/u;
const HEADING = /^[\s>]*#{1,6}\s+\S/u;
const TABLE_ROW = /^[\s>]*\|.*\|\s*$/u;
const PROMISES_MORE = /[:,;，；：、]["'”’)\]*_]*\s*$/u;
const MARKUP_BEFORE_TEXT = /^[\s>*_#-]+/u;

const LINK_TARGET = /\]\([^()\s]*\)/g;
const BOLD = /\*\*(?=\S)((?:(?!\*\*).)+?)(["'”’.!?。！？]*)\*\*/gu;
const OPEN_MARKUP = /`|\]\(|(?<![^\s(])\*\*(?=\S)/;

// Stops and closing marks, then citations and more closing marks.
const ENDING =
  /([\p{Sentence_Terminal}…]+)(["'”’»›」』）】〉》)\]*_~]*)((?:\s?\[\d{1,3}(?:, ?\d{1,3})*\])*)[*_~]*/gu;
const ASCII_STOP = /^[.!?…]+$/;
const CITATION_BEGUN = /^\[[\d, ]*$/;

type MarkdownLine = {
  /** The offset of its first character. */
  readonly from: number;
  /** The offset of the line break behind it. */
  readonly to: number;
  readonly text: string;
  /** Whether it is the closing fence of a block of code. */
  readonly closesCode: boolean;
};

/**
 * The longest beginning of a Markdown text that ends with a complete sentence, for an answer that was cut off
 * by its deadline; an empty string if there is none. Quotes, brackets and citations (`[1]`) after a stop
 * belong to the sentence. A heading, list item, table row or paragraph that ends with a line break is
 * complete, too. Never ends inside code; an unclosed code fence is omitted. A full stop at the very end
 * counts only after an ordinary word.
 */
export function finishedSentences(markdown: string): string {
  const lines = toLines(markdown);
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index];
    if (line === undefined) continue;
    if (line.closesCode || isClosedBlock(line, lines[index + 1])) return markdown.slice(0, line.to).trimEnd();
    const end = lastSentenceEnd(markdown, line);
    if (end > 0) return markdown.slice(0, end);
  }
  return '';
}

/** The lines of the text, up to a fence that is not closed. */
function toLines(markdown: string): MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let from = 0;
  let fence: { readonly mark: string; readonly at: number } | undefined;
  for (const text of markdown.split('\n')) {
    const mark = FENCE.exec(text)?.[1];
    const closesCode = fence !== undefined && FENCE_END.exec(text)?.[1]?.startsWith(fence.mark) === true;
    if (closesCode) fence = undefined;
    else if (fence === undefined && mark !== undefined) fence = { mark, at: lines.length };
    lines.push({ from, to: from + text.length, text, closesCode });
    from += text.length + 1;
  }
  return fence === undefined ? lines : lines.slice(0, fence.at);
}

/** Whether a line without a full stop is complete: a heading, an item, a row or a paragraph. */
function isClosedBlock(line: MarkdownLine, next: MarkdownLine | undefined): boolean {
  if (next === undefined || line.text.trim() === '' || PROMISES_MORE.test(line.text)) return false;
  if (HEADING.test(line.text) || LIST_ITEM.test(line.text) || TABLE_ROW.test(line.text)) return true;
  return next.text.trim() === '' && /[\p{L}\p{N}]/u.test(line.text);
}

/** The index in the whole text where the last complete sentence of the line ends, or 0. */
function lastSentenceEnd(markdown: string, line: MarkdownLine): number {
  let end = 0;
  for (const match of withoutSpans(line.text).matchAll(ENDING)) {
    if (isSentenceEnd(markdown, line, match)) end = line.from + match.index + match[0].length;
  }
  return end;
}

/**
 * The line, with the punctuation that ends sentences masked inside code, links and bold text. It has the same
 * length, unless it contains markup that is not closed: then it is cut there.
 */
function withoutSpans(line: string): string {
  const masked = withoutCode(line)
    .replace(LINK_TARGET, (span) => 'x'.repeat(span.length))
    .replace(BOLD, (_, inner: string, stops: string) => `xx${'x'.repeat(inner.length)}${stops}**`);
  const open = masked.search(OPEN_MARKUP);
  // Masked bold still ends in `**`, which looks like an opening mark only before a letter.
  return open === -1 ? masked : masked.slice(0, open);
}

/** The line with inline code masked, from a run of backticks to an equal one (CommonMark 0.31.2, 6.1). */
function withoutCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)];
  const nextOf = nextsOfOneLength(runs);
  let masked = '';
  let at = 0;
  for (const [place, run] of runs.entries()) {
    const next = run.index < at ? undefined : nextOf[place];
    if (next === undefined) continue;
    const end = next.index + next[0].length;
    masked += line.slice(at, run.index) + 'x'.repeat(end - run.index);
    at = end;
  }
  return masked + line.slice(at);
}

/** For each run, the next one of its length; undefined if there is none. */
function nextsOfOneLength(runs: readonly RegExpExecArray[]): readonly (RegExpExecArray | undefined)[] {
  const latest = new Map<number, RegExpExecArray>();
  return runs
    .toReversed()
    .map((run) => {
      const next = latest.get(run[0].length);
      latest.set(run[0].length, run);
      return next;
    })
    .toReversed();
}

/** Whether a stop with its closing marks and citations ends a sentence. */
function isSentenceEnd(markdown: string, line: MarkdownLine, match: RegExpExecArray): boolean {
  const to = line.from + match.index + match[0].length;
  const [, stops = '', closers = '', citations = ''] = match;
  if (citations !== '' || !ASCII_STOP.test(stops)) return true;
  const rest = markdown.slice(to, to + REACH);
  const after = rest.trimStart();
  if (after !== '' && after === rest) return CITATION_BEGUN.test(rest);
  if (LOWER_CASE.test(after) && !rest.includes('\n')) return false;
  if (!stops.endsWith('.') && stops !== '…') return true;
  const before = markdown.slice(Math.max(line.from, to - REACH), line.from + match.index + stops.length);
  if (isAbbreviated(before.replace(MARKUP_BEFORE_TEXT, ''), after)) return false;
  return after !== '' || (closers !== '' && !/\p{N}\.$/u.test(before)) || ordinaryWordEnds(before);
}
