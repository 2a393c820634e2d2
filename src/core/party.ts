/** Who work is done for. Shared things are divided between callers, then between a caller's requests. */
export type Party = {
  /** A name that all requests of one caller share; empty where there is only one caller. */
  readonly caller: string;
  /** Identifies the request. */
  readonly request: object;
};

const PARTY = Symbol('party');

/** The party travels with the signal of a request. A WeakMap would double a deadline's time (measured). */
type SignalOfParty = AbortSignal & { [PARTY]?: Party };

/** The requests that lost something because others were served first. */
const crowded = new WeakSet<object>();

/** The party whose work the signal ends. A signal without one is a request of its own. */
export function partyOf(signal: AbortSignal): Party {
  return (signal as SignalOfParty)[PARTY] ?? { caller: '', request: signal };
}

/** Makes the signal end work of this party. `startDeadline` does it for the deadlines under a signal. */
export function workFor(party: Party, signal: AbortSignal): void {
  (signal as SignalOfParty)[PARTY] = party;
}

/** Records that this request lost a page because the service was busy with others. */
export function markCrowded(signal: AbortSignal): void {
  crowded.add(partyOf(signal).request);
}

/** Whether this request has lost a page because the service was busy with others. */
export function wasCrowded(signal: AbortSignal): boolean {
  return crowded.has(partyOf(signal).request);
}
