import type { Token } from 'markdown-it';
import { alternativeText } from './alternative-text.ts';
import { CITATION_TOKEN } from './citation-rule.ts';
import { createLocator, findPlace, type Located, pastTarget } from './places.ts';
import { TASK_BOX_TOKEN, taskBoxSign } from './task-box-rule.ts';

/** A citation of a line. */
export type CitationMark = {
  /** The number of the source. */
  readonly index: number;
  /** The length of the line's text before it. */
  readonly at: number;
  /** Where it ends in the Markdown. */
  readonly to: number;
};

/** Text that is read in one go: a paragraph up to a hard line break, a heading, an item, the row of a table. */
export type PlainLine = {
  /** Without markup and citations. */
  readonly text: string;
  /** For each character of `text`, its offset in the Markdown. */
  readonly offsets: readonly number[];
  readonly marks: readonly CitationMark[];
  /** Its offsets in the Markdown. */
  readonly from: number;
  readonly to: number;
};

const WORD_START = /^[\p{L}\p{N}]/u;

/** The plain lines of parsed Markdown, in order. Blocks of code are not among them. */
export function toPlainLines(tokens: readonly Token[], markdown: string): readonly PlainLine[] {
  const locate = createLocator(markdown);
  const lines: PlainLine[] = [];
  let row: Token | null = null;
  let cells: PlainLine[] = [];
  for (const token of tokens) {
    if (token.type === 'tr_open') row = token;
    if (token.type === 'inline') {
      const located = locate(token.content, (row ?? token).map?.[0] ?? 0);
      (row === null ? lines : cells).push(...readInline(token.children ?? [], located));
    }
    if (token.type !== 'tr_close') continue;
    lines.push(joinCells(cells));
    cells = [];
    row = null;
  }
  return lines;
}

/** The lines of an inline token: one, and another after each hard line break. */
function readInline(children: readonly Token[], located: Located): readonly PlainLine[] {
  const lines: PlainLine[] = [];
  let reader = createLineReader(located, 0);
  for (const child of children) {
    if (child.type === 'hardbreak') {
      lines.push(reader.line());
      reader = createLineReader(located, reader.place());
    } else reader.read(child);
  }
  return [...lines, reader.line()];
}

/** Reads the tokens of a line and follows them in the content, from `start` on. */
function createLineReader({ content, offsets: contentOffsets }: Located, start: number) {
  const offsetOf = (at: number) => contentOffsets[at] ?? contentOffsets.at(-1) ?? 0;
  const marks: CitationMark[] = [];
  const offsets: number[] = [];
  let text = '';
  let place = start;

  function say(words: string): void {
    // Words stay apart that only a citation separated.
    if (marks.at(-1)?.at === text.length && WORD_START.test(words)) {
      text += ' ';
      offsets.push(offsetOf(place));
    }
    text += words;
    for (const char of words) {
      const found = findPlace(content, place, char);
      for (let unit = 0; unit < char.length; unit++) offsets.push(offsetOf(found.from + unit));
      place = found.to;
    }
  }

  function cite({ meta }: Token): void {
    text = text.trimEnd();
    offsets.length = text.length;
    place = Number(meta?.to);
    marks.push({ index: Number(meta?.index), at: text.length, to: offsetOf(place) });
  }

  return {
    place: () => place,
    read(token: Token): void {
      if (token.type === CITATION_TOKEN) cite(token);
      else say(wordsOf(token));
      if (token.type === 'link_close' || token.type === 'image') place = pastTarget(content, place);
    },
    line: (): PlainLine => ({ text, offsets, marks, from: offsetOf(start), to: offsetOf(place) }),
  };
}

function wordsOf(token: Token): string {
  if (token.type === 'image') return alternativeText(token);
  if (token.type === 'softbreak') return '\n';
  return token.type === TASK_BOX_TOKEN ? taskBoxSign(token) : token.content;
}

/** A row as one line, with its cells separated by a space. */
function joinCells(cells: readonly PlainLine[]): PlainLine {
  let text = '';
  const offsets: number[] = [];
  const marks: CitationMark[] = [];
  for (const cell of cells) {
    if (offsets.length > 0) {
      text += ' ';
      offsets.push(cell.from);
    }
    marks.push(...cell.marks.map((mark) => ({ ...mark, at: text.length + mark.at })));
    text += cell.text;
    offsets.push(...cell.offsets);
  }
  return { text, offsets, marks, from: cells[0]?.from ?? 0, to: cells.at(-1)?.to ?? 0 };
}
