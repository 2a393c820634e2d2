import type { Charge } from '../../core/service.ts';

/** The count of one client in its current window, and the time until that ends, in milliseconds. */
export type ClientCount = { readonly current: number; readonly ttlMs: number };

/** The maximum number of clients; the one that was counted longest ago is forgotten first. */
const MAX_CLIENTS = 5000;

/**
 * Counts what each client does in windows of time; a window begins with the first count. Work that would
 * exceed `max` is not counted: the result is then the count that it would have had. Windows follow the
 * monotonic clock: if the wall clock is set back, no client has to wait until it has caught up.
 */
export function createCountWindows(): (client: string, windowMs: number, charge: Charge) => ClientCount {
  const windows = new Map<string, { count: number; readonly endsAtMs: number }>();
  return (client, windowMs, { units, max }) => {
    const nowMs = performance.now();
    const latest = windows.get(client);
    const isOpen = latest !== undefined && latest.endsAtMs > nowMs;
    const window = isOpen ? latest : { count: 0, endsAtMs: nowMs + windowMs };
    const current = window.count + units;
    if (current <= max) window.count = current;
    windows.delete(client);
    windows.set(client, window);
    const [oldest] = windows.keys();
    if (windows.size > MAX_CLIENTS && oldest !== undefined) windows.delete(oldest);
    // The sum above may be rounded up.
    return { current, ttlMs: Math.min(windowMs, Math.ceil(window.endsAtMs - nowMs)) };
  };
}
