import { estimateTokens } from '@sayso/text/tokens.ts';
import type { Answer } from '../../core/answer.ts';
import { Failure } from '../../core/failure.ts';

/**
 * Refuses an answer without a text, as made by a service without a model.
 * @throws Failure `model-unavailable`
 */
export function refuseWithoutText({ text, error }: Answer): void {
  if (text !== '') return;
  const alternative = 'The model `sayso-context` returns the passages that were found.';
  throw new Failure('model-unavailable', `${error ?? 'Nothing was written.'} ${alternative}`);
}

/** The tokens of an answer. Only their sum is reported; the share of the answer's own text is estimated. */
export function tokensOf({ tokensUsed }: Answer, text: string): { input: number; output: number } {
  const output = Math.min(tokensUsed, estimateTokens(text));
  return { input: tokensUsed - output, output };
}
