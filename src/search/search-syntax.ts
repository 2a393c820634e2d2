/** Blanks as Python's `str.split` sees them, which is where SearXNG cuts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: four of them count as blanks there.
const BLANKS = /[\s\u001c-\u001f\u0085]+/u;
/** `isdigit` in Python is also true for superscripts, on which searx then stumbles. */
const TIME_LIMIT = /^<(?=[\p{Nd}\p{No}])/u;

/**
 * A question without what SearXNG and searx would read as a command instead of as a word: `!engine`, `!!bang` (a
 * redirect to another site), `?engine`, `:language`, `<seconds`. The words stay readable, only the marks go; may be
 * empty when there was nothing else.
 */
export function withoutSearchSyntax(question: string): string {
  return question.split(BLANKS).map(disarm).filter(Boolean).join(' ');
}

function disarm(token: string): string {
  return token.replace(/^[!?:]+/u, '').replace(TIME_LIMIT, '< ');
}
