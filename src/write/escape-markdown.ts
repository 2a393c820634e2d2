/** A letter or a digit. */
export const HAS_WORD: RegExp = /[\p{L}\p{N}]/u;

/** Marks of emphasis, strikethrough and code. */
const RUN = /\*+|_+|~+|`+/g;
/**
 * A backslash that a parser would read as an escape, or that is the last character (CommonMark 0.31, 2.4).
 */
const BACKSLASH = /\\(?=[!-/:-@[-`{-~]|$)/g;
/** Characters that could begin an element, an autolink or an entity, or end a link or a citation. */
const OPENING_MARK =
  /<(?=[a-z/!?]|[^\s<>]{1,80}@)|&(?=#x?[\da-f]{1,8};|[a-z][\da-z]{1,40};)|\](?=\()|\[(?=[\s[]{0,8}\^?\d)/gi;
const DOLLAR = /\$/g;
const URL_START = /https?:(?=\/\/)/gi;

/** A run of one mark, and whether it can begin or end what it marks. */
type Run = {
  readonly mark: string;
  readonly at: number;
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
};

/**
 * Escapes text as Markdown that renders as exactly this text, for one line that does not begin a block. Only
 * characters that a parser would read as markup get a backslash, so that the source stays readable:
 * `snake_case`, `2 * 3` and `a | b` need none. A web address stays as it is unless it contains markup; then
 * its colon is escaped, because a backslash would become part of the link.
 */
export function escapeMarkdown(text: string): string {
  const escaped = new Set([
    ...placesOf(BACKSLASH, text),
    ...placesOf(OPENING_MARK, text),
    ...activeRuns(text),
  ]);
  if (escaped.size === 0) return text;
  // Between dollar signs, as in a formula, the backslash itself would be shown.
  for (const at of placesOf(DOLLAR, text)) escaped.add(at);
  for (const { index, 0: scheme } of text.matchAll(URL_START)) {
    if (holdsAny(escaped, index, endOfWord(text, index))) escaped.add(index + scheme.length - 1);
  }
  let markdown = '';
  let from = 0;
  for (const at of [...escaped].sort((one, other) => one - other)) {
    markdown += `${text.slice(from, at)}\\`;
    from = at;
  }
  return markdown + text.slice(from);
}

function placesOf(pattern: RegExp, text: string): number[] {
  return Array.from(text.matchAll(pattern), ({ index }) => index);
}

/**
 * The offsets of all paired emphasis, strikethrough and code marks (CommonMark 0.31, 6.1 and 6.2); may
 * include a few that are not.
 */
function activeRuns(text: string): number[] {
  const runs = Array.from(text.matchAll(RUN), ({ 0: marks, index }) => toRun(text, marks, index));
  const active = [...'*_~'].flatMap((mark) => {
    const own = runs.filter((run) => run.mark === mark && (run.opens || run.closes));
    const first = own.findIndex(({ opens }) => opens);
    return first >= 0 && own.slice(first + 1).some(({ closes }) => closes) ? own : [];
  });
  const code = runs.filter(({ mark }) => mark === '`');
  const hasPair = new Set(code.map(({ length }) => length)).size < code.length;
  return [...active, ...(hasPair ? code : [])].flatMap(({ at, length }) =>
    Array.from({ length }, (_, offset) => at + offset),
  );
}

function toRun(text: string, marks: string, at: number): Run {
  const [before = '"', after = '"'] = [text[at - 1], text[at + marks.length]];
  const inWord = marks.startsWith('_') && HAS_WORD.test(before) && HAS_WORD.test(after);
  return {
    mark: marks.charAt(0),
    at,
    length: marks.length,
    opens: !inWord && !/\s/u.test(after),
    closes: !inWord && !/\s/u.test(before),
  };
}

function endOfWord(text: string, from: number): number {
  const length = text.slice(from).search(/\s/u);
  return length < 0 ? text.length : from + length;
}

function holdsAny(places: ReadonlySet<number>, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (places.has(at)) return true;
  return false;
}
