/** What points somewhere else and is not said: citations in every spelling, notes, and the lines that define links. */

/** `[1]`, `[1, 2]`, `[1-3]`, `[[1]]`, `[^note]` with the blank before them. */
const BRACKETS =
  /\s?(?:\[\^[^\]\s]{1,40}\]|\[{1,2}\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,9}\]{1,2})(?:\(\s?\))?:?/g;
/** `【1】`, `【1†source】`. */
const LENTICULAR = /\s?【\^?\d{1,3}(?:[†:,‡\s-][^】\n]{0,80})?】/g;
/** Raised figures behind a word or a stop; `m²` and `10³` keep theirs. */
const RAISED = /(?<=[\p{L}]{4}|[\p{L}\p{N}][.,;:!?)”"])[¹²³⁰⁴-⁹]+(?:[,⁻ ⁃][¹²³⁰⁴-⁹]+)*/gu;
const DEFINITION =
  /^\s{0,3}\[(?!\^)[^\]\n]{1,200}\]:\s{0,9}\S{1,2000}(?:\s+(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?\s*$/gm;
const NOTE_START = /^\s{0,3}\[\^[^\]\s]{1,40}\]:\s?/gm;

/** The text of a block, its lines parted by line feeds, without such marks; the text of a footnote stays. */
export function withoutReferences(text: string): string {
  let kept = text;
  if (kept.includes('[')) {
    if (kept.includes(']:')) kept = kept.replace(DEFINITION, '').replace(NOTE_START, '');
    kept = kept.replace(BRACKETS, '');
  }
  if (kept.includes('【')) kept = kept.replace(LENTICULAR, '');
  return /[¹²³⁰⁴-⁹]/.test(kept) ? kept.replace(RAISED, '') : kept;
}
