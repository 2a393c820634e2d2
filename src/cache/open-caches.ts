import type { CountShared } from '../core/house.ts';
import type { Cache, CachePlan } from './cache.ts';
import { cacheKey } from './cache-key.ts';
import { createHintBoard, type HintBoard } from './hint-board.ts';
import { createLeases, type Leases, noLeases } from './leases.ts';

/** The caches of one instance, and what it shares with the others if there is a Redis. */
export type OpenCaches = {
  /** A cache for values that stay new for this long; null for no time. */
  create<T>(plan: Omit<CachePlan<T>, 'lifetimeMs'>, lifetimeMs: number): Cache<T> | null;
  readonly leases: Leases;
  /** The notes that instances share under these names; null for a single instance. */
  shareHints(names: readonly string[]): Pick<HintBoard, 'post' | 'read'> | null;
  /** Null for a single instance. */
  readonly countShared: CountShared | null;
  close(): void;
};

/** How caches are opened. */
export type CacheOptions = {
  /** Null for a single instance. */
  readonly redisUrl: string | null;
  /** False if nothing is cached: then no cache is even loaded. */
  readonly isUsed: boolean;
  /** Called when the Redis cannot be reached any more, and when it can be reached again. */
  onRedis(state: 'lost' | 'back', cause: string): void;
};

/** Opens the caches. Loading bentocache takes 10 MiB and 40 ms of CPU (measured). */
export async function openCaches({ redisUrl, isUsed, onRedis }: CacheOptions): Promise<OpenCaches> {
  const shared =
    redisUrl === null ? null : await (await import('./redis-store.ts')).connectRedis(redisUrl, onRedis);
  const caches = isUsed ? (await import('./two-level.ts')).createCaches(shared) : null;
  let hints: HintBoard | null = null;
  return {
    create: (plan, lifetimeMs) =>
      caches === null || lifetimeMs === 0 ? null : caches.create({ ...plan, lifetimeMs }),
    leases: shared === null ? noLeases : createLeases(shared),
    shareHints(names) {
      if (shared !== null) hints = createHintBoard(shared, names);
      return hints;
    },
    countShared:
      shared &&
      ((key, windowMs) => shared.count(`rate:${cacheKey(key, windowMs)}`, windowMs).catch(() => null)),
    close() {
      hints?.close();
      shared?.close();
    },
  };
}
