import { estimateTokens } from '@sayso/text/tokens.ts';
import type { Question } from '../../core/question.ts';
import type { LanguageModelLike } from '../../models/language-model.ts';
import { callShortly } from '../../models/short-call.ts';
import { toQueryPrompt } from './query-prompt.ts';
import { readReply } from './read-reply.ts';
import { queryWithoutModel } from './without-model.ts';

/** What a message asks for. */
export type MessageReading = {
  /** What to search for; null if nothing is to be searched: work on a text or on the last answer, or talk. */
  readonly query: string | null;
  /** True if no model confirmed the query of a follow-up. */
  readonly isGuess: boolean;
  /** The tokens of the model call, prompt and reply together; 0 if no model was called. */
  readonly tokens: number;
};

/**
 * Reads a message in its conversation within `budgetMs`. A short first question is its own query and waits
 * for nothing. Never throws.
 */
export type ReadMessage = (
  question: Question,
  budgetMs: number,
  signal: AbortSignal,
) => Promise<MessageReading>;

/** The reply is one line. */
const MAX_REPLY_TOKENS = 40;
const MAX_REPLY_CHARS = 1_000;
/** A first message of more characters, of several paragraphs or with a fence may be a text to work on. */
const LONG_CHARS = 400;
const IN_PARTS = /\S[^\S\n]*\n\s*(?:\n\s*\S|`{3})/u;

/** Whether a question is what to search for: a short first one. */
export function isOwnQuery({ text, history }: Pick<Question, 'text' | 'history'>): boolean {
  return history.length === 0 && text.length <= LONG_CHARS && !IN_PARTS.test(text);
}

/**
 * Asks a model in one line what to search for. Without a model, or if its reply comes late or makes no sense,
 * the words of the message and the names of the last question are searched for.
 */
export function createReadMessage(model: LanguageModelLike | null): ReadMessage {
  return async (question, timeoutMs, signal) => {
    if (isOwnQuery(question)) return { query: question.text, isGuess: false, tokens: 0 };
    const isGuess = question.history.length > 0;
    const guess = { query: queryWithoutModel(question), isGuess, tokens: 0 };
    if (model === null) return guess;
    const prompt = toQueryPrompt(question, new Date());
    const maxTokens = estimateTokens(prompt.system) + estimateTokens(prompt.user) + MAX_REPLY_TOKENS;
    const limits = { timeoutMs, maxChars: MAX_REPLY_CHARS, maxTokens, queriesFor: question.text };
    const reply = await callShortly(model, { prompt, limits }, signal);
    const read = readReply(reply.text, question);
    if (read === null) return { ...guess, tokens: reply.tokens };
    return { query: read === 'none' ? null : read.query, isGuess: false, tokens: reply.tokens };
  };
}
