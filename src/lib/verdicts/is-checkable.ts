import type { Claim } from './claim.ts';
import type { JudgedText } from './verdict.ts';

/** A statement with fewer meaningful words is too short to compare. */
const LEAST_TERMS = 3;

/**
 * Whether a statement makes a claim that a source could support. Headings, questions, announcements and
 * statements of a few words make none.
 */
export function isCheckable(
  { terms, values }: Claim,
  { text, citations, isHeading = false }: JudgedText,
): boolean {
  if (isHeading || /[?？]["'”’»)]*$/u.test(text)) return false;
  if (citations.length === 0 && /[:：]$/u.test(text)) return false;
  return terms.length + values.length >= LEAST_TERMS;
}
