/** The count of one client in its current window, and the time until that ends, in milliseconds. */
type ClientCount = { readonly current: number; readonly ttl: number };

/** The maximum number of clients; the one that was counted longest ago is forgotten first. */
const MOST_CLIENTS = 5000;

/**
 * Counts what each client does in windows of time; a window begins with the first count. Windows follow the
 * monotonic clock: if the wall clock is set back, no client has to wait until it has caught up.
 */
export function createCountWindows(): (client: string, windowMs: number) => ClientCount {
  const windows = new Map<string, { count: number; readonly endsAtMs: number }>();
  return (client, windowMs) => {
    const nowMs = performance.now();
    const known = windows.get(client);
    const one =
      known !== undefined && known.endsAtMs > nowMs ? known : { count: 0, endsAtMs: nowMs + windowMs };
    one.count++;
    windows.delete(client);
    windows.set(client, one);
    const [oldest] = windows.keys();
    if (windows.size > MOST_CLIENTS && oldest !== undefined) windows.delete(oldest);
    return { current: one.count, ttl: Math.ceil(one.endsAtMs - nowMs) };
  };
}
