import { estimateTokens } from '@sayso/text/tokens.ts';
import { DEEP_TOKENS } from '../core/budget.ts';
import { remainingMs } from '../core/deadline.ts';
import { amountIn } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import type { Allowance, Answerer, Run } from '../core/run.ts';
import { type Amount, type TokenSplit, toUsage } from '../core/usage.ts';
import type { Parts } from './parts.ts';

/** The instructions, the heads of the sources and the call that finds the query, in tokens. */
const FRAME_TOKENS = 1500;
/** A long answer, in tokens. */
const ANSWER_TOKENS = 1500;
/** Rather too few characters for a token. */
const CHARS_PER_TOKEN = 3;

/** The most tokens of a deep answer that models write: its plan, its gaps, its text and what is rewritten. */
const DEEP_WRITTEN_TOKENS = 4000;
/** A hold for an answer without a deadline, in milliseconds. */
const MOST_MS = 3_600_000;
/** How long after its deadline an answer may settle, in milliseconds. */
const GRACE_MS = 60_000;

/**
 * Holds what an answer may take before it begins, if its caller has a budget, and settles with what it used.
 * Outermost, because calls of the judge come after the answer.
 */
export function holdBudget(next: Answerer, { settings, models }: Parts): Answerer {
  if (models.writer === null || models.writer.needsSources) return next;
  return (run) => {
    const { budget } = run.caller;
    if (budget === undefined) return next(run);
    const most = mostTokens(run.question, settings);
    return withinBudget(next, run, { budget, most, costOf: (split) => models.mostCost?.(split) ?? 0 });
  };
}

type Holding = {
  readonly budget: Allowance;
  readonly most: TokenSplit;
  costOf(split: TokenSplit): number;
};

async function* withinBudget(
  next: Answerer,
  run: Run,
  { budget, most, costOf }: Holding,
): ReturnType<Answerer> {
  const toAmount = (split: TokenSplit) => ({ tokens: toUsage(split).tokens, cost: costOf(split) });
  const heldMs = Math.min(remainingMs(run.question.deadlineAtMs), MOST_MS) + GRACE_MS;
  const held = await budget.hold(toAmount(most), heldMs);
  let used: Amount = { tokens: 0, cost: 0 };
  let written = 0;
  let state: 'idle' | 'working' | 'over' = 'idle';
  try {
    for await (const event of next(run)) {
      used = amountIn(event) ?? used;
      if (event.type === 'answer-delta') written += event.text.length;
      if (event.type === 'begin' || event.type === 'sources') state = 'working';
      if (event.type === 'answer-end') state = 'over';
      yield event;
    }
    state = 'over';
  } finally {
    // Whoever leaves before the end has used the prompt, and what was written until then.
    const output = Math.min(most.output, Math.ceil(written / CHARS_PER_TOKEN));
    const open = toAmount(run.question.depth === 'deep' ? most : { ...most, output });
    await held.settle(state === 'working' && open.tokens > used.tokens ? open : used);
  }
}

/** The most tokens that an answer usually takes. */
function mostTokens(question: Question, { contextTokens, unsupported }: Parts['settings']): TokenSplit {
  if (question.depth === 'deep')
    return { input: DEEP_TOKENS - DEEP_WRITTEN_TOKENS, output: DEEP_WRITTEN_TOKENS };
  const { text, history, sent } = question;
  const earlier =
    sent?.turns.map((turn) => turn.text) ?? history.flatMap((turn) => [turn.question, turn.answer]);
  const texts = [text, sent?.system ?? '', ...earlier];
  const asked = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  const times = unsupported === 'ask' ? 2 : 1;
  const input = asked + FRAME_TOKENS + (question.sourceTokens ?? contextTokens);
  return { input: Math.ceil(times * input), output: times * ANSWER_TOKENS };
}
