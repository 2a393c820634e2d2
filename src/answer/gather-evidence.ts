import { startBudget } from '../core/budget.ts';
import { remainingMs, startDeadline } from '../core/deadline.ts';
import type { Answerer } from '../core/run.ts';
import { formOf, withQuestionsOnly } from './answer-by-form.ts';
import { gatherNothing } from './earlier.ts';
import type { Gather } from './steps.ts';

/** How evidence is gathered for programs that write their own answers. */
export type EvidenceDeps = {
  readonly gather: Gather;
  /** The amount of source text, in tokens, unless the question names another. */
  readonly contextTokens: number;
};

/** Gathers evidence without an answer; the last event is `gather-end`. Tasks of programs and greetings in a chat are not searched for. */
export function createGatherEvidence({ gather, contextTokens }: EvidenceDeps): Answerer {
  return async function* gatherEvidence(given) {
    const { question, signal } = given;
    using deadline = startDeadline(remainingMs(question.deadlineAtMs), signal);
    const budget = startBudget(deadline, question.sourceTokens ?? contextTokens);
    const needsSearch = question.sent === undefined || formOf(question.text) === 'other';
    const run = { ...given, budget, signal: deadline.signal };
    const evidence = yield* needsSearch
      ? gather({ ...run, question: withQuestionsOnly(question) })
      : gatherNothing(run);
    yield { type: 'gather-end', evidence };
  };
}
