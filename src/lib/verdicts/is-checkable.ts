import type { Claim } from './claim.ts';
import type { JudgedText } from './verdict.ts';

/** A statement with fewer meaningful words is too short to compare. */
const LEAST_TERMS = 3;
/** Formulas in LaTeX, with their marks; a sum of money has no backslash, brace or sign of equality. */
const FORMULA = new RegExp(
  [
    String.raw`\$\$[^$]{1,400}\$\$`,
    String.raw`\$(?=[^$\n]{0,200}[\\{=^_])[^$\n]{1,200}\$`,
    String.raw`\\\([^\n]{1,200}?\\\)`,
    String.raw`\\\[[^\]]{1,400}\\\]`,
  ].join('|'),
  'gu',
);
/** A line that is a part of a longer formula. */
const PART_OF_FORMULA =
  /\\(?:frac|sqrt|text|times|cdot|sum|int|quad|approx|cos|sin|mathbf|mathrm|left|begin|leq?|geq?)\b/;

/**
 * Whether a statement makes a claim that a source could support. Headings, questions, announcements, formulas
 * and statements of a few words make none.
 */
export function isCheckable(
  { text: claimed, terms, values }: Claim,
  { text, citations, isHeading = false }: JudgedText,
): boolean {
  if (isHeading || /[?？]["'”’»)]*$/u.test(text)) return false;
  if (citations.length === 0 && /[:：]$/u.test(text)) return false;
  if (PART_OF_FORMULA.test(claimed)) return false;
  return terms.length + values.length >= LEAST_TERMS;
}

/** The text without its formulas, whose signs no source has in the same notation. */
export function withoutFormulas(text: string): string {
  return text.includes('$') || text.includes('\\') ? text.replace(FORMULA, ' ').trim() : text;
}
