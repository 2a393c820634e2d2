import type { Answerer } from '../core/events.ts';
import { toFailure } from '../core/failure.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { startAnswerMeter } from './answer-meter.ts';

/**
 * The same answerer, which also writes one log line per answer (the question only at `debug`) and counts how
 * answers end.
 */
export function observed(answerer: Answerer, log: Log, metrics: Metrics): Answerer {
  return async function* observedAnswer(question, signal) {
    const about = { requestId: question.id };
    const startedAtMs = performance.now();
    const tookMs = () => Math.round(performance.now() - startedAtMs);
    const meter = startAnswerMeter(metrics);
    log.debug({ ...about, question: question.text }, 'asked');
    let ended = false;
    try {
      for await (const event of answerer(question, signal)) {
        meter.see(event);
        if (event.type === 'answer-end') {
          ended = true;
          const { searchEngine, sources, model, tokensUsed, error, kept } = event.answer;
          log.info(
            {
              ...about,
              searchEngine,
              slots: [...new Set(sources.flatMap((source) => source.engine ?? []))],
              sources: sources.length,
              model,
              tokensUsed,
              error,
              ageMs: kept?.ageMs,
              tookMs: tookMs(),
            },
            'answered',
          );
        }
        yield event;
      }
    } catch (error) {
      ended = true;
      const failure = toFailure(error);
      meter.fail(failure);
      const { code, message } = failure;
      log.warn({ ...about, code, reason: message, tookMs: tookMs() }, 'not answered');
      throw error;
    } finally {
      meter.end();
      if (!ended) log.info({ ...about, tookMs: tookMs() }, 'abandoned by its caller');
    }
  };
}
