import type { Answer } from '../../src/core/answer.ts';
import type { AnswerEvent, Timing } from '../../src/core/events.ts';
import type { Question } from '../../src/core/question.ts';
import { ANY_SCOPE } from '../../src/core/scope.ts';

/** A question as an interface makes it. */
export const QUESTION: Question = {
  id: 'r-1',
  text: 'a private question',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineAtMs: performance.now() + 600_000,
};

/** A different time for each step. */
export const TIMING: Timing = {
  searchMs: 1000,
  readMs: 2000,
  selectMs: 3000,
  firstTextMs: 3500,
  writeMs: 4000,
  checkMs: 5000,
  renderMs: 6000,
  totalMs: 21_000,
};

/** An answer of one sentence on one source. */
export const ANSWER: Answer = {
  text: 'Yes [1].',
  html: '<p>Yes [1].</p>',
  speech: 'Yes.',
  sources: [{ index: 1, url: 'https://a.example/', title: 'A', snippet: 's', passages: [] }],
  language: 'en',
  model: 'm',
  slot: 1,
  tokensUsed: 7,
  error: null,
  errorMissingInText: false,
};

/** The events of that answer, or of one that differs in some of its fields. */
export function eventsOf(answer: Partial<Answer> = {}): readonly AnswerEvent[] {
  const whole = { ...ANSWER, ...answer };
  return [
    { type: 'search-end', search: 0, slot: 1, trail: [] },
    { type: 'sources', sources: whole.sources, language: whole.language },
    { type: 'answer-delta', text: whole.text },
    { type: 'timing', timing: TIMING },
    { type: 'answer-end', answer: whole },
  ];
}
