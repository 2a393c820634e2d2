/** Real replies nest some ten deep; a megabyte of brackets takes the parser most of a second before it fails. */
const MAX_DEPTH = 200;

const [QUOTE, BACKSLASH] = [34, 92];
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);

/**
 * Parses JSON from strangers in time linear in its length.
 * @throws SyntaxError for what is no JSON or nests more than 200 deep
 */
export function parseBoundedJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`JSON that nests more than ${MAX_DEPTH} deep`);
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

/** Where the string that begins at `from` ends; past the end of the text where it does not. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
