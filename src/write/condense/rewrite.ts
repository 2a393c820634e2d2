import { startDeadline } from '../../core/deadline.ts';
import type { Question } from '../../core/terms.ts';
import { countTokens } from '../../core/tokens.ts';
import type { LanguageModelLike } from '../model/language-model.ts';
import { type ModelStream, openModelStream } from '../model/model-stream.ts';
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
    using deadline = startDeadline(timeoutMs, signal);
    const prompt = toRewritePrompt(question);
    const promptTokens = countTokens(prompt.system) + countTokens(prompt.user);
    /** A call that the API did not accept costs nothing. */
    const spentTokens = (opened: ModelStream | undefined) =>
      opened === undefined ? 0 : (opened.usage?.tokens ?? promptTokens + opened.receivedTokens);
    let stream: ModelStream | undefined;
    let text = '';
    try {
      stream = await openModelStream(model, prompt, deadline.signal);
      for (let piece = await stream.next(); piece !== undefined; piece = await stream.next()) {
        text += piece;
        if (text.length > MAX_CHARS) break;
      }
      return { text: toLine(text), tokens: spentTokens(stream) };
    } catch {
      return { text: '', tokens: spentTokens(stream) };
    } finally {
      stream?.close();
    }
  };
}

/** The reply if it is a single line, as requested; empty for any other reply. */
function toLine(text: string): string {
  const [line = '', ...others] = text.trim().split(/\s*\n\s*/u);
  const question = line.replace(QUOTES, '').replace(LABEL, '').replace(QUOTES, '');
  return others.length === 0 && question.length <= MAX_CHARS ? question : '';
}
