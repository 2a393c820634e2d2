import type { AnswerEvent } from '../core/events.ts';
import type { Answerer, Derived } from '../core/run.ts';

/** What comes in place of each event of one answer. */
export type ReplaceEvent = (event: AnswerEvent) => Iterable<AnswerEvent>;

/** The events of one answer, each replaced. */
export async function* replaceEvents(
  events: AsyncIterable<AnswerEvent>,
  replace: ReplaceEvent,
): AsyncGenerator<AnswerEvent> {
  for await (const event of events) yield* replace(event);
}

/** Adds events of a kind for callers who want them; `create` makes what adds them to one answer. */
export function derive(kind: Derived, next: Answerer, create: () => ReplaceEvent): Answerer {
  return (run) => (run.wants.has(kind) ? replaceEvents(next(run), create()) : next(run));
}
