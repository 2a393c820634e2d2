/** Who work is done for. Shared things are divided between callers, then between a caller's requests. */
export type Requester = {
  /** A name that all requests of one caller share; empty where there is only one caller. */
  readonly caller: string;
  /** Identifies the request. */
  readonly request: object;
};

const REQUESTER = Symbol('requester');

/** It travels with the signal of a request. A WeakMap would double a deadline's time (measured). */
type SignalOfRequester = AbortSignal & { [REQUESTER]?: Requester };

/** The requests that lost something because others were served first. */
const contended = new WeakSet<object>();

/** The requester whose work the signal ends. A signal without one is a request of its own. */
export function requesterOf(signal: AbortSignal): Requester {
  return (signal as SignalOfRequester)[REQUESTER] ?? { caller: '', request: signal };
}

/** Makes the signal end work of this requester. `startDeadline` does it for the deadlines under a signal. */
export function attributeTo(requester: Requester, signal: AbortSignal): void {
  (signal as SignalOfRequester)[REQUESTER] = requester;
}

/** Records that this request lost a page because the service was busy with others. */
export function recordContention(signal: AbortSignal): void {
  contended.add(requesterOf(signal).request);
}

/** Whether this request has lost a page because the service was busy with others. */
export function hadContention(signal: AbortSignal): boolean {
  return contended.has(requesterOf(signal).request);
}
