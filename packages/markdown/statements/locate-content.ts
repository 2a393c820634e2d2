/** The content of an inline token, found in the Markdown. */
export type Located = {
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
export function createLocator(markdown: string): (content: string, line: number) => Located {
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
export function findPlace(content: string, place: number, char: string): { from: number; to: number } {
  for (let from = place; from <= place + MARKUP_CHARS; from++) {
    if (content.startsWith(char, from)) return { from, to: from + char.length };
    ENTITY.lastIndex = from;
    const entity = content[from] === '&' ? ENTITY.exec(content) : null;
    if (entity !== null) return { from, to: from + entity[0].length };
  }
  return { from: place, to: place };
}

/** The position after the target of the link whose text ends at `place`: `](https://...)`. */
export function pastTarget(content: string, place: number): number {
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
