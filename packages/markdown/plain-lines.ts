import {
  alternativeText,
  CITATION_TOKEN,
  type MarkdownToken,
  TASK_BOX_TOKEN,
  taskBoxSign,
} from './markdown.ts';

/** A citation of a line. */
type CitationMark = {
  /** The number of the source. */
  readonly index: number;
  /** The length of the line's text before it. */
  readonly at: number;
  /** The end of the citation in the Markdown. */
  readonly to: number;
};

/** The part of a line's text that comes from one token. */
type LinePiece = {
  readonly token: MarkdownToken;
  /** Offsets in the line's text. */
  readonly from: number;
  readonly to: number;
};

/** Text that is read without a pause: a paragraph up to a hard break, a heading, an item, a row. */
export type PlainLine = {
  /** Without markup and citations. */
  readonly text: string;
  /** For each character of `text`, its offset in the Markdown. */
  readonly offsets: readonly number[];
  readonly marks: readonly CitationMark[];
  /** The tokens of `text`, in order; what is between two of them was added to separate them. */
  readonly pieces: readonly LinePiece[];
  /** The offset of its first character in the Markdown. */
  readonly from: number;
  /** The offset behind its last character in the Markdown. */
  readonly to: number;
  /** True for a heading, and for the names of a table's columns. */
  readonly isHeading: boolean;
  /** The texts of the cells of a table's row; none for other lines. */
  readonly cells: readonly string[];
};

const WORD_START = /^[\p{L}\p{N}]/u;

/** The plain lines of parsed Markdown, in order. Code blocks are left out. */
export function toPlainLines(tokens: readonly MarkdownToken[], markdown: string): readonly PlainLine[] {
  const locate = createLocator(markdown);
  const lines: PlainLine[] = [];
  let row: MarkdownToken | null = null;
  let isColumnNames = false;
  let cells: PlainLine[] = [];
  let isHeading = false;
  for (const token of tokens) {
    if (token.tag !== '' && token.type.startsWith('heading_')) isHeading = token.nesting > 0;
    if (token.type === 'tr_open') row = token;
    if (token.type === 'thead_open' || token.type === 'thead_close') isColumnNames = token.nesting > 0;
    if (token.type === 'inline') {
      const located = locate(token.content, (row ?? token).map?.[0] ?? 0);
      const read = readInline(token.children ?? [], located);
      (row === null ? lines : cells).push(...read.map((line) => ({ ...line, isHeading })));
    }
    if (token.type !== 'tr_close') continue;
    lines.push({ ...joinCells(cells), isHeading: isColumnNames });
    cells = [];
    row = null;
  }
  return lines;
}

/** The lines of an inline token: one line, and another after each hard line break. */
function readInline(children: readonly MarkdownToken[], located: Located): readonly PlainLine[] {
  const lines: PlainLine[] = [];
  let reader = createPlainLineReader(located, 0);
  for (const child of children) {
    if (child.type === 'hardbreak') {
      lines.push(reader.line());
      reader = createPlainLineReader(located, reader.place());
    } else reader.read(child);
  }
  return [...lines, reader.line()];
}

/** Reads the tokens of a line and locates them in the content, from `start` on. */
function createPlainLineReader({ content, offsets: contentOffsets }: Located, start: number) {
  const offsetOf = (at: number) => contentOffsets[at] ?? contentOffsets.at(-1) ?? 0;
  const marks: CitationMark[] = [];
  const pieces: LinePiece[] = [];
  const offsets: number[] = [];
  let text = '';
  let place = start;

  function say(token: MarkdownToken): void {
    const words = wordsOf(token);
    // Two words with only a citation between them are still two words.
    if (marks.at(-1)?.at === text.length && WORD_START.test(words)) {
      text += ' ';
      offsets.push(offsetOf(place));
    }
    pieces.push({ token, from: text.length, to: text.length + words.length });
    text += words;
    for (const char of words) {
      const found = findPlace(content, place, char);
      for (let unit = 0; unit < char.length; unit++) offsets.push(offsetOf(found.from + unit));
      place = found.to;
    }
  }

  /** Shortens the pieces to the text without the spaces at its end. */
  function dropAfter(length: number): void {
    for (let last = pieces.pop(); last !== undefined; last = pieces.pop()) {
      if (last.from >= length) continue;
      pieces.push({ ...last, to: Math.min(last.to, length) });
      return;
    }
  }

  function cite({ meta }: MarkdownToken): void {
    text = text.trimEnd();
    offsets.length = text.length;
    dropAfter(text.length);
    place = Number(meta?.to);
    marks.push({ index: Number(meta?.index), at: text.length, to: offsetOf(place) });
  }

  return {
    place: () => place,
    read(token: MarkdownToken): void {
      if (token.type === CITATION_TOKEN) cite(token);
      else say(token);
      if (hasTarget(token)) place = pastTarget(content, place);
    },
    line: (): PlainLine => ({
      text,
      offsets,
      marks,
      pieces,
      from: offsetOf(start),
      to: offsetOf(place),
      isHeading: false,
      cells: [],
    }),
  };
}

/** Whether a target in brackets follows the text of this token. A bare URL has none. */
function hasTarget({ type, info }: MarkdownToken): boolean {
  return type === 'image' || (type === 'link_close' && info !== 'auto');
}

function wordsOf(token: MarkdownToken): string {
  if (token.type === 'image') return alternativeText(token);
  if (token.type === 'softbreak') return '\n';
  return token.type === TASK_BOX_TOKEN ? taskBoxSign(token) : token.content;
}

/** A row as one line, with its cells separated by a space. */
function joinCells(cells: readonly PlainLine[]): PlainLine {
  let text = '';
  const offsets: number[] = [];
  const marks: CitationMark[] = [];
  const pieces: LinePiece[] = [];
  for (const cell of cells) {
    if (offsets.length > 0) {
      text += ' ';
      offsets.push(cell.from);
    }
    const start = text.length;
    marks.push(...cell.marks.map((mark) => ({ ...mark, at: start + mark.at })));
    pieces.push(...cell.pieces.map(({ token, from, to }) => ({ token, from: start + from, to: start + to })));
    text += cell.text;
    offsets.push(...cell.offsets);
  }
  return {
    text,
    offsets,
    marks,
    pieces,
    from: cells[0]?.from ?? 0,
    to: cells.at(-1)?.to ?? 0,
    isHeading: false,
    cells: cells.map((cell) => cell.text),
  };
}

/** The content of an inline token, found in the Markdown. */
type Located = {
  readonly content: string;
  /** For each place in the content, the offset in the Markdown. */
  readonly offsets: readonly number[];
};

/** The maximum number of markup characters between two characters of text: marks of emphasis, a backslash. */
const MARKUP_CHARS = 8;
/** The end of a link's text, after its marks of emphasis, and the beginning of its target. */
const TARGET = /[*_~`\\]{0,8}\]\(/y;
/** A character that is written by its name or number. */
const ENTITY = /&#?\w{1,31};/y;
const LINE_BREAK = /\r\n?|\n/g;

/**
 * Returns a function that finds the content of each inline token in the Markdown, called in the order of the
 * tokens. The content has to be searched for, because the parser records only a block's line and removes
 * indentation, quote marks and table bars from the content.
 */
function createLocator(markdown: string): (content: string, line: number) => Located {
  const breaks = Array.from(markdown.matchAll(LINE_BREAK), (match) => match.index + match[0].length);
  const lineStarts = [0, ...breaks];
  let end = 0;
  return (content, line) => {
    const offsets: number[] = [];
    for (const [index, text] of content.split('\n').entries()) {
      const from = Math.max(end, lineStarts[line + index] ?? 0);
      const lineEnd = lineStarts[line + index + 1] ?? markdown.length;
      const source = markdown.slice(from, lineEnd);
      // In a cell, the parser has removed the backslash of `\|`.
      const found = [text, text.replaceAll('|', '\\|')].find((form) => source.includes(form));
      let at = from + (found === undefined ? 0 : source.indexOf(found));
      for (const char of text.split('')) {
        if (char === '|' && markdown[at] === '\\') at++;
        offsets.push(Math.min(at++, lineEnd));
      }
      end = Math.min(at, lineEnd);
      offsets.push(end);
    }
    return { content, offsets };
  };
}

/** The range of the text's next character in the content; empty, at `place`, if it is not found nearby. */
function findPlace(content: string, place: number, char: string): { from: number; to: number } {
  for (let from = place; from <= place + MARKUP_CHARS; from++) {
    if (content.startsWith(char, from)) return { from, to: from + char.length };
    ENTITY.lastIndex = from;
    const entity = content[from] === '&' ? ENTITY.exec(content) : null;
    if (entity !== null) return { from, to: from + entity[0].length };
  }
  return { from: place, to: place };
}

/** The position after the target of the link whose text ends at `place`: `](https://...)`. */
function pastTarget(content: string, place: number): number {
  TARGET.lastIndex = place;
  if (!TARGET.test(content)) return place;
  let depth = 1;
  for (let at = TARGET.lastIndex; at < content.length; at++) {
    const char = content[at];
    if (char === '\\') at++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at + 1;
  }
  return place;
}
