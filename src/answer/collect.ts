import type { Answer } from '../core/answer.ts';
import type { AnswerEvent, Timing } from '../core/events.ts';
import { Failure } from '../core/failure.ts';

/** A whole answer, with its times and tokens. */
export type Collected = {
  readonly answer: Answer;
  readonly timing: Timing;
  /** The models' calls and tokens; null for a cached answer. */
  readonly usage: UsageEvent | null;
  /** Its judged statements; absent unless the caller asked for them. */
  readonly statements?: AnswerEnd['statements'];
};

type UsageEvent = Extract<AnswerEvent, { type: 'usage' }>;
type AnswerEnd = Extract<AnswerEvent, { type: 'answer-end' }>;

/**
 * Collects the whole answer from its events. Reads to the end instead of returning at `answer-end`, because
 * leaving a generator early closes the wrappers around it before they have seen the end.
 * @throws Failure whenever the events do; Failure `internal` if they end without an answer
 */
export async function collect(events: AsyncIterable<AnswerEvent>): Promise<Collected> {
  let end: AnswerEnd | null = null;
  let timing: Timing | null = null;
  let usage: UsageEvent | null = null;
  for await (const event of events) {
    if (event.type === 'answer-end') end = event;
    if (event.type === 'timing') timing = event.timing;
    if (event.type === 'usage') usage = event;
  }
  if (end === null || timing === null) throw new Failure('internal', 'The answer never ended.');
  const { answer, statements } = end;
  return { answer, timing, usage, ...(statements !== undefined && { statements }) };
}
