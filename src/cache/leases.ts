import { randomUUID } from 'node:crypto';
import { sleep } from '../core/deadline.ts';
import type { CachedValue, SharedStore } from './cache.ts';

/** The exclusive right to do some work; no other instance does that work meanwhile. */
export type Lease = {
  /** Gives it up. Returns at once and never throws. */
  release(): void;
};

/** Leases, each under the key of its work. */
export type Leases = {
  /** The lease, or null if another instance has it. Never rejects: without the store, each gets one. */
  take(key: string): Promise<Lease | null>;
  /** Whether any instance has the lease; false if that is unknown. */
  isTaken(key: string): Promise<boolean>;
};

/** The work that one instance does while the others wait for it. */
export type LeasedWork<T> = {
  readonly leases: Leases;
  readonly key: string;
  /** Returns the result that the holder of the lease stores when it is done; null until then. */
  look(): Promise<CachedValue<T> | null>;
  /** The longest time to wait for another instance, in milliseconds. */
  readonly longestMs: number;
};

/** How long a lease remains after its instance has died, in milliseconds. */
const LIFETIME_MS = 3000;
const RENEW_MS = LIFETIME_MS / 3;
const ALONE: Lease = { release: () => undefined };

/** The initial and the maximum time between two checks while waiting, in milliseconds. */
const FIRST_LOOK_MS = 20;
const MAX_LOOK_MS = 200;

/** Leases between the instances that share a store. */
export function createLeases(shared: SharedStore): Leases {
  return {
    async take(key) {
      const token = randomUUID();
      try {
        return (await shared.claim(toLeaseKey(key), token, LIFETIME_MS)) ? hold(shared, key, token) : null;
      } catch {
        return ALONE;
      }
    },
    isTaken: (key) =>
      shared.get(toLeaseKey(key)).then(
        (token) => token !== null,
        () => false,
      ),
  };
}

function hold(shared: SharedStore, key: string, token: string): Lease {
  // A lost lease is not claimed again: another instance may have started the work.
  const timer = setInterval(
    () => void shared.extend(toLeaseKey(key), token, LIFETIME_MS).catch(() => undefined),
    RENEW_MS,
  );
  timer.unref();
  return {
    release() {
      clearInterval(timer);
      shared.release(toLeaseKey(key), token);
    },
  };
}

const toLeaseKey = (key: string) => `lease:${key}`;

/**
 * Waits until this instance may do the work, or until another one has done it. A holder that dies loses its
 * lease, and nobody waits longer than `longestMs` for a slow holder.
 * @returns the stored result, or the lease to do the work here, which the caller releases
 */
export async function untilLeased<T>(
  { leases, key, look, longestMs }: LeasedWork<T>,
  signal: AbortSignal,
): Promise<CachedValue<T> | Lease> {
  const until = performance.now() + longestMs;
  let pauseMs = FIRST_LOOK_MS;
  while (true) {
    const lease = await leases.take(key);
    // Another instance may have finished since the last check.
    const found = await look();
    if (found !== null) {
      lease?.release();
      return found;
    }
    if (lease !== null) return lease;
    // The loop waits at least once. Otherwise it would forever ask a store that contradicts itself (it
    // refuses the lease and says that the lease is free).
    do {
      if (performance.now() + pauseMs > until) return ALONE;
      await sleep(pauseMs, signal);
      pauseMs = Math.min(MAX_LOOK_MS, pauseMs * 1.5);
    } while (await leases.isTaken(key));
  }
}
