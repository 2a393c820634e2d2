import { startBudget } from '../../core/budget.ts';
import { remainingMs, startDeadline } from '../../core/deadline.ts';
import type { GatherEvidence } from '../../core/service.ts';
import { formOf, withQuestionsOnly } from '../answer-by-form.ts';
import type { Gather } from '../steps.ts';
import { gatherNothing } from './earlier.ts';

/** How evidence is gathered for programs that write their own answers. */
export type EvidenceDeps = {
  readonly gather: Gather;
  /** The amount of source text, in tokens, unless the question names another. */
  readonly contextTokens: number;
};

/** Gathers evidence without an answer. Tasks of programs and greetings in a chat are not searched for. */
export function createGatherEvidence({ gather, contextTokens }: EvidenceDeps): GatherEvidence {
  return async function* gatherEvidence(question, signal) {
    using deadline = startDeadline(remainingMs(question.deadlineAtMs), signal);
    const budget = startBudget(deadline, question.sourceTokens ?? contextTokens);
    const needsSearch = question.sent === undefined || formOf(question.text) === 'other';
    if (!needsSearch) return yield* gatherNothing(question, budget, deadline.signal);
    return yield* gather(withQuestionsOnly(question), budget, deadline.signal);
  };
}
