import type { AnswerEvent, EventTransform } from '../../src/core/events.ts';

/** The events of one answer, each replaced by what the transform returns for it. */
export async function* transformed(
  events: AsyncIterable<AnswerEvent>,
  transform: EventTransform,
): AsyncGenerator<AnswerEvent> {
  for await (const event of events) yield* transform(event);
}
