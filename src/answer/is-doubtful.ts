import type { JudgedStatement } from '../core/verdict.ts';

/** From this score on, a statement that was not found may only be in other words, ... */
const UNLIKELY = 0.35;
/** ... up to this score. */
const LIKELY = 0.5;

/** Whether a statement differs, or is surely not found: little of it is, or all but a number or name. */
export function isDoubtful({ verdict, score }: JudgedStatement): boolean {
  const isSure = score === null || score < UNLIKELY || score >= LIKELY;
  return verdict === 'differs' || (verdict === 'not-found' && isSure);
}
