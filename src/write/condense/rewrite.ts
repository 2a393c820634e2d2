import type { Question } from '../../core/question.ts';
import { estimateTokens } from '../../lib/text/tokens.ts';
import { stem, toWords } from '../../lib/text/words.ts';
import type { LanguageModelLike } from '../../models/language-model.ts';
import { callShortly } from '../../models/short-call.ts';
import type { Rewritten } from '../condenser.ts';
import { contentOf, toFollowUp } from './follow-up.ts';
import { toRewritePrompt } from './rewrite-prompt.ts';

/** A longer reply of a model is an answer, not a query; in characters and in tokens. */
const MAX_CHARS = 300;
const MAX_REPLY_TOKENS = 40;
/** A query that keeps no content word of its message keeps at least this many of its other words. */
const MIN_KEPT_OTHERS = 3;
/** The compared beginnings of two forms of a word, in characters; a shorter stem is compared whole. */
const STEM_CHARS = 4;
const MIN_STEM_CHARS = 3;

/** Asks a model for the search query, in one short call. Never throws. */
export type Rewrite = (question: Question, timeoutMs: number, signal: AbortSignal) => Promise<Rewritten>;

/** Labels that models write although the prompt forbids them. */
const LABEL = /^(?:(?:standalone |rewritten |search )?(?:question|query)\s*:\s*)/i;
const QUOTES = /^["'“”«»„`*\s]+|["'“”«»`*\s]+$/gu;

/** Rewrites with this model. If a call was cut off, its tokens are estimated. */
export function createRewrite(model: LanguageModelLike): Rewrite {
  return async (question, timeoutMs, signal) => {
    const prompt = toRewritePrompt(question, new Date());
    const maxTokens = estimateTokens(prompt.system) + estimateTokens(prompt.user) + MAX_REPLY_TOKENS;
    const limits = { timeoutMs, maxChars: MAX_CHARS, maxTokens };
    const { text, tokens } = await callShortly(model, { prompt, limits }, signal);
    return { text: usableQuery(text, question), tokens };
  };
}

/**
 * The query in the reply of a model; empty unless the reply is a single line that keeps words of the message.
 */
export function usableQuery(reply: string, asked: Pick<Question, 'text' | 'history'>): string {
  const [line = '', ...others] = reply.trim().split(/\s*\n\s*/u);
  const query = line.replace(QUOTES, '').replace(LABEL, '').replace(QUOTES, '');
  return others.length === 0 && query.length <= MAX_CHARS && keepsWords(query, asked) ? query : '';
}

/** Whether a query keeps words of the message, in any form; if those all refer, words of the conversation. */
function keepsWords(query: string, { text, history }: Pick<Question, 'text' | 'history'>): boolean {
  const { question = '', answer = '' } = history.at(-1) ?? {};
  const { own, background, lexicon } = toFollowUp(text, { question, answer });
  const words = toWords(query);
  const keptOf = (list: readonly string[]) =>
    list.filter((word) => words.some((each) => isSameWord(each, word))).length;
  const content = new Set(contentOf(`${own} ${background}`, lexicon));
  if (keptOf([...content]) > 0) return true;
  // A synonym replaces the only content word: "the fake ones" are "false morels".
  if (content.size > 0) return keptOf([...new Set(toWords(own))]) >= MIN_KEPT_OTHERS;
  return keptOf(contentOf(`${question} ${answer}`, lexicon)) > 0;
}

/** Whether two words are forms of one word, by their beginnings. */
function isSameWord(one: string, other: string): boolean {
  const [a, b] = [stem(one), stem(other)];
  const shared = Math.min(a.length, b.length, STEM_CHARS);
  return a === b || (shared >= MIN_STEM_CHARS && a.slice(0, shared) === b.slice(0, shared));
}
