import { toSentences } from '@sayso/text/sentences.ts';
import { createGrowingMarkdown, type Growth } from './growing-markdown.ts';
import { type MarkdownToken, parseDefining, parseMarkdown } from './markdown.ts';
import { type PlainLine, toPlainLines } from './plain-lines.ts';

/** One sentence of an answer; also a heading, an item or a table row without a full stop. */
export type Statement = {
  /** Plain text without markup and citations. */
  readonly text: string;
  /** Its offsets in the Markdown, including marks of emphasis and citations. */
  readonly from: number;
  readonly to: number;
  /** The numbers of the cited sources in the order of the text, repeats included. */
  readonly citations: readonly number[];
  /** For each citation, the length of the part of `text` before it. */
  readonly citedAt: readonly number[];
  /** True for a heading, the names of a table's columns, and the label of a paragraph or an item. */
  readonly isHeading: boolean;
  /** The texts of the cells of a table's row, which is one statement; none for others. */
  readonly cells: readonly string[];
};

/** `**Find the table.** It is ...`: a few bold words before the sentences of a paragraph or an item. */
const LABEL = /^(?:\*\*|__)(?:[^\s*_]{1,40}\s){0,7}[^\s*_]{1,40}(?:\*\*|__)[.:：。]?$/u;
/** A line that is only bold words, without the end of a sentence. Its span may end before the last marks. */
const BOLD_LINE = /^(?:\*\*|__)(?:[^\s*_]{1,40}\s){0,7}[^\s*_]{1,39}[^\s*_.!?。！？](?:\*\*|__)?[:：]?$/u;
/** A sentence of a line: its offsets in the line's text, without spaces at the ends, and its citations. */
type SentenceSpan = {
  readonly from: number;
  readonly to: number;
  readonly marks: PlainLine['marks'];
};

/**
 * The statements of an answer's Markdown, in order. A citation after the full stop belongs to the sentence
 * before it. The tokens are the same as for the HTML, so both agree on what counts as a citation: numbers in
 * code do not. Blocks of code contain no statements. Takes linear time.
 */
export function toStatements(markdown: string, sourceCount: number): readonly Statement[] {
  const tokens = parseDefining(markdown, sourceCount) ?? parseMarkdown(markdown, sourceCount);
  return statementsIn(tokens, markdown);
}

/** The statements of parsed Markdown, in order. */
export function statementsIn(tokens: readonly MarkdownToken[], markdown: string): readonly Statement[] {
  return toPlainLines(tokens, markdown).flatMap((line) => statementsOf(line, markdown));
}

function statementsOf(line: PlainLine, markdown: string): readonly Statement[] {
  const sentences = sentencesOf(line);
  let begin = line.from;
  return sentences.map(({ from, to, marks }, index) => {
    const next = line.offsets[sentences[index + 1]?.from ?? -1] ?? line.to;
    const end = Math.max((line.offsets[to - 1] ?? begin - 1) + 1, marks.at(-1)?.to ?? begin);
    const isLast = index === sentences.length - 1;
    const upTo = Math.max(begin, isLast ? line.to : endOfWord(markdown, end, next));
    const written = markdown.slice(begin, upTo);
    const isBold = isLast ? sentences.length === 1 && BOLD_LINE.test(written) : LABEL.test(written);
    const statement = {
      text: line.text.slice(from, to),
      from: begin,
      to: upTo,
      citations: marks.map((mark) => mark.index),
      citedAt: marks.map(({ at }) => Math.min(Math.max(at - from, 0), to - from)),
      isHeading: line.isHeading || isBold,
      cells: line.cells,
    };
    begin = startOfWord(markdown, Math.max(next, statement.to), statement.to);
    return statement;
  });
}

/** The sentences with text or citations. A line of citations alone yields one without text. */
export function sentencesOf({ text, marks, cells }: PlainLine): readonly SentenceSpan[] {
  const sentences: SentenceSpan[] = [];
  let start = 0;
  let taken = 0;
  for (const piece of text === '' || cells.length > 0 ? [text] : toSentences(text)) {
    const from = start + piece.length - piece.trimStart().length;
    start += piece.length;
    const first = taken;
    while (taken < marks.length && (start === text.length || (marks[taken]?.at ?? 0) <= start)) taken++;
    if (piece.trim() !== '' || taken > first)
      sentences.push({ from, to: from + piece.trim().length, marks: marks.slice(first, taken) });
  }
  return sentences;
}

/** The end of the marks of emphasis after a sentence. */
function endOfWord(markdown: string, end: number, next: number): number {
  let to = end;
  while (to < next && !/\s/.test(markdown.charAt(to))) to++;
  return to;
}

/** The beginning of the marks of emphasis before a sentence. */
function startOfWord(markdown: string, start: number, previousEnd: number): number {
  let from = start;
  while (from > previousEnd && !/\s/.test(markdown.charAt(from - 1))) from--;
  return from;
}

/** Splits growing Markdown into statements. */
type GrowingStatements = {
  /** Adds more of the Markdown; returns the statements that are finished now, in order. */
  push(text: string): readonly Statement[];
  /** Ends the text; returns the remaining statements. */
  end(): readonly Statement[];
};

const OPEN_CITATION = /\[[^\]\n]{0,16}$/;

/**
 * A statement is finished when another one follows it, because a citation may come after the full stop.
 * Offsets count from the beginning of the text. A push takes time proportional to the length of the open
 * block. If later text turns a finished sentence into another element (a line of dashes below it makes it a
 * heading), the statement that was already returned stays as it was.
 */
export function createGrowingStatements(sourceCount: number): GrowingStatements {
  const growing = createGrowingMarkdown(sourceCount);
  /** The beginning of a citation; without the rest of the citation, it would count as text. */
  let openCitation = '';
  /** The offset of the first open block in the whole text. */
  let openBlockStart = 0;
  /** How many statements of the open blocks were returned. */
  let returnedCount = 0;

  /** The finished statements of the closed and the open blocks, except those returned before. */
  function takeFinished(growth: Growth, isLast: boolean): readonly Statement[] {
    const { closed, open, text } = growth;
    const closedTokens = closed.flatMap(({ tokens }) => [...tokens]);
    const statements = statementsIn([...closedTokens, ...open], text);
    const closedCount = open.length === 0 ? statements.length : statementsIn(closedTokens, text).length;
    const finishedCount = isLast ? statements.length : Math.max(closedCount, statements.length - 1);
    // Later text can join statements that were returned already, so that fewer are finished than before.
    const endOfNew = Math.max(returnedCount, finishedCount);
    const finished = statements.slice(returnedCount, endOfNew);
    const inWholeText = finished.map((statement) => moveBy(openBlockStart, statement));
    returnedCount = endOfNew - closedCount;
    openBlockStart += offsetOfLine(text, growth.openLine);
    return inWholeText;
  }

  return {
    push(text) {
      const all = openCitation + text;
      const complete = all.replace(OPEN_CITATION, '');
      openCitation = all.slice(complete.length);
      return takeFinished(growing.push(complete), false);
    },
    end() {
      const rest = takeFinished(growing.push(openCitation), false);
      return [...rest, ...takeFinished(growing.end(), true)];
    },
  };
}

function moveBy(chars: number, statement: Statement): Statement {
  return { ...statement, from: statement.from + chars, to: statement.to + chars };
}

/** The offset of a line, by its number from 0; the length of the text if it has fewer lines. */
function offsetOfLine(text: string, line: number): number {
  const lineBreak = /\r\n?|\n/g;
  for (let passed = 0; passed < line; passed++) if (lineBreak.exec(text) === null) return text.length;
  return lineBreak.lastIndex;
}
