import { randomUUID } from 'node:crypto';
import type { SharedStore } from './shared-store.ts';

/** The exclusive right to do something; no other instance does it meanwhile. */
export type Lease = {
  /** Gives it up. Returns at once and never throws. */
  release(): void;
};

/** Leases, by the key of the work they cover. */
export type Leases = {
  /**
   * The lease, or null if another instance has it. Never rejects: without a shared store, or if it cannot be
   * reached, every instance gets its own.
   */
  take(key: string): Promise<Lease | null>;
  /** Whether any instance has it; false if that is unknown. */
  isTaken(key: string): Promise<boolean>;
};

/** How long a lease remains after its instance has died, in milliseconds. */
const LIFETIME_MS = 3000;
const RENEW_MS = LIFETIME_MS / 3;
const ALONE: Lease = { release: () => undefined };

/** Leases for a single instance. */
export const noLeases: Leases = { take: async () => ALONE, isTaken: async () => false };

/** Leases between the instances that share a store. */
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
  // A lost lease is not claimed again: another instance may have started the work.
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
