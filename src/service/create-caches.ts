import { answerPlan, sourcesPlan } from '../answer/cache/cached-answer.ts';
import { verdictCachePlan } from '../answer/judge-with-model.ts';
import { type Cache, cacheKey } from '../cache/cache.ts';
import { openCaches } from '../cache/open-caches.ts';
import type { CountCacheLookup } from '../cache/stored.ts';
import { answerSettings } from '../config/part-settings.ts';
import type { Settings } from '../config/settings.ts';
import { createMarkdownSanitizer } from '../lib/markdown/index.ts';
import type { Log } from '../observe/log.ts';
import { pagePlan } from '../read/cached-pages.ts';
import { renderWithFormulas as render } from '../render/render.ts';
import { searchPlan } from '../search/cached-search.ts';

/**
 * The caches of one instance; with Redis, the instances share them. Null means that this cache is turned off.
 */
export type ServiceCaches = Awaited<ReturnType<typeof createCaches>>;

/** Opens the configured caches. */
export async function createCaches(
  settings: Settings,
  version: string,
  { log, count }: { readonly log: Log; readonly count: CountCacheLookup },
) {
  const { redisUrl, answerCacheSeconds, searchCacheSeconds, pageCacheSeconds } = settings;
  const caches = await openCaches({
    redisUrl,
    onRedis(state, cause) {
      if (state === 'back') log.info('the shared cache can be reached again');
      else log.warn({ cause }, 'the shared cache cannot be reached; this instance continues without it');
    },
  });
  const common = { fingerprint: cacheKey(version, answerSettings(settings)), count };
  const withFingerprint = <T>(cache: Cache<T> | null) => cache && { cache, ...common };
  const lifetimeMs = answerCacheSeconds * 1000;
  const sanitizeMarkdown = createMarkdownSanitizer(settings.answerLinks);
  const answers = withFingerprint(caches.create(answerPlan({ render, sanitizeMarkdown }), lifetimeMs));
  return {
    answers: answers && { ...answers, lifetimeMs },
    /** The sources of recent answers, by their text. */
    sources: caches.create(sourcesPlan, lifetimeMs),
    /** The verdicts of a model on recent answers. */
    verdicts: caches.create(verdictCachePlan, lifetimeMs),
    searches: withFingerprint(caches.create(searchPlan, searchCacheSeconds * 1000)),
    pages: withFingerprint(caches.create(pagePlan, pageCacheSeconds * 1000)),
    countShared: caches.countShared,
    sharedSecret: caches.sharedSecret,
    close: caches.close,
  };
}
