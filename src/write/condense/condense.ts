import { abortReason } from '../../core/deadline.ts';
import type { Question } from '../../core/question.ts';
import { firstChars } from '../../lib/text/text.ts';
import type { LanguageModelLike } from '../../models/language-model.ts';
import { callShortly } from '../../models/short-call.ts';
import type { Condense } from '../condenser.ts';
import { toRewritePrompt } from '../prompt.ts';
import { searchWords } from './search-words.ts';

/** The longest combined question, in characters. A longer reply of a model is an answer, not a question. */
const MAX_CHARS = 300;

/**
 * Makes a query from a long message (`search-words.ts`). Condenses follow-ups by rules, and with one call to
 * a model if the rules are unsure. Without a model, or if its reply is late, the rules' guess is used. The
 * rules are loaded by the first follow-up.
 * @param rewrite null if there is no model
 */
export function createCondense(rewrite: Rewrite | null): Condense {
  return async (asked, budgetMs, signal) => {
    const question = { ...asked, text: searchWords(asked.text) };
    if (question.history.length === 0) return { text: question.text, tokens: 0 };
    const { readFollowUp } = await import('./read-follow-up.ts');
    const { text, isCertain } = readFollowUp(question.text, question.history);
    const guess = text === question.text.trim() ? text : firstChars(text, MAX_CHARS);
    if (isCertain || rewrite === null) return { text: guess, tokens: 0 };
    const rewritten = await rewrite(question, budgetMs, signal);
    if (signal.aborted) throw abortReason(signal);
    return { text: rewritten.text === '' ? guess : rewritten.text, tokens: rewritten.tokens };
  };
}

/** A follow-up, rewritten by a model; `text` is empty if the reply is not usable. */
type Rewritten = { readonly text: string; readonly tokens: number };

/** Asks a model for the search query, in one short call. Never throws. */
export type Rewrite = (question: Question, timeoutMs: number, signal: AbortSignal) => Promise<Rewritten>;

/** Labels that models write although the prompt forbids them. */
const LABEL = /^(?:(?:standalone |rewritten |search )?(?:question|query)\s*:\s*)/i;
const QUOTES = /^["'“”«»„`*\s]+|["'“”«»`*\s]+$/gu;

/** Rewrites with this model. If a call was cut off, its tokens are estimated. */
export function createRewrite(model: LanguageModelLike): Rewrite {
  return async (question, timeoutMs, signal) => {
    const asked = { prompt: toRewritePrompt(question), limits: { timeoutMs, maxChars: MAX_CHARS } };
    const { text, tokens } = await callShortly(model, asked, signal);
    return { text: toLine(text), tokens };
  };
}

/** The reply if it is a single line, as requested; empty for any other reply. */
function toLine(text: string): string {
  const [line = '', ...others] = text.trim().split(/\s*\n\s*/u);
  const question = line.replace(QUOTES, '').replace(LABEL, '').replace(QUOTES, '');
  return others.length === 0 && question.length <= MAX_CHARS ? question : '';
}
