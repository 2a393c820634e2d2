/** What the scanner reports, in order. Preludes and statements are trimmed, without comments. */
export type CssEvents = {
  /** `prelude {` of a block that contains blocks; `close` reports its end. */
  readonly open: (prelude: string) => void;
  /** A whole block without blocks in it. `body` is passed as written; `scanCss` can read it. */
  readonly block: (prelude: string, body: string) => void;
  /** A declaration or a statement such as `@import`, without its semicolon. */
  readonly statement: (text: string) => void;
  /** `}`, or the end of the sheet for anything still open. */
  readonly close: () => void;
};

const [SEMICOLON, OPEN_BRACE, BACKSLASH] = [59, 123, 92];
const [DOUBLE, SINGLE, SLASH, STAR] = [34, 39, 47, 42];
const [OPEN_ROUND, CLOSE_ROUND, OPEN_SQUARE, CLOSE_SQUARE] = [40, 41, 91, 93];
/** 1 for every character below 128 that the scanner has to examine. */
const MARKS = Uint8Array.from({ length: 128 }, (_, code) =>
  '{};()[]"\'/\\'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Reads a style sheet from left to right. Never throws; the time grows only with the length. Strings end with
 * their line (CSS Syntax 3, 4.3.5); an unclosed comment or `url(` extends to the end of the sheet.
 */
export function scanCss(css: string, events: CssEvents): void {
  let from = 0;
  let depth = 0;
  for (;;) {
    from = passPlainRules(css, from, events);
    const at = nextMark(css, from);
    if (at === css.length) break;
    const mark = css.charCodeAt(at);
    const text = tidy(css.slice(from, at), depth);
    from = at + 1;
    if (mark === OPEN_BRACE) {
      const end = nextMark(css, from, true);
      if (css.charCodeAt(end) === OPEN_BRACE) {
        events.open(text);
        depth++;
      } else {
        events.block(text, css.slice(from, end));
        from = end + 1;
      }
    } else {
      if (text !== '') events.statement(text);
      if (mark === SEMICOLON || depth === 0) continue;
      depth--;
      events.close();
    }
  }
  const rest = tidy(css.slice(from), depth);
  if (rest !== '') events.statement(rest);
  for (; depth > 0; depth--) events.close();
}

/**
 * A rule without comments, strings, escapes and brackets. Most rules of a style sheet are plain. The prelude
 * does not begin with a space, so that the pattern matches a run of spaces in only one way.
 */
const PLAIN_RULE = /\s*([^\s{};()[\]"'\\/<>-][^{};()[\]"'\\/<]*)\{([^{}()[\]"'\\/]*)\}/y;

/** Reports the plain rules from here on, several times as fast; returns the position after them. */
function passPlainRules(css: string, from: number, events: CssEvents): number {
  let end = from;
  PLAIN_RULE.lastIndex = from;
  for (let found = PLAIN_RULE.exec(css); found !== null; found = PLAIN_RULE.exec(css)) {
    end = PLAIN_RULE.lastIndex;
    events.block((found[1] ?? '').trimEnd(), found[2] ?? '');
    // The callback may call the scanner, which changes `lastIndex`.
    PLAIN_RULE.lastIndex = end;
  }
  return end;
}

/**
 * The position of the next `{`, `}` or `;` outside strings, comments and brackets, or the end of the sheet;
 * `passesSemicolons` skips each `;`.
 */
function nextMark(css: string, from: number, passesSemicolons = false): number {
  let round = 0;
  for (let at = from; at < css.length; at++) {
    const code = css.charCodeAt(at);
    if (code > 127 || MARKS[code] === 0) continue;
    if (code === BACKSLASH) at++;
    else if (code === DOUBLE || code === SINGLE) at = endOfString(css, at, code);
    else if (code === SLASH) at = css.charCodeAt(at + 1) === STAR ? endOf('*/', css, at + 2) : at;
    else if (code === OPEN_ROUND || code === OPEN_SQUARE) {
      round++;
      at = endOfAddress(css, at);
    } else if (code === CLOSE_ROUND || code === CLOSE_SQUARE) round = Math.max(0, round - 1);
    else if (round === 0 && !(passesSemicolons && code === SEMICOLON)) return at;
  }
  return css.length;
}

function endOfString(css: string, from: number, quote: number): number {
  for (let at = from + 1; at < css.length; at++) {
    const code = css.charCodeAt(at);
    if (code === quote || code === 10 || code === 12 || code === 13) return at;
    if (code === BACKSLASH) at++;
  }
  return css.length;
}

function endOf(mark: string, css: string, from: number): number {
  const found = css.indexOf(mark, from);
  return found < 0 ? css.length : found + mark.length - 1;
}

/** The rest of a `url(` without quotes, in which no other character has a meaning. */
const ADDRESS = /\s*(?=[^\s"'])(?:[^)\\]|\\[\s\S])*/y;

function endOfAddress(css: string, from: number): number {
  ADDRESS.lastIndex = from + 1;
  const isAddress = css.slice(from - 3, from).toLowerCase() === 'url' && ADDRESS.test(css);
  return isAddress ? ADDRESS.lastIndex - 1 : from;
}

const COMMENT_OR_STRING =
  /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|\*?$)|"(?:[^"\\\n\r\f]|\\[\s\S])*"?|'(?:[^'\\\n\r\f]|\\[\s\S])*'?/g;

/** A prelude or a statement without comments. */
function tidy(text: string, depth: number): string {
  let result = text;
  if (text.includes('/*'))
    result = result.replace(COMMENT_OR_STRING, (found) => (found.startsWith('/*') ? ' ' : found));
  // Marks of an HTML comment mean nothing between rules (CSS Syntax 3, 5.4.1).
  if (depth === 0 && (text.includes('<!--') || text.includes('-->')))
    result = result.replace(/<!--|-->/g, ' ');
  return result.trim();
}

/** The meaning of a CSS identifier or string with escapes: `\64 isplay` is `display`. */
export function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text;
  const lines = text.replace(/\\(?:\r\n|[\n\r\f])/g, '');
  return lines.replace(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (_, hex, char) => {
    if (hex === undefined) return char;
    const point = Number.parseInt(hex, 16);
    return point === 0 || point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
  });
}

/** Splits at commas outside brackets and strings. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(
    /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|\\[\s\S]|[()[\],]/g,
  )) {
    if (token === '(' || token === '[') depth++;
    else if (token === ')' || token === ']') depth--;
    else if (token === ',' && depth <= 0) {
      parts.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts.filter((part) => part !== '');
}
