import { toFailure } from '../core/failure.ts';
import type { Log } from '../observe/log.ts';
import type { Answerer } from './events.ts';

/** The same answerer that writes one line per answer and one per failed slot into the log; questions only at `debug`. */
export function observed(answerer: Answerer, log: Log): Answerer {
  return async function* observedAnswer(question, signal) {
    const about = { requestId: question.id };
    const startedAtMs = performance.now();
    const tookMs = () => Math.round(performance.now() - startedAtMs);
    log.debug({ ...about, question: question.text }, 'asked');
    let ended = false;
    try {
      for await (const event of answerer(question, signal)) {
        if (event.type === 'search-end')
          for (const { engine, status, cause } of event.trail)
            if (status === 'failed') log.warn({ ...about, engine, cause }, 'search failed');
        if (event.type === 'write-failure') {
          const { code, message, cause } = event.failure;
          log.warn({ ...about, code, reason: message, err: cause }, 'writing failed');
        }
        if (event.type === 'answer-end') {
          ended = true;
          const { searchEngine, sources, model, tokensUsed, error } = event.answer;
          log.info(
            { ...about, searchEngine, sources: sources.length, model, tokensUsed, error, tookMs: tookMs() },
            'answered',
          );
        }
        yield event;
      }
    } catch (error) {
      ended = true;
      const { code, message } = toFailure(error);
      log.warn({ ...about, code, reason: message, tookMs: tookMs() }, 'not answered');
      throw error;
    } finally {
      if (!ended) log.info({ ...about, tookMs: tookMs() }, 'left by the caller');
    }
  };
}
