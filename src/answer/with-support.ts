import type { AnswerEvent, AnswerWrapper, Timing } from '../core/events.ts';
import type { Source } from '../core/terms.ts';

/** For each citation link of an answer, in order, the supporting quote of its source. */
export type FindSupport = (
  markdown: string,
  sources: readonly Source[],
) => Promise<Extract<AnswerEvent, { type: 'support' }>['citations']>;

/** Adds, before the timing, the sentences of the sources that support the citations. */
export function withSupport(findSupport: FindSupport): AnswerWrapper {
  return async function* withCitations(events) {
    let timing: Timing | null = null;
    for await (const event of events) {
      if (event.type === 'timing') {
        // Only `answer-end` has the final answer, because it may have been cut off.
        ({ timing } = event);
        continue;
      }
      if (event.type === 'answer-end') {
        const startedAtMs = performance.now();
        const citations = await findSupport(event.answer.text, event.answer.sources);
        if (citations.length > 0) yield { type: 'support', citations };
        const tookMs = performance.now() - startedAtMs;
        if (timing !== null) yield { type: 'timing', timing: withCheck(timing, tookMs) };
      }
      yield event;
    }
  };
}

function withCheck(timing: Timing, tookMs: number): Timing {
  return { ...timing, checkMs: timing.checkMs + tookMs, totalMs: timing.totalMs + tookMs };
}
