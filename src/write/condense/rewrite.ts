import type { Question } from '../../core/question.ts';
import { countTokens } from '../../lib/text/tokens.ts';
import { stem, toWords } from '../../lib/text/words.ts';
import type { LanguageModelLike } from '../../models/language-model.ts';
import { callShortly } from '../../models/short-call.ts';
import type { Rewritten } from '../condenser.ts';
import { contentOf, leaningOf } from './leaning.ts';
import { toRewritePrompt } from './rewrite-prompt.ts';

/** A longer reply of a model is an answer, not a query; in characters and in tokens. */
const MAX_CHARS = 300;
const MAX_REPLY_TOKENS = 40;
/** The share of the content words of a message that its query must keep. */
const LEAST_KEPT = 1 / 3;
/** The beginnings of two forms of a word that are the same, in characters. */
const STEM_CHARS = 4;
/** The part of a message whose words are compared. */
const COMPARED_CHARS = 300;

/** Asks a model for the search query, in one short call. Never throws. */
export type Rewrite = (question: Question, timeoutMs: number, signal: AbortSignal) => Promise<Rewritten>;

/** Labels that models write although the prompt forbids them. */
const LABEL = /^(?:(?:standalone |rewritten |search )?(?:question|query)\s*:\s*)/i;
const QUOTES = /^["'“”«»„`*\s]+|["'“”«»`*\s]+$/gu;

/** Rewrites with this model. If a call was cut off, its tokens are estimated. */
export function createRewrite(model: LanguageModelLike): Rewrite {
  return async (question, timeoutMs, signal) => {
    const prompt = toRewritePrompt(question);
    const mostTokens = countTokens(prompt.system) + countTokens(prompt.user) + MAX_REPLY_TOKENS;
    const limits = { timeoutMs, maxChars: MAX_CHARS, mostTokens };
    const { text, tokens } = await callShortly(model, { prompt, limits }, signal);
    return { text: usableQuery(text, question), tokens };
  };
}

/**
 * The query in the reply of a model; empty unless the reply is a single line that keeps words of the message.
 */
export function usableQuery(reply: string, { text, history }: Pick<Question, 'text' | 'history'>): string {
  const [line = '', ...others] = reply.trim().split(/\s*\n\s*/u);
  const query = line.replace(QUOTES, '').replace(LABEL, '').replace(QUOTES, '');
  const before = history.at(-1)?.question ?? '';
  return others.length === 0 && query.length <= MAX_CHARS && keepsWords(query, text, before) ? query : '';
}

function keepsWords(query: string, message: string, before: string): boolean {
  // Of a long message, the query keeps only what is asked.
  if (message.length > COMPARED_CHARS) return true;
  const { own, lexicon } = leaningOf(message, before);
  const content = [...new Set(contentOf(own, lexicon))];
  const said = toWords(query).map(stemOf);
  const kept = content.filter((word) => said.includes(stemOf(word)));
  return content.length === 0 || kept.length >= Math.min(content.length, 3) * LEAST_KEPT;
}

function stemOf(word: string): string {
  return stem(word).slice(0, STEM_CHARS);
}
