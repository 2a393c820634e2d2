import { collapse } from '@sayso/text/text.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import type { Source } from '../../core/source.ts';
import type { LanguageModelLike } from '../../models/language-model.ts';
import type { Prompt } from '../../models/prompt.ts';
import { callShortly } from '../../models/short-call.ts';
import { sanitizeForPrompt } from '../sanitize-for-prompt.ts';
import type { JudgeCost, JudgeTask, ModelJudge, ModelVerdict } from './judge.ts';

/** The calls that run at a time; a server on the operator's machine has few places. */
const CALLS_AT_A_TIME = 4;
const MAX_REPLY_CHARS = 20;
const MAX_REPLY_TOKENS = 10;

/** The models that take one claim at a time, by the names under which they are installed. */
const CHECKERS = /\bminicheck\b/i;

/** Whether a model checks one claim with each call and only says yes or no. */
export function isClaimChecker(modelName: string): boolean {
  return CHECKERS.test(modelName);
}

type Checked = { readonly verdict: ModelVerdict | null; readonly tokens: number };

/**
 * Judges with a small model that takes one document and one claim (`bespoke-minicheck`). It only tells
 * whether the document says the claim, so it never says `contradicted`. Each call may take `timeoutMs`.
 */
export function createClaimChecker(model: LanguageModelLike, timeoutMs: number): ModelJudge {
  return async function* check(task, signal) {
    const waiting = [...task.statements.keys()];
    const running = new Map<number, Promise<readonly [number, Checked]>>();
    const cost = { tokens: 0, calls: 0 };
    while (!signal.aborted && (waiting.length > 0 || running.size > 0)) {
      while (running.size < CALLS_AT_A_TIME && waiting.length > 0) {
        const at = waiting.shift() ?? 0;
        running.set(
          at,
          checkClaim(model, { task, at, timeoutMs }, signal).then((checked) => [at, checked]),
        );
      }
      const [at, { verdict, tokens }] = await Promise.race(running.values());
      running.delete(at);
      cost.tokens += tokens;
      // A call that the server refused has no tokens.
      if (tokens > 0) cost.calls++;
      if (verdict !== null) yield verdict;
    }
    return cost satisfies JudgeCost;
  };
}

type ClaimCall = { readonly task: JudgeTask; readonly at: number; readonly timeoutMs: number };

async function checkClaim(
  model: LanguageModelLike,
  { task, at, timeoutMs }: ClaimCall,
  signal: AbortSignal,
): Promise<Checked> {
  const prompt = toClaimPrompt(task.sources, task.statements[at] ?? '');
  const limits = {
    timeoutMs,
    maxChars: MAX_REPLY_CHARS,
    maxTokens: estimateTokens(prompt.user) + MAX_REPLY_TOKENS,
  };
  const { text, tokens } = await callShortly(model, { prompt, limits }, signal);
  const [answer] = /^\W{0,4}(yes|no)\b/i.exec(text)?.slice(1) ?? [];
  if (answer === undefined) return { verdict: null, tokens };
  const verdict = answer.toLowerCase() === 'yes' ? 'supported' : 'missing';
  return { verdict: { at, verdict, quote: '' }, tokens };
}

/** The prompt of `bespoke-minicheck` as in its model card, with all sources as the document. */
export function toClaimPrompt(sources: readonly Source[], claim: string): Prompt {
  const passages = sources.flatMap((source) =>
    source.passages.map(({ text }) => collapse(sanitizeForPrompt(text))),
  );
  return {
    system: '',
    user: `Document: ${passages.join(' ')}\nClaim: ${collapse(sanitizeForPrompt(claim))}`,
  };
}
