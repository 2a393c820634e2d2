/** White space as in Python's `str.split`, by which SearXNG splits queries. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python counts four of them as white space.
const BLANKS = /[\s\u001c-\u001f\u0085]+/u;
/** Python's `isdigit` is also true for superscript digits, which make searx fail. */
const TIME_LIMIT = /^<(?=[\p{Nd}\p{No}])/u;

/**
 * Removes SearXNG's and searx's query syntax from a question: `!engine`, `!!bang` (a redirect to another
 * site), `?engine`, `:language`, `<seconds`. Only the marks are removed, and the words stay; the result is
 * empty if the question consists only of marks.
 */
export function withoutSearchSyntax(question: string): string {
  return question.split(BLANKS).map(disarm).filter(Boolean).join(' ');
}

function disarm(token: string): string {
  return token.replace(/^[!?:]+/u, '').replace(TIME_LIMIT, '< ');
}
