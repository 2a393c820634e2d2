import { collapse } from '../core/text.ts';
import { withoutInvisible } from './defuse.ts';

const LEADING_MARK = /^(?:[-*+•·–—#>|]+|\(?\d{1,3}[.)])\s+/u;
// Reference marks of the page itself, in the spellings that would count as citations of the answer.
const REFERENCE =
  /\s?[[［【〔]\s*(?:sources? ?:? ?)?\^?\d{1,3}(?:[\s,;，、&:†^‑–—-]+\d{1,3})*\^?\s*[\]］】〕]/giu;
const MAY_CITE = /[[［【〔][\s\\[]{0,8}(?:sources? ?:? ?)?\^?\d/iu;
const BRACKETS: Readonly<Record<string, string>> = { '[': '(', '［': '(', '【': '(', '〔': '(' };

const ACTIVE_MARKDOWN = /[\\`*_~[\]<>|]|&(?=[#a-z])/giu;
// What a parser would make a link of although nobody wrote one: `//host`, `a@b`, `www.a`, `read.me`, `127.0.0.1`. A name
// like `setup.py` is a host of Paraguay to it.
const TLD =
  '(?:biz|com|edu|gov|net|org|pro|web|xxx|aero|asia|coop|info|museum|name|shop|xn--[a-z0-9]+|рф|\\p{L}{2})';
const ACTIVE_ADDRESS = new RegExp(
  `/(?=/)|@(?=.)|(?<=www)\\.|(?<=[\\p{L}\\p{N}-])\\.(?=${TLD}(?![\\p{L}\\p{N}]))|(?<=\\d)\\.(?=\\d+\\.\\d+\\.\\d)`,
  'giu',
);

/**
 * A sentence of a source as it may be quoted: on one line, without list marks, invisible characters and the page's own
 * reference marks (`[12]`), word for word in all else. No number is left in square brackets, for it would pass as a citation.
 */
export function toQuote(sentence: string): string {
  const line = collapse(withoutInvisible(sentence)).replace(LEADING_MARK, '').replace(REFERENCE, '').trim();
  return MAY_CITE.test(line) ? line.replace(/[[\]［］【】〔〕]/gu, (mark) => BRACKETS[mark] ?? ')') : line;
}

/** Text as Markdown that renders as exactly this text, addresses included. For one line that does not begin a paragraph. */
export function escapeMarkdown(text: string): string {
  return text.replace(ACTIVE_MARKDOWN, '\\$&').replace(ACTIVE_ADDRESS, '\\$&');
}
