import type { CachedValue } from '../../cache/cache.ts';
import type { Lease, Leases } from '../../cache/leases.ts';
import { sleep } from '../../core/deadline.ts';
import { timeShareMs } from '../budget.ts';

/** How often to look again while waiting, in milliseconds: at first and at last. */
const FIRST_LOOK_MS = 20;
const LONGEST_LOOK_MS = 200;
const UNHELD: Lease = { release: () => undefined };

/**
 * Waits until this instance may do the work for a key, or another one has done it. A holder that dies loses
 * its lease; one that takes too long is not waited for.
 * @param look returns what the holder leaves when it is done; null until then
 * @returns what was found, or the lease to do the work here, which the caller releases
 */
export async function untilTurn<T>(
  leases: Leases,
  key: string,
  look: () => Promise<CachedValue<T> | null>,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<CachedValue<T> | Lease> {
  const until = performance.now() + timeShareMs('otherInstance', deadlineMs);
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
