import type { Question } from '../../core/terms.ts';
import type { LanguageModelLike } from '../model/language-model.ts';
import { askShortly } from '../model/short-call.ts';
import { toRewritePrompt } from '../prompt.ts';

/** A follow-up as rewritten by a model; `text` is empty if the reply is not usable. */
export type Rewritten = { readonly text: string; readonly tokens: number };

/** Asks a model in one short call what to search for. Never throws. */
export type Rewrite = (question: Question, timeoutMs: number, signal: AbortSignal) => Promise<Rewritten>;

/** A longer reply is an answer, not a question. */
const MAX_CHARS = 300;
/** Labels that models write although the prompt forbids them. */
const LABEL = /^(?:(?:standalone |rewritten |search )?(?:question|query)\s*:\s*)/i;
const QUOTES = /^["'“”«»„`*\s]+|["'“”«»`*\s]+$/gu;

/** Rewrites with this model. If a call was cut off, its tokens are estimated. */
export function createRewrite(model: LanguageModelLike): Rewrite {
  return async (question, timeoutMs, signal) => {
    const asked = { prompt: toRewritePrompt(question), limits: { timeoutMs, maxChars: MAX_CHARS } };
    const { text, tokens } = await askShortly(model, asked, signal);
    return { text: toLine(text), tokens };
  };
}

/** The reply if it is a single line, as requested; empty for any other reply. */
function toLine(text: string): string {
  const [line = '', ...others] = text.trim().split(/\s*\n\s*/u);
  const question = line.replace(QUOTES, '').replace(LABEL, '').replace(QUOTES, '');
  return others.length === 0 && question.length <= MAX_CHARS ? question : '';
}
