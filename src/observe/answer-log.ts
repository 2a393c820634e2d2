import type { SlotPosition } from '../core/attempt.ts';
import { type Fault, faultWords, withAddress } from '../core/failure.ts';
import type { ObserveAnswer } from '../core/run.ts';
import type { Log } from './log.ts';

/** Writes one log line per answer and caller, with the question only at the level `debug`. */
export function logAnswers(log: Log): ObserveAnswer {
  return ({ question: { id: requestId, text } }) => {
    const startedAtMs = performance.now();
    const tookMs = () => Math.round(performance.now() - startedAtMs);
    let isComplete = false;
    log.debug({ requestId, question: text }, 'asked');
    return {
      see(event) {
        if (event.type !== 'answer-end') return;
        isComplete = true;
        const { slot, sources, model, tokensUsed, error, kept } = event.answer;
        const slots = [...new Set(sources.flatMap((source) => source.slot ?? []))];
        const found = { slot, slots, sources: sources.length };
        const written = { model, tokensUsed, error, ageMs: kept?.ageMs };
        log.info({ requestId, ...found, ...written, tookMs: tookMs() }, 'answered');
      },
      end(failure) {
        if (failure !== null) {
          const { code, message } = failure;
          log.warn({ requestId, code, reason: message, tookMs: tookMs() }, 'not answered');
        } else if (!isComplete) log.info({ requestId, tookMs: tookMs() }, 'abandoned by its caller');
      },
    };
  };
}

/** Writes one log line for each caller who gets evidence without an answer; the question only at `debug`. */
export function logGathers(log: Log): ObserveAnswer {
  return ({ question: { id: requestId, text } }) => {
    const startedAtMs = performance.now();
    log.debug({ requestId, question: text }, 'asked for sources');
    let sourceCount = 0;
    return {
      see(event) {
        if (event.type === 'sources') sourceCount = event.sources.length;
      },
      end(failure) {
        const tookMs = Math.round(performance.now() - startedAtMs);
        if (failure === null) log.info({ requestId, sources: sourceCount, tookMs }, 'gathered');
        else log.warn({ requestId, code: failure.code, reason: failure.message, tookMs }, 'not gathered');
      },
    };
  };
}

/** Logs each failure on the way to an answer in one line, once for all callers that share the answer. */
export function logFailures(log: Log): ObserveAnswer {
  return ({ question: { id: requestId } }) => ({
    see(event) {
      if (event.type === 'search-end')
        for (const { slot, status, cause } of event.trail)
          if (status === 'failed') log.warn({ requestId, slot, cause }, 'search failed');
      if (event.type === 'write-failure') {
        const { code, message, cause, address } = event.failure;
        log.warn({ requestId, code, reason: message, address, err: cause }, 'writing failed');
      }
    },
  });
}

type SuspendedSlot = {
  readonly position: SlotPosition;
  readonly label: string;
  readonly suspension: {
    readonly openedBy: Fault | null;
    readonly restMs: number;
    onOpen(listener: () => void): void;
  };
};

/** Logs one line for each suspension. A slot that hangs is overtaken, and no answer mentions it. */
export function logSuspensions(slots: readonly SuspendedSlot[], log: Log): void {
  for (const { position: slot, label, suspension } of slots)
    suspension.onOpen(() => {
      const fault = suspension.openedBy ?? { cause: '' };
      const cause = `${label}: ${faultWords(withAddress(fault))}`;
      log.warn({ slot, cause, restMs: Math.ceil(suspension.restMs) }, 'slot suspended');
    });
}
