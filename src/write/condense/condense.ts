import { abortReason } from '../../core/deadline.ts';
import { firstChars } from '../../core/text.ts';
import type { Condense } from '../condenser.ts';
import { readFollowUp } from './follow-up.ts';
import type { Rewrite } from './rewrite.ts';

/** The longest combined question, in characters. */
const MAX_CHARS = 300;

/**
 * Condenses by rules, and with one call to a model if the rules are unsure. Without a model, or if its reply
 * is late, the guess of the rules is used.
 * @param rewrite null if there is no model
 */
export function createCondense(rewrite: Rewrite | null): Condense {
  return async (question, budgetMs, signal) => {
    if (question.history.length === 0) return { text: question.text, tokens: 0 };
    const { text, isCertain } = readFollowUp(question.text, question.history);
    const guess = text === question.text.trim() ? text : firstChars(text, MAX_CHARS);
    if (isCertain || rewrite === null) return { text: guess, tokens: 0 };
    const rewritten = await rewrite(question, budgetMs, signal);
    if (signal.aborted) throw abortReason(signal);
    return { text: rewritten.text === '' ? guess : rewritten.text, tokens: rewritten.tokens };
  };
}
