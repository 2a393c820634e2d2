import { toPublicUrl } from '@sayso/text/url.ts';
import type { Diagnosis } from '../../core/status.ts';
import { Suspension } from '../../net/suspension.ts';
import {
  callOnce,
  type ModelRequest,
  type ModelServerFailure,
  type ModelServerOptions,
  type ModelServerOutcome,
} from './model-request.ts';

/** Calls the server of a small model. Such servers use one of several protocols. */
export type ModelServer = {
  /**
   * Uses the protocol that worked last; otherwise tries each protocol until one works, or fails for a reason
   * other than the protocol. Fails at once while the server is suspended after failures; the call that tests
   * it again is made in the background. Rejects only with the signal's reason.
   */
  call<T>(
    requests: readonly ModelRequest<T>[],
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<ModelServerOutcome<T>>;
  /** Makes one real call, whatever happened before; `judge` says what it shows and what to improve. */
  diagnose<T>(
    requests: readonly ModelRequest<T>[],
    judge: (value: T) => readonly [cause: string, remedy: string],
    signal: AbortSignal,
  ): Promise<Diagnosis>;
};

/** The time that a server may take if it has to load its model first. */
const DIAGNOSIS_MS = 20_000;
/** A question for diagnoses, and two passages of which only the second answers it. */
export const SAMPLE = {
  question: 'What is water?',
  passages: ['The next train to Oslo leaves at nine.', 'Water is a liquid without colour or taste.'],
} as const;

/** Creates the client of a server that has not failed yet. */
export function createModelServer(options: ModelServerOptions): ModelServer {
  const suspension = new Suspension<ModelServerFailure>(() => performance.now());
  suspension.onOpen(() => options.onSuspend(suspension.openedBy?.cause ?? ''));
  const tryProtocols = createProtocolChoice(options);

  function callMeasured<T>(requests: readonly ModelRequest<T>[], timeoutMs: number, signal: AbortSignal) {
    return suspension.run(async () => {
      const startedAtMs = performance.now();
      const outcome = await tryProtocols(requests, timeoutMs, signal);
      options.onCall(outcome.status === 'ok' ? 'ok' : outcome.reason, performance.now() - startedAtMs);
      return outcome;
    });
  }

  return {
    async call(requests, timeoutMs, signal) {
      if (suspension.state === 'closed') return callMeasured(requests, timeoutMs, signal);
      options.onCall('resting', 0);
      // The current question must not wait for a server that probably still fails.
      if (suspension.isCallable) void callMeasured(requests, timeoutMs, new AbortController().signal);
      const reason = suspension.openedBy?.reason ?? 'upstream';
      return { status: 'failed', reason, cause: 'it is suspended after failures' };
    },
    async diagnose(requests, judge, signal) {
      const startedAtMs = performance.now();
      const outcome = await tryProtocols(requests, DIAGNOSIS_MS, signal);
      const name = `${options.name} (${toPublicUrl(options.url)})`;
      if (outcome.status === 'failed') {
        const { cause, remedy = '' } = outcome;
        return { name, ok: false, cause, remedy };
      }
      const [found, remedy] = judge(outcome.value);
      const cause = `${found}, in ${Math.round(performance.now() - startedAtMs)} ms`;
      return { name, ok: true, cause, remedy };
    },
  };
}

/** Tries the protocols of one server, and remembers which one worked. */
function createProtocolChoice(options: ModelServerOptions): ModelServer['call'] {
  /** The index of the protocol that worked last. */
  let working: number | null = null;
  return async (requests, timeoutMs, signal) => {
    const endsAtMs = performance.now() + timeoutMs;
    let first: ModelServerFailure | undefined;
    for (const [at, request] of requests.entries()) {
      if (working !== null && at !== working) continue;
      const limits = { timeoutMs: endsAtMs - performance.now(), signal };
      const { outcome, isOtherProtocol } = await callOnce(options, request, limits);
      if (outcome.status === 'ok') working = at;
      if (!isOtherProtocol) return outcome;
      first ??= outcome;
    }
    // The server may have been replaced by one of another kind.
    working = null;
    if (first === undefined) throw new RangeError('no protocol was given for the server');
    return first;
  };
}
