import type { Answer } from '../../core/answer.ts';
import { Failure } from '../../core/failure.ts';
import type { Depth, Question } from '../../core/question.ts';
import { runOf } from '../../core/run.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Service } from '../../core/service.ts';
import { countCitations } from '../grading/count-citations.ts';
import { containsAnswer } from '../grading/grade.ts';
import type { EvalQuestion } from '../sets/eval-question.ts';
import type { AskTarget, EvalReply } from './eval-reply.ts';
import type { RetrievalMonitor } from './retrieval-monitor.ts';

/** The service in this process, and how it is asked. */
export type ServiceTarget = {
  readonly service: Pick<Service, 'ask'>;
  readonly monitor: RetrievalMonitor;
  readonly depth: Depth;
  readonly maxSources: number;
  /** The longest time for an answer, in milliseconds. */
  readonly timeoutMs: number;
};

/** Asks the service in this process, without cached answers, nor pages later than a question's day. */
export function createAskService(target: ServiceTarget): AskTarget {
  const { service, monitor, timeoutMs } = target;
  return async (asked, signal) => {
    const startedAtMs = performance.now();
    const question = toQuestion(asked, target, startedAtMs + timeoutMs);
    const { result, seen } = await monitor.during(asked, () => answerTo(service, question, signal));
    const totalMs = performance.now() - startedAtMs;
    const { answer, firstAtMs, usage } = result;
    const inContext = answer.sources.some(({ passages }) =>
      passages.some(({ text }) => containsAnswer(text, asked)),
    );
    return {
      text: answer.text,
      language: answer.language,
      model: answer.model,
      failure: failureOf(answer, firstAtMs),
      retrieval: { ...seen, inContext },
      citations: await countCitations(answer),
      ...usage,
      firstMs: firstAtMs === null ? null : firstAtMs - startedAtMs,
      totalMs,
    };
  };
}

function toQuestion(
  { id, question: text, asOf, pages }: EvalQuestion,
  { depth, maxSources }: ServiceTarget,
  deadlineAtMs: number,
) {
  const scope = pages === null ? { ...ANY_SCOPE, until: asOf } : ANY_SCOPE;
  const usual = { text, scope, deadlineAtMs, history: [], maxSources, fresh: true };
  return { ...usual, id: `eval-${id}`, ...(depth === 'deep' && { depth }) } satisfies Question;
}

type ServiceReply = {
  readonly answer: Answer;
  readonly firstAtMs: number | null;
  readonly usage: Pick<EvalReply, 'calls' | 'tokens'>;
};

async function answerTo(
  service: Pick<Service, 'ask'>,
  question: Question,
  signal: AbortSignal,
): Promise<ServiceReply> {
  let answer: Answer | null = null;
  let firstAtMs: number | null = null;
  let usage = { calls: 0, tokens: 0 };
  let waitMs: number | undefined;
  for await (const event of service.ask(runOf(question, { signal }))) {
    if (event.type === 'answer-delta') firstAtMs ??= performance.now();
    if (event.type === 'usage') usage = { calls: event.calls, tokens: event.tokens };
    if (event.type === 'write-failure') waitMs = event.failure.retryAfterMs;
    if (event.type === 'answer-end') answer = event.answer;
  }
  if (answer === null) throw new Failure('internal', 'The answer never ended.');
  // The service answers with quotes then, but the model's server names the time to wait.
  if (waitMs !== undefined && firstAtMs === null)
    throw new Failure('rate-limited', answer.error ?? 'The model asks to wait.', { retryAfterMs: waitMs });
  return { answer, firstAtMs, usage };
}

/**
 * Why a reply counts as failed, in words; null if it does not. If the model failed before its first word
 * (`firstAtMs` is null), what the service shows instead is not an answer of it.
 */
export function failureOf({ error, text }: Pick<Answer, 'error' | 'text'>, firstAtMs: number | null) {
  if (error !== null && firstAtMs === null) return error;
  return text.trim() === '' ? (error ?? 'The answer is empty.') : null;
}
