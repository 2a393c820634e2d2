import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import LocalStore from '@fastify/rate-limit/store/LocalStore.js';

/** Counts once for a key in a window that several instances share; null where they cannot be reached. */
export type CountShared = (
  key: string,
  windowMs: number,
) => Promise<{ readonly count: number; readonly leftMs: number } | null>;

/** A store of the rate limit that counts with the other instances and, while they are out of reach, alone. */
export function createRateStore(countShared: CountShared): FastifyRateLimitStoreCtor {
  return class SharedStore implements FastifyRateLimitStore {
    readonly #alone = new LocalStore(false, false);

    incr(...[key, tell, windowMs, max]: Parameters<FastifyRateLimitStore['incr']>): void {
      countShared(key, windowMs).then((counted) => {
        if (counted === null) this.#alone.incr(key, tell, windowMs, max);
        else tell(null, { current: counted.count, ttl: Math.max(0, counted.leftMs) });
      }, tell);
    }

    /** All routes count in one bucket, so there are no stores of single routes. */
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
