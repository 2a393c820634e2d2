import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import LocalStore from '@fastify/rate-limit/store/LocalStore.js';

/** Counts one request of a key in a window that several instances share; null if they cannot be reached. */
export type CountShared = (
  key: string,
  windowMs: number,
) => Promise<{ readonly count: number; readonly leftMs: number } | null>;

/**
 * A rate-limit store that counts together with the other instances, and alone while they cannot be reached.
 */
export function createRateStore(countShared: CountShared): FastifyRateLimitStoreCtor {
  return class SharedStore implements FastifyRateLimitStore {
    readonly #alone = new LocalStore(false, false);

    incr(...[key, tell, windowMs, max]: Parameters<FastifyRateLimitStore['incr']>): void {
      countShared(key, windowMs).then((counted) => {
        if (counted === null) this.#alone.incr(key, tell, windowMs, max);
        else tell(null, { current: counted.count, ttl: Math.max(0, counted.leftMs) });
      }, tell);
    }

    /** All routes share one bucket, so no route has a store of its own. */
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
