/** Kinds of characters. The apostrophe is foreign, because it may begin a contraction. */
const [FOREIGN, SPACE, OTHER_SPACE, CAPITAL, SMALL, DIGIT, MARK] = [0, 1, 2, 3, 4, 5, 6];
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/\s/.test(char)) return char === ' ' ? SPACE : OTHER_SPACE;
  if (/[a-z]/i.test(char)) return char < 'a' ? CAPITAL : SMALL;
  return /\d/.test(char) ? DIGIT : char === "'" ? FOREIGN : MARK;
});
const MAX_PLAIN_CHARS = 20;
const MAX_DIGITS = 3;

/** The kind of a character; the end of the text counts as a space. */
function kindAt(text: string, at: number): number {
  if (at >= text.length) return SPACE;
  const code = text.charCodeAt(at);
  return code < 128 ? (KINDS[code] ?? FOREIGN) : FOREIGN;
}

/**
 * The end of the piece into which `countTokens` cuts a text at this position, if the piece is plain: a short
 * word of ASCII letters and the space before it, up to three digits, or a mark or space alone. Otherwise the
 * position itself. Nine of ten pieces of English are plain, and this finds them faster than a regular
 * expression.
 */
export function endOfPlainPiece(text: string, from: number): number {
  const first = kindAt(text, from);
  if (first === MARK) return kindAt(text, from + 1) === SPACE ? from + 1 : from;
  const limit = from + (first === DIGIT ? MAX_DIGITS : MAX_PLAIN_CHARS);
  let at = first === SPACE ? from + 1 : from;
  const begin = at;
  let kind = kindAt(text, at);
  if (first === DIGIT) {
    while (kind === DIGIT && at < limit) kind = kindAt(text, ++at);
  } else if (kind === DIGIT) return at;
  else {
    while (kind === CAPITAL && at < limit) kind = kindAt(text, ++at);
    while (kind === SMALL && at < limit) kind = kindAt(text, ++at);
  }
  const isCut = at === limit && first !== DIGIT;
  return kind === FOREIGN || at === begin || isCut ? from : at;
}
