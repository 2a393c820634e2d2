import { randomBytes } from 'node:crypto';
import type { CountShared } from '../core/service.ts';
import { type Cache, type CachePlan, cacheKey, createCache, type SharedStore } from './cache.ts';

/** The caches of one instance and, with a Redis, the state that it shares with other instances. */
type OpenCaches = {
  /** A cache whose values stay fresh for this long; null if the time is 0. */
  create<T>(plan: Omit<CachePlan<T>, 'lifetimeMs'>, lifetimeMs: number): Cache<T> | null;
  /** Null for a single instance. */
  readonly countShared: CountShared | null;
  /** A secret that all instances share, if they can reach Redis. Never rejects. */
  sharedSecret(): Promise<string>;
  close(): void;
};

/** Options for opening the caches. */
type CacheOptions = {
  /** Null for a single instance. */
  readonly redisUrl: string | null;
  /** Called when Redis can no longer be reached, and when it can be reached again. */
  onRedis(state: 'lost' | 'back', cause: string): void;
};

/** Opens the caches, and connects to Redis if there is one. */
export async function openCaches({ redisUrl, onRedis }: CacheOptions): Promise<OpenCaches> {
  const shared =
    redisUrl === null ? null : await (await import('./redis-store.ts')).connectRedis(redisUrl, onRedis);
  return {
    create: (plan, lifetimeMs) => (lifetimeMs === 0 ? null : createCache({ ...plan, lifetimeMs }, shared)),
    countShared:
      shared &&
      ((key, windowMs, charge) =>
        shared.count(`rate:${cacheKey(key, windowMs)}`, windowMs, charge).catch(() => null)),
    sharedSecret: createSharedSecret(shared),
    close: () => shared?.close(),
  };
}

const KEY = 'secret';
const SECRET_BYTES = 32;
/** How long the store keeps a secret that no instance asks for, in milliseconds. */
const LIFETIME_MS = 30 * 86_400_000;

/** A secret that all instances share; without the store, this instance's own. */
export function createSharedSecret(shared: SharedStore | null): () => Promise<string> {
  const own = randomBytes(SECRET_BYTES).toString('base64url');
  let common: string | null = null;
  return async () => {
    common ??= shared === null ? own : await agree(shared, own).catch(() => null);
    return common ?? own;
  };
}

/** The secret in the store; `own` becomes that secret if there was none. */
async function agree(shared: SharedStore, own: string): Promise<string | null> {
  if (await shared.claim(KEY, own, LIFETIME_MS)) return own;
  const found = await shared.get(KEY);
  // It stays as long as instances start.
  if (found !== null) void shared.set(KEY, found, LIFETIME_MS).catch(() => undefined);
  return found;
}
