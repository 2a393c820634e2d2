import type { AnswerKeeping } from './answer/kept/cached.ts';
import { answerPlan, sourcesPlan } from './answer/kept/kept-answer.ts';
import { type Cache, cacheKey } from './cache/cache.ts';
import { type OpenCaches, openCaches } from './cache/open-caches.ts';
import { createToHarmless } from './check/policy/output-policy.ts';
import { answerSettings } from './config/part-settings.ts';
import type { Settings } from './config/settings.ts';
import type { CountCacheLookup } from './core/stored.ts';
import type { Source } from './core/terms.ts';
import type { Log } from './observe/log.ts';
import { type PageKeeping, pagePlan } from './read/cached-pages.ts';
import { render } from './render/render.ts';
import { type SearchKeeping, searchPlan } from './search/cached-search.ts';

/**
 * The caches of one instance; with Redis, the instances share them. Null means that this cache is turned off.
 */
export type Keeping = Pick<OpenCaches, 'shareHints' | 'countShared' | 'sharedSecret' | 'close'> & {
  readonly answers: AnswerKeeping | null;
  /** The sources of recent answers, by their text. */
  readonly sources: Cache<readonly Source[]> | null;
  readonly searches: Omit<SearchKeeping, 'mayUseKept'> | null;
  readonly pages: Omit<PageKeeping, 'mayUseKept'> | null;
};

/** Opens the configured caches. */
export async function createKeeping(
  settings: Settings,
  version: string,
  { log, count }: { readonly log: Log; readonly count: CountCacheLookup },
): Promise<Keeping> {
  const { redisUrl, answerCacheSeconds, searchCacheSeconds, pageCacheSeconds } = settings;
  const caches = await openCaches({
    redisUrl,
    isUsed: answerCacheSeconds + searchCacheSeconds + pageCacheSeconds > 0,
    onRedis(state, cause) {
      if (state === 'back') log.info('the shared cache can be reached again');
      else log.warn({ cause }, 'the shared cache cannot be reached; this instance continues without it');
    },
  });
  const common = { fingerprint: cacheKey(version, answerSettings(settings)), count };
  const kept = <T>(cache: Cache<T> | null) => cache && { cache, ...common };
  const lifetimeMs = answerCacheSeconds * 1000;
  const toHarmless = createToHarmless(settings.answerLinks);
  const answers = kept(caches.create(answerPlan({ render, toHarmless }), lifetimeMs));
  return {
    answers: answers && { ...answers, leases: caches.leases, lifetimeMs },
    sources: caches.create(sourcesPlan, lifetimeMs),
    searches: kept(caches.create(searchPlan, searchCacheSeconds * 1000)),
    pages: kept(caches.create(pagePlan, pageCacheSeconds * 1000)),
    shareHints: caches.shareHints,
    countShared: caches.countShared,
    sharedSecret: caches.sharedSecret,
    close: caches.close,
  };
}
