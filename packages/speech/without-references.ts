/** One or several of `[1]`, `[1, 2]`, `[1-3]`, `[[1]]`, `[1†source]`, `[^note]`, with the space before. */
const BRACKETS = new RegExp(
  String.raw`(?:\s?(?:\[\^[^\]\s]{1,40}\]` +
    String.raw`|\[{1,2}\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,9}(?:†[^\]\n]{0,80})?\]{1,2})(?:\(\s?\))?` +
    String.raw`(?:\s?[,;–-](?=\s?\[\^?\d))?)+:?`,
  'g',
);
/** `【1】`, `【1†source】`, `〔1〕`, `［1］`. */
const OTHER_BRACKETS =
  /\s?(?:【\^?(?:doc|source)?\d{1,3}(?:[†:,‡\s-][^】\n]{0,80})?】|[〔［]\d{1,3}[〕］])/gi;
/** `(Source 1)`, `[Sources 1, 2]`, `[doc1]`: some models write these for `[1]`. */
const NAMED = new RegExp(
  String.raw`\s?[[(](?:see )?(?:sources?|refs?\.?|documents?|docs?|citations?|quellen?|fuentes?` +
    String.raw`|fontes?|fonti)\s?[:#]?\s?\d{1,3}(?:(?:\s?[,;&–-]\s?|\s(?:and|und|y|et` +
    String.raw`|e)\s)\d{1,3}){0,9}[\])]`,
  'gi',
);
/** The remainder of `(see [1])`. */
const LEFT_OVER = /\s?\((?:see|see also|siehe|vgl\.|voir|véase|ver|vedi|cf\.)\s?\)/gi;
/** Superscript digits after a word or stop; `m²` and `10³` keep theirs. */
const RAISED = new RegExp(
  String.raw`(?<=[\p{L}]{4}|(?<!\p{L})\p{Lu}\p{Ll}{2}|[\p{L}\p{N}][.,;:!?)”"])[¹²³⁰⁴-⁹]+(?:[,⁻ ⁃][¹²³⁰⁴-⁹]+)*` +
    String.raw`|(?<=\p{L}{2}) [¹²³⁰⁴-⁹]+(?: [¹²³⁰⁴-⁹]+)*(?![\p{L}\p{N}])`,
  'gu',
);
/** Raised digits in the form of Pandoc, after a word or stop: `word^3^`. */
const RAISED_IN_MARKS = /(?<=\p{L}{3}|[.,;:!?)”"])\^\d{1,3}(?:[,–-] ?\d{1,3}){0,9}\^/gu;
/** The definition of a link: `[1]: https://example.org "Title"`. */
const DEFINITION =
  /^\s{0,3}\[(?!\^)[^\]\n]{1,200}\]:\s{0,9}\S{1,2000}(?:\s+(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?\s*$/gm;
/** The label of a footnote: `[^1]: `. */
const NOTE_START = /^\s{0,3}\[\^[^\]\s]{1,40}\]:\s?/gm;

/** A block's lines without references: citations, footnote marks and definitions of links. */
export function withoutReferences(text: string): string {
  let kept = text;
  if (kept.includes('[')) {
    if (kept.includes(']:')) kept = kept.replace(DEFINITION, '').replace(NOTE_START, '');
    kept = kept.replace(BRACKETS, '');
  }
  if (/\([^()]{2,9}\)/.test(kept)) kept = kept.replace(LEFT_OVER, '');
  if (/[【〔［]/.test(kept)) kept = kept.replace(OTHER_BRACKETS, '');
  if (/\d\s?[\])]/.test(kept)) kept = kept.replace(NAMED, '');
  if (kept.includes('^')) kept = kept.replace(RAISED_IN_MARKS, '');
  return /[¹²³⁰⁴-⁹]/.test(kept) ? kept.replace(RAISED, '') : kept;
}
