import { firstChars } from '../../lib/text/text.ts';
import type { Condense } from '../condenser.ts';
import type { Rewrite } from './rewrite.ts';
import { searchWords } from './search-words.ts';

/** The longest guess, in characters. */
const MAX_CHARS = 300;

/**
 * Makes a query from a long message (`search-words.ts`). Condenses follow-ups by rules, and asks a model at
 * the same time if the rules are unsure. The rules are loaded by the first follow-up.
 * @param rewrite null if there is no model
 */
export function createCondense(rewrite: Rewrite | null): Condense {
  return async (question, budgetMs, signal) => {
    if (question.history.length === 0) return { text: searchWords(question.text), tokens: 0 };
    const { readFollowUp } = await import('./read-follow-up.ts');
    const { text, isCertain } = readFollowUp(question.text, question.history);
    const guess = text === question.text.trim() ? text : firstChars(text, MAX_CHARS);
    if (isCertain) return { text: guess, tokens: 0 };
    const rewriting = rewrite === null ? {} : { rewriting: rewrite(question, budgetMs, signal) };
    return { text: guess, tokens: 0, isGuess: true, ...rewriting };
  };
}
