/** Real replies are about ten levels deep; a megabyte of brackets takes the parser most of a second. */
const MAX_DEPTH = 200;
/** Real replies have a few thousand values; two megabytes of small ones blocked for a second. */
const MAX_VALUES = 50_000;

const [QUOTE, COMMA] = [34, 44];
const [OPEN_BRACKET, BACKSLASH, CLOSED_BRACKET, OPEN_BRACE, CLOSED_BRACE] = [91, 92, 93, 123, 125];

/** The error of JSON above a limit, valid or not. `limit` names it in words: "more than 50,000 values". */
export class JsonTooLarge extends SyntaxError {
  readonly limit: string;

  constructor(limit: string) {
    super(`JSON with ${limit}`);
    this.limit = limit;
  }
}

/**
 * Parses untrusted JSON in linear time.
 * @throws SyntaxError for invalid JSON; JsonTooLarge, which is one, for JSON that is nested more than 200
 * levels deep or has more than `maxValues` values
 * @param maxValues at least 400, because a text of 400 characters is not counted
 */
export function parseBoundedJson(text: string, maxValues = MAX_VALUES): unknown {
  // A shorter text cannot contain so many pairs of brackets.
  const limit = text.length > 2 * MAX_DEPTH ? exceededLimit(text, maxValues) : null;
  if (limit !== null) throw new JsonTooLarge(limit);
  return JSON.parse(text);
}

/** The value of untrusted JSON; undefined if it is none, or exceeds the limits of `parseBoundedJson`. */
export function jsonIn(text: string, maxValues = MAX_VALUES): unknown {
  try {
    return parseBoundedJson(text, maxValues);
  } catch {
    return undefined;
  }
}

function exceededLimit(text: string, maxValues: number): string | null {
  const tooManyValues = () => `more than ${maxValues.toLocaleString('en')} values`;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > MAX_DEPTH) return `more than ${MAX_DEPTH} levels`;
      if (++values > maxValues) return tooManyValues();
    } else if (code === CLOSED_BRACKET || code === CLOSED_BRACE) depth--;
    else if (code === COMMA && ++values > maxValues) return tooManyValues();
  }
  return null;
}

/** The index after the string that begins at `from`; beyond the text if it is not closed. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
