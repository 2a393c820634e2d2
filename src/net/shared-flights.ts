import { abortReason, untilAborted } from '../core/deadline.ts';

/** Starts the work for a key, or joins what is under way for it. Rejects with the reason of `signal` when that aborts. */
export type Join<T> = (
  key: string,
  start: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

type Flight<T> = { readonly outcome: Promise<T>; readonly controller: AbortController; waiting: number };

/** The same work is never done twice at once. One who leaves does not stop the others; the last who leaves stops it. */
export function createSharedFlights<T>(): Join<T> {
  const flights = new Map<string, Flight<T>>();

  function depart(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight: Flight<T> = { outcome: start(controller.signal), controller, waiting: 0 };
    flights.set(key, flight);
    return flight;
  }

  return async (key, start, signal) => {
    if (signal.aborted) throw abortReason(signal);
    const flight = flights.get(key) ?? depart(key, start);
    flight.waiting++;
    try {
      return await untilAborted(flight.outcome, signal);
    } finally {
      // It may be that a later flight for the key has begun already.
      if (--flight.waiting === 0 && flights.get(key) === flight) flights.delete(key);
      if (flight.waiting === 0) flight.controller.abort(abortReason(signal));
    }
  };
}
