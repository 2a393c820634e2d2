import { abortReason, untilAborted } from '../core/deadline.ts';
import { partyOf, workFor } from '../core/party.ts';

/**
 * Starts the work for a key, or joins the work in progress, and settles like the work. Rejects with the
 * reason of `signal` if that aborts.
 */
type Join<T> = (key: string, start: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>;

type Flight<T> = { readonly outcome: Promise<T>; readonly controller: AbortController; waiting: number };

/**
 * Runs the work for a key only once at a time, for the party that started it. A caller who disconnects does
 * not stop the others; when the last one disconnects, the work stops.
 */
export function createSharedFlights<T>(): Join<T> {
  const flights = new Map<string, Flight<T>>();

  function depart(key: string, start: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Flight<T> {
    const controller = new AbortController();
    workFor(partyOf(signal), controller.signal);
    const flight: Flight<T> = { outcome: start(controller.signal), controller, waiting: 0 };
    flights.set(key, flight);
    return flight;
  }

  return async (key, start, signal) => {
    if (signal.aborted) throw abortReason(signal);
    const flight = flights.get(key) ?? depart(key, start, signal);
    flight.waiting++;
    try {
      return await untilAborted(flight.outcome, signal);
    } finally {
      // Work for the same key may have been started again meanwhile.
      if (--flight.waiting === 0 && flights.get(key) === flight) flights.delete(key);
      if (flight.waiting === 0 && signal.aborted) flight.controller.abort(abortReason(signal));
    }
  };
}
