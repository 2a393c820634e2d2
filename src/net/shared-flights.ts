import { abortReason, untilAborted } from '../core/deadline.ts';

/**
 * Starts the work for a key, or joins the work in progress. Rejects with the reason of `signal` if that
 * aborts.
 */
export type Join<T> = (
  key: string,
  start: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

type Flight<T> = { readonly outcome: Promise<T>; readonly controller: AbortController; waiting: number };

/**
 * Runs the work for a key only once at a time. A caller who leaves does not stop the others; when the last
 * one leaves, the work stops.
 */
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
      // Work for the same key may have been started again meanwhile.
      if (--flight.waiting === 0 && flights.get(key) === flight) flights.delete(key);
      if (flight.waiting === 0) flight.controller.abort(abortReason(signal));
    }
  };
}
