import { startBudget } from '../../core/budget.ts';
import { remainingMs, startDeadline } from '../../core/deadline.ts';
import type { Intent } from '../../core/question.ts';
import type { GatherEvidence } from '../../core/service.ts';
import { intentOf, withQuestionsOnly } from '../answer-by-intent.ts';
import type { Gather } from '../steps.ts';
import { gatherEarlier } from './earlier.ts';

/** How evidence is gathered for programs that write their own answers. */
export type EvidenceDeps = {
  readonly gather: Gather;
  /** The amount of source text, in tokens, unless the question names another. */
  readonly contextTokens: number;
  /** The intents of exchanges that a later question may follow up. */
  readonly followed: ReadonlySet<Intent>;
};

/** Gathers evidence without an answer. Messages of a chat that ask for no facts are not searched for. */
export function createGatherEvidence({ gather, contextTokens, followed }: EvidenceDeps): GatherEvidence {
  return async function* gatherEvidence(question, signal) {
    using deadline = startDeadline(remainingMs(question.deadlineAtMs), signal);
    const budget = startBudget(deadline, question.sourceTokens ?? contextTokens);
    const needsSearch = question.sent === undefined || intentOf(question) === 'search';
    if (!needsSearch) return yield* gatherEarlier(question, budget, deadline.signal);
    return yield* gather(withQuestionsOnly(question, followed), budget, deadline.signal);
  };
}
