/** What the scanner finds, in the order of the sheet. Preludes and statements come trimmed, without comments. */
export type CssEvents = {
  /** `prelude {` */
  readonly open: (prelude: string) => void;
  /** A declaration or a statement such as `@import`, without its semicolon. */
  readonly statement: (text: string) => void;
  /** `}`, or the end of the sheet for what is still open. */
  readonly close: () => void;
};

// Strings end at their quote or at the end of the line (CSS Syntax 3, 4.3.5); a comment or a url( without an end takes the rest.
const TOKEN =
  /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|\*?$)|"(?:[^"\\\n\r\f]|\\[\s\S])*"?|'(?:[^'\\\n\r\f]|\\[\s\S])*'?|url\(\s*(?!["'\s])[^)\\]*(?:\\[\s\S][^)\\]*)*\)?|\\[\s\S]|[{};()[\]]|<!--|-->/gi;

/** Reads a style sheet once, from left to right. Never throws, whatever the text; time grows with its length alone. */
export function scanCss(css: string, events: CssEvents): void {
  const scanner = { text: '', depth: 0, round: 0 };
  let from = 0;
  for (const match of css.matchAll(TOKEN)) {
    scanner.text += css.slice(from, match.index);
    from = match.index + match[0].length;
    take(match[0], scanner, events);
  }
  scanner.text += css.slice(from);
  flush(scanner, events);
  for (; scanner.depth > 0; scanner.depth--) events.close();
}

type Scanner = { text: string; depth: number; round: number };

function take(token: string, scanner: Scanner, events: CssEvents): void {
  if (token.startsWith('/*')) scanner.text += ' ';
  else if (token === '<!--' || token === '-->') scanner.text += scanner.depth > 0 ? token : ' ';
  else if (token === '(' || token === '[') nest(token, 1, scanner);
  else if (token === ')' || token === ']') nest(token, -1, scanner);
  else if (scanner.round > 0 || token.length > 1) scanner.text += token;
  else if (token === ';') flush(scanner, events);
  else if (token === '{') {
    events.open(scanner.text.trim());
    scanner.text = '';
    scanner.depth++;
  } else if (token === '}') {
    flush(scanner, events);
    if (scanner.depth === 0) return;
    scanner.depth--;
    events.close();
  } else scanner.text += token;
}

/** Inside brackets neither `;` nor braces end anything. */
function nest(token: string, by: 1 | -1, scanner: Scanner): void {
  scanner.text += token;
  scanner.round = Math.max(0, scanner.round + by);
}

function flush(scanner: Scanner, events: CssEvents): void {
  const text = scanner.text.trim();
  scanner.text = '';
  if (text !== '') events.statement(text);
}

/** A CSS identifier or string content as it is meant: `\64 isplay` is `display`. */
export function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|(\r\n|[\n\r\f])|([\s\S]))/gi, (_, hex, newline, char) => {
    if (newline !== undefined) return '';
    if (hex === undefined) return char;
    const point = Number.parseInt(hex, 16);
    return point === 0 || point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
  });
}

/** Splits at commas that stand outside brackets and strings. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  let [from, depth] = [0, 0];
  for (const { 0: token, index } of text.matchAll(
    /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|\\[\s\S]|[()[\],]/g,
  )) {
    if (token === '(' || token === '[') depth++;
    else if (token === ')' || token === ']') depth--;
    else if (token === ',' && depth <= 0) {
      parts.push(text.slice(from, index).trim());
      from = index + 1;
    }
  }
  parts.push(text.slice(from).trim());
  return parts.filter((part) => part !== '');
}
