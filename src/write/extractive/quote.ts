import { collapse } from '../../core/text.ts';
import { withoutInvisible } from '../defuse.ts';

// List marks, pictures used as such among them.
const LEADING_MARK =
  /^(?:(?:[-*+•·–—#>|→]|(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier})+|\(?\d{1,3}[.)])\s+/u;
// Reference marks of the page itself, in the spellings that would count as citations of the answer.
const REFERENCE =
  /\s?[[［【〔]\s*(?:sources? ?:? ?)?\^?\d{1,3}(?:[\s,;，、&:†^‑–—-]+\d{1,3})*\^?\s*[\]］】〕]/giu;
const MAY_CITE = /[[［【〔][\s\\[]{0,8}(?:sources? ?:? ?)?\^?\d/iu;
const BRACKETS: Readonly<Record<string, string>> = { '[': '(', '［': '(', '【': '(', '〔': '(' };

/**
 * A sentence of a source as it may be quoted: on one line, without list marks, invisible characters and the page's own
 * reference marks (`[12]`), word for word in all else. No number is left in square brackets, for it would pass as a citation.
 */
export function toQuote(sentence: string): string {
  const line = collapse(withoutInvisible(sentence)).replace(LEADING_MARK, '').replace(REFERENCE, '').trim();
  return MAY_CITE.test(line) ? line.replace(/[[\]［］【】〔〕]/gu, (mark) => BRACKETS[mark] ?? ')') : line;
}
