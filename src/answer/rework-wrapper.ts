import type { Answerer, AnswerWrapper } from '../core/events.ts';
import { answerDoubts, type DoubtDeps } from './answer-doubts.ts';
import { answerReworks, type ReworkDeps, sourcesOf } from './answer-reworks.ts';
import { isDoubt } from './intent/about-answer.ts';
import { findRework } from './intent/find-rework.ts';

/** What works on the previous answer. */
export type ReworkWrapperDeps = Pick<DoubtDeps, 'judge' | 'render'> & {
  /** The sources of recent answers; null if they are not stored. */
  readonly cache: ReworkDeps['cache'] | null;
  /** Answers with a model and without a search; null without a model. */
  readonly answer: Answerer | null;
};

/**
 * Reworks previous answers if there is a model, and shows the verdicts of those that are doubted; changes
 * nothing if the sources of answers are not stored.
 */
export function createReworkWrapper({ cache, answer, judge, render }: ReworkWrapperDeps): AnswerWrapper {
  if (cache === null) return (answerer) => answerer;
  const doubts = { isDoubt, sourcesOf: (text: string) => sourcesOf(text, cache), judge, render };
  const rework = answerReworks({ find: findRework, answer, cache });
  return (answerer) => rework(answerDoubts(doubts)(answerer));
}
