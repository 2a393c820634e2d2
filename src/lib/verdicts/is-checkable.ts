import type { Claim } from './claim.ts';
import type { JudgedText } from './verdict.ts';

/** A statement with fewer meaningful words is too short to compare. */
const MIN_TERMS = 3;
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

/** Whether a statement claims nothing that a source could say: headings, questions and formulas. */
export function claimsNothing({ text: claimed }: Claim, { text, isHeading = false }: JudgedText): boolean {
  return isHeading || /[?？]["'”’»)]*$/u.test(text) || PART_OF_FORMULA.test(claimed);
}

/** Whether a statement has too few meaningful words to say that no source has it. */
export function isShort({ terms, values }: Claim): boolean {
  return terms.length + values.length < MIN_TERMS;
}

/** The text without its formulas, whose signs no source has in the same notation. */
export function withoutFormulas(text: string): string {
  return text.includes('$') || text.includes('\\') ? text.replace(FORMULA, ' ').trim() : text;
}
