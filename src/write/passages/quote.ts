import { collapse } from '@sayso/text/text.ts';
import { withoutInvisible } from '../sanitize-for-prompt.ts';

/** List markers, including emoji. */
const LEADING_MARK =
  /^(?:(?:[-*+•·–—#>|→]|(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier})+|\(?\d{1,3}[.)])\s+/u;
/** The page's own reference marks, in the notations that would count as citations of the answer. */
const REFERENCE =
  /\s?[[［【〔]\s*(?:sources? ?:? ?)?\^?\d{1,3}(?:[\s,;，、&:†^‑–—-]+\d{1,3})*\^?\s*[\]］】〕]/giu;
const MAY_CITE = /[[［【〔][\s\\[]{0,8}(?:sources? ?:? ?)?\^?\d/iu;
/** The opening brackets; every other bracket closes. */
const OPENING: Readonly<Record<string, string>> = { '[': '(', '［': '(', '【': '(', '〔': '(' };

/**
 * A sentence of a source as a quote: on one line, without list markers, invisible characters and the page's
 * own reference marks (`[12]`), otherwise verbatim. No number stays in square brackets, because a reader
 * would take it for a citation.
 */
export function toQuote(sentence: string): string {
  const line = collapse(withoutInvisible(sentence)).replace(LEADING_MARK, '').replace(REFERENCE, '').trim();
  return MAY_CITE.test(line) ? line.replace(/[[\]［］【】〔〕]/gu, (mark) => OPENING[mark] ?? ')') : line;
}
