import { randomUUID } from 'node:crypto';
import type { SharedStore } from './shared-store.ts';

/** The right to do something that no other instance does meanwhile. */
export type Lease = {
  /** Lets others have it. Nobody waits for it, and it never throws. */
  release(): void;
};

/** Leases by the key of what is done. */
export type Leases = {
  /**
   * The lease, or null where another instance holds it. Never rejects: without a store in common, or out of its reach, every
   * instance has its own way.
   */
  take(key: string): Promise<Lease | null>;
  /** Whether some instance holds it; false where nobody can tell. */
  isTaken(key: string): Promise<boolean>;
};

/** How long a lease outlives an instance that died with it, in milliseconds. */
const LIFETIME_MS = 3000;
const RENEW_MS = LIFETIME_MS / 3;
const ALONE: Lease = { release: () => undefined };

/** Leases for one instance that has nobody beside it. */
export const noLeases: Leases = { take: async () => ALONE, isTaken: async () => false };

/** Leases among the instances that share a store. */
export function createLeases(shared: SharedStore): Leases {
  return {
    async take(key) {
      const token = randomUUID();
      try {
        return (await shared.claim(lease(key), token, LIFETIME_MS)) ? hold(shared, key, token) : null;
      } catch {
        return ALONE;
      }
    },
    isTaken: (key) =>
      shared.get(lease(key)).then(
        (token) => token !== null,
        () => false,
      ),
  };
}

function hold(shared: SharedStore, key: string, token: string): Lease {
  // One that was lost, or that the store forgot, is not taken again: somebody else may be at it by now.
  const timer = setInterval(
    () => void shared.extend(lease(key), token, LIFETIME_MS).catch(() => undefined),
    RENEW_MS,
  );
  timer.unref();
  return {
    release() {
      clearInterval(timer);
      shared.release(lease(key), token);
    },
  };
}

const lease = (key: string) => `lease:${key}`;
