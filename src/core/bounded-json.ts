/**
 * Real replies are nested about ten levels deep; on a megabyte of brackets the parser takes most of a second
 * before it fails.
 */
const MAX_DEPTH = 200;

const [QUOTE, BACKSLASH] = [34, 92];
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);

/**
 * Parses untrusted JSON in linear time.
 * @throws SyntaxError for invalid JSON and for JSON that is nested more than 200 levels deep
 */
export function parseBoundedJson(text: string): unknown {
  // A shorter text has no room for so many pairs of brackets.
  if (text.length > 2 * MAX_DEPTH && isTooDeep(text))
    throw new SyntaxError(`JSON nested more than ${MAX_DEPTH} levels deep`);
  return JSON.parse(text);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code) && ++depth > MAX_DEPTH) return true;
    else if (CLOSING.has(code)) depth--;
  }
  return false;
}

/**
 * The index after the string that begins at `from`; beyond the end of the text if the string is not closed.
 */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
