import type { AnswerEvent } from '../core/events.ts';
import type { Failure, FailureCode } from '../core/failure.ts';
import type { Metrics } from '../observe/metrics.ts';

/** Measures one answer from its creation until `end`. */
export type AnswerMeter = {
  see(event: AnswerEvent): void;
  fail(failure: Failure): void;
  /** Counts the answer. One that neither ended nor failed was abandoned by its caller. */
  end(): void;
};

/** Failures with an outcome of their own; every other failure counts as `failed`. */
const outcomes: Partial<Record<FailureCode, string>> = {
  cancelled: 'left',
  overloaded: 'refused',
  stopping: 'stopped',
};

/** Counts how answers end, how long they take and when their first words come. */
export function startAnswerMeter(metrics: Metrics): AnswerMeter {
  const startedAtMs = performance.now();
  const secondsSoFar = () => (performance.now() - startedAtMs) / 1000;
  let outcome = 'left';
  let fromCache = false;
  let hasText = false;
  return {
    see(event) {
      if (event.type === 'answer-delta' && !hasText) {
        hasText = true;
        metrics.observe('answerFirstText', {}, secondsSoFar());
      }
      if (event.type !== 'answer-end') return;
      outcome = outcomeOf(event.answer);
      fromCache = (event.answer.kept?.ageMs ?? 0) > 0;
    },
    fail({ code }) {
      outcome = outcomes[code] ?? 'failed';
    },
    end: () => metrics.observe('answerDuration', { outcome, from_cache: String(fromCache) }, secondsSoFar()),
  };
}

function outcomeOf({
  error,
  sources,
}: {
  readonly error: string | null;
  readonly sources: readonly unknown[];
}) {
  if (error !== null) return 'degraded';
  return sources.length > 0 ? 'grounded' : 'without_sources';
}
