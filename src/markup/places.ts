/** The content of an inline token, and for each place in it the offset in the Markdown. */
export type Located = { readonly content: string; readonly offsets: readonly number[] };

/** The maximum number of markup characters between two characters of text: marks of emphasis, a backslash. */
const MARKUP_CHARS = 8;
const ENTITY = /&#?\w{1,31};/y;
const LINE_BREAK = /\r\n?|\n/g;

/**
 * Finds the contents of inline tokens, in their order, in the Markdown: the parser records only the line of a
 * block, and takes indentation, quote marks and the bars of a table out of the content.
 */
export function createLocator(markdown: string): (content: string, line: number) => Located {
  const lineStarts = [0, ...markdown.matchAll(LINE_BREAK).map((match) => match.index + match[0].length)];
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

/** Where the next character of the text is in the content; at `place` itself if it is not found nearby. */
export function findPlace(content: string, place: number, char: string): { from: number; to: number } {
  for (let from = place; from <= place + MARKUP_CHARS; from++) {
    if (content.startsWith(char, from)) return { from, to: from + char.length };
    ENTITY.lastIndex = from;
    const entity = content[from] === '&' ? ENTITY.exec(content) : null;
    if (entity !== null) return { from, to: from + entity[0].length };
  }
  return { from: place, to: place };
}

/** Behind the target of the link whose text ends at `place`: `](https://...)`. */
export function pastTarget(content: string, place: number): number {
  const open = content.slice(place, place + MARKUP_CHARS).indexOf('](');
  let depth = 0;
  for (let at = place + open + 1; open >= 0 && at < content.length; at++) {
    const char = content[at];
    if (char === '\\') at++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at + 1;
  }
  return place;
}
