import type { JudgedStatement } from '../core/verdict.ts';

/** From this score on, a statement that was not found may only be in other words, ... */
const UNLIKELY = 0.35;
/** ... up to this score. */
const LIKELY = 0.5;

/**
 * Whether a statement differs or was not found with confidence: little of it is in the sources, or all but a
 * number or a name.
 */
export function isDoubtful({ verdict, score }: JudgedStatement): boolean {
  const isSure = score === null || score < UNLIKELY || score >= LIKELY;
  return verdict === 'differs' || (verdict === 'not-found' && isSure);
}
