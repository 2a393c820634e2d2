import { answerPlan, sourcesPlan } from '../answer/cached-answer.ts';
import { verdictCachePlan } from '../answer/judge-with-model.ts';
import {
  type CachePlan,
  type Caching,
  type CountCacheLookup,
  cacheKey,
  createCache,
} from '../cache/cache.ts';
import { openKeptStreams } from '../cache/kept-streams.ts';
import { createSharedSecret } from '../cache/shared-secret.ts';
import { answerSettings, hasCollection, type Settings } from '../config/settings.ts';
import type { Caller } from '../core/run.ts';
import type { CountShared, EnterShared } from '../core/service.ts';
import type { Log } from '../observe/log.ts';
import { pagePlan } from '../read/cached-pages.ts';
import { searchPlan } from '../search/cached-search.ts';

/** A page changes less often than what a search finds. */
const PAGE_LIFETIME_MS = 1_800_000;

/**
 * Opens the configured caches and, with a Redis, what all instances share: its connection is opened here. A
 * cache is null if its values are not cached.
 */
export async function openCaches(
  settings: Settings,
  version: string,
  {
    log,
    count,
    collectionsOf,
  }: {
    readonly log: Log;
    readonly count: CountCacheLookup;
    /** The collections that are searched for a caller, which may change. */
    collectionsOf(caller: Caller): readonly string[];
  },
) {
  const { redisUrl, answerCacheSeconds, apiKeys, keysFile } = settings;
  const store =
    redisUrl === null
      ? null
      : await (await import('../cache/redis-store.ts')).connectRedis(redisUrl, (state, cause) => {
          if (state === 'back') log.info('the shared cache can be reached again');
          else
            log.warn(
              { cause },
              'the shared cache cannot be reached; this instance continues without it, and counts alone',
            );
        });
  const lifetimeMs = answerCacheSeconds * 1000;
  const fingerprint = cacheKey(version, answerSettings(settings));
  // What may hold documents is shared by nobody: not even the time that a lookup takes tells what others ask.
  const fingerprintFor = hasCollection(settings)
    ? (caller: Caller) => cacheKey(fingerprint, caller.name, collectionsOf(caller))
    : () => fingerprint;
  const open = <T>(plan: Omit<CachePlan<T>, 'lifetimeMs'>): Caching<T> | null =>
    lifetimeMs === 0
      ? null
      : {
          cache: createCache({ ...plan, lifetimeMs }, store),
          lifetimeMs,
          fingerprint: fingerprintFor,
          count,
        };
  const sharedSecret = createSharedSecret(store);
  // Beside KEYS_FILE, those who share API_KEYS may do less than others: a secret made of them could pass for anyone.
  const isOfKeys = apiKeys.length > 0 && keysFile === null;
  const secret = async () => (isOfKeys ? cacheKey('signing', apiKeys) : await sharedSecret());
  const sources = open(sourcesPlan);
  const pages = lifetimeMs === 0 ? null : createCache({ ...pagePlan, lifetimeMs: PAGE_LIFETIME_MS }, store);
  const countShared: CountShared = async (key, windowMs, charge) =>
    (await store?.count(`rate:${cacheKey(key, windowMs)}`, windowMs, charge).catch(() => null)) ?? null;
  const enterShared: EnterShared = async (account, entry) =>
    (await store?.enter(`account:${cacheKey(account)}`, entry).catch(() => null)) ?? null;
  return {
    answers: open(answerPlan),
    /** The sources of recent answers. */
    sources: sources && { ...sources, secret },
    /** The verdicts of a model on recent answers. */
    verdicts: open(verdictCachePlan),
    searches: open(searchPlan),
    pages: pages && { cache: pages, fingerprint, count },
    streams: openKeptStreams(store),
    /** Null for a single instance. */
    countShared: store && countShared,
    enterShared: store && enterShared,
    /** Signs what callers store; the same on all instances, if they can reach Redis. */
    signingSecret: secret,
    close: () => store?.close(),
  };
}
