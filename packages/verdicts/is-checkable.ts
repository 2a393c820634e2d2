import type { Claim } from './claim.ts';
import type { EvidenceSource } from './source-index.ts';
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
/** A command of a formula that relates quantities; a step of a calculation may have none. */
const COMMAND = /\\(?:frac|sqrt|text|times|cdot|sum|int|approx|cos|sin|mathbf|mathrm|left|begin|leq?|geq?)\b/;

/** Whether a statement claims nothing that a source could say: headings and questions. */
export function claimsNothing({ text, isHeading = false }: JudgedText): boolean {
  return isHeading || /[?？]["'”’»)]*$/u.test(text);
}

/** A sign of a formula in a text. */
const FORMULA_SIGN = /[=≈]/u;

/**
 * Whether a statement has a command of formulas: outside of marked formulas, or if it is nothing else, in
 * one.
 */
export function hasCommands({ text }: Pick<JudgedText, 'text'>): boolean {
  const rest = withoutFormulas(text);
  return COMMAND.test(rest === '' ? text : rest);
}

/** Whether a statement is a formula, or a line of one; not a sentence about a command. */
export function isFormula(statement: Pick<JudgedText, 'text'>): boolean {
  return hasCommands(statement) && FORMULA_SIGN.test(statement.text);
}

/** Whether some source has a formula, maybe in another notation. */
export function haveFormulas(sources: readonly EvidenceSource[]): boolean {
  return sources.some(({ passages }) => passages.some(({ text }) => FORMULA_SIGN.test(text)));
}

/** Whether a statement has too few meaningful words to say that no source has it. */
export function isShort({ terms, values }: Claim): boolean {
  return terms.length + values.length < MIN_TERMS;
}

/** The text without its formulas, whose signs no source has in the same notation. */
export function withoutFormulas(text: string): string {
  return text.includes('$') || text.includes('\\') ? text.replace(FORMULA, ' ').trim() : text;
}
