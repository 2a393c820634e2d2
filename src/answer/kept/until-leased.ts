import type { CachedValue } from '../../cache/cache.ts';
import type { Lease, Leases } from '../../cache/leases.ts';
import { sleep } from '../../core/deadline.ts';

/** The work that one instance does while the others wait for it. */
export type LeasedWork<T> = {
  readonly leases: Leases;
  readonly key: string;
  /** Returns what the holder of the lease leaves when it is done; null until then. */
  look(): Promise<CachedValue<T> | null>;
  /** The longest time to wait for another instance, in milliseconds. */
  readonly longestMs: number;
};

/** How often to look again while waiting, in milliseconds: at first and at last. */
const FIRST_LOOK_MS = 20;
const LONGEST_LOOK_MS = 200;
const UNHELD: Lease = { release: () => undefined };

/**
 * Waits until this instance may do the work, or another one has done it. A holder that dies loses its lease;
 * one that takes too long is not waited for.
 * @returns what was found, or the lease to do the work here, which the caller releases
 */
export async function untilLeased<T>(
  { leases, key, look, longestMs }: LeasedWork<T>,
  signal: AbortSignal,
): Promise<CachedValue<T> | Lease> {
  const until = performance.now() + longestMs;
  let pauseMs = FIRST_LOOK_MS;
  while (true) {
    const lease = await leases.take(key);
    // Another instance may have finished since the last look.
    const found = await look();
    if (found !== null) {
      lease?.release();
      return found;
    }
    if (lease !== null) return lease;
    // At least once: a store that contradicts itself (a lease is held, and is not) would be asked forever.
    do {
      if (performance.now() + pauseMs > until) return UNHELD;
      await sleep(pauseMs, signal);
      pauseMs = Math.min(LONGEST_LOOK_MS, pauseMs * 1.5);
    } while (await leases.isTaken(key));
  }
}
