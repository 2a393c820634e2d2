import { estimateTokens } from '@sayso/text/tokens.ts';
import { DEEP_TOKENS } from '../core/budget.ts';
import type { Question } from '../core/question.ts';
import type { Answerer, Run, TokenBudget } from '../core/run.ts';
import type { Parts } from './parts.ts';

/** The instructions, the heads of the sources and the call that finds the query, in tokens. */
const FRAME_TOKENS = 1500;
/** A long answer, in tokens. */
const ANSWER_TOKENS = 1500;
/** Rather too few characters for a token. */
const CHARS_PER_TOKEN = 3;

/**
 * Holds the tokens that an answer may take before it begins, if the caller's key has a budget, and settles
 * with what it used. Outermost, because calls of the judge come after the answer.
 */
export function holdBudget(next: Answerer, { settings, models }: Parts): Answerer {
  if (models.writer === null || models.writer.needsSources) return next;
  return (run) => {
    const { budget } = run.caller;
    if (budget === undefined) return next(run);
    return withinBudget(next, run, { budget, tokens: mostTokens(run.question, settings) });
  };
}

type Holding = { readonly budget: TokenBudget; readonly tokens: number };

async function* withinBudget(next: Answerer, run: Run, { budget, tokens }: Holding): ReturnType<Answerer> {
  const held = await budget.hold(tokens);
  let used = 0;
  let written = 0;
  let state: 'idle' | 'working' | 'over' = 'idle';
  try {
    for await (const event of next(run)) {
      if (event.type === 'usage') used = event.tokens;
      if (event.type === 'gather-end') used = event.evidence.tokens;
      if (event.type === 'answer-delta') written += event.text.length;
      if (event.type === 'begin' || event.type === 'sources') state = 'working';
      if (event.type === 'answer-end') state = 'over';
      yield event;
    }
    state = 'over';
  } finally {
    // Whoever leaves before the end has used the prompt, and what was written until then.
    const open = run.question.depth === 'deep' ? tokens : tokens - ANSWER_TOKENS + written / CHARS_PER_TOKEN;
    await held.settle(state === 'working' ? Math.max(used, Math.min(tokens, open)) : used);
  }
}

/** The most tokens that an answer usually takes. */
function mostTokens(question: Question, { contextTokens, unsupported }: Parts['settings']): number {
  if (question.depth === 'deep') return DEEP_TOKENS;
  const { text, history, sent } = question;
  const earlier =
    sent?.turns.map((turn) => turn.text) ?? history.flatMap((turn) => [turn.question, turn.answer]);
  const texts = [text, sent?.system ?? '', ...earlier];
  const asked = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const once = asked + FRAME_TOKENS + (question.sourceTokens ?? contextTokens) + ANSWER_TOKENS;
  return Math.ceil(unsupported === 'ask' ? 2 * once : once);
}
