import type { Answerer } from '../core/events.ts';
import type { Log } from '../observe/log.ts';

/**
 * The same answerer, which also logs each failure on the way to an answer in one line. Use it inside the
 * wrappers that emit an answer more than once, so that each failure is logged once.
 */
export function reported(answerer: Answerer, log: Log): Answerer {
  return async function* reportedAnswer(question, signal) {
    const about = { requestId: question.id };
    for await (const event of answerer(question, signal)) {
      if (event.type === 'search-end')
        for (const { engine, status, cause } of event.trail)
          if (status === 'failed') log.warn({ ...about, engine, cause }, 'search failed');
      if (event.type === 'write-failure') {
        const { code, message, cause } = event.failure;
        log.warn({ ...about, code, reason: message, err: cause }, 'writing failed');
      }
      yield event;
    }
  };
}
