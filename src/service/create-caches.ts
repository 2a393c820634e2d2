import { createMarkdownSanitizer } from '@sayso/markdown';
import { answerPlan, sourcesPlan } from '../answer/cached-answer.ts';
import { verdictCachePlan } from '../answer/judge-with-model.ts';
import { type Cache, cacheKey } from '../cache/cache.ts';
import { openCaches } from '../cache/open-caches.ts';
import type { CountCacheLookup } from '../cache/stored.ts';
import { answerSettings, hasCollection, type Settings } from '../config/settings.ts';
import type { Caller } from '../core/caller.ts';
import type { Log } from '../observe/log.ts';
import { pagePlan } from '../read/cached-pages.ts';
import { renderWithFormulas as render } from '../render/render.ts';
import { searchPlan } from '../search/cached-search.ts';

/**
 * The caches of one instance; with Redis, the instances share them. Null means that this cache is turned off.
 */
export type ServiceCaches = Awaited<ReturnType<typeof createCaches>>;

/** A page changes less often than what a search finds. */
const PAGE_LIFETIME_MS = 1_800_000;

/** Opens the configured caches. */
export async function createCaches(
  settings: Settings,
  version: string,
  { log, count }: { readonly log: Log; readonly count: CountCacheLookup },
) {
  const { redisUrl, answerCacheSeconds } = settings;
  const caches = await openCaches({
    redisUrl,
    onRedis(state, cause) {
      if (state === 'back') log.info('the shared cache can be reached again');
      else log.warn({ cause }, 'the shared cache cannot be reached; this instance continues without it');
    },
  });
  const fingerprint = cacheKey(version, answerSettings(settings));
  // What may hold documents is shared by nobody: not even the time that a lookup takes tells what others ask.
  const fingerprintFor = hasCollection(settings)
    ? (caller: Caller) => cacheKey(fingerprint, caller.name)
    : () => fingerprint;
  const withFingerprint = <T>(cache: Cache<T> | null) =>
    cache && { cache, fingerprint: fingerprintFor, count };
  const lifetimeMs = answerCacheSeconds * 1000;
  const sanitizeMarkdown = createMarkdownSanitizer(settings.answerLinks);
  const sources = withFingerprint(caches.create(sourcesPlan, lifetimeMs));
  const pages = caches.create(pagePlan, lifetimeMs === 0 ? 0 : PAGE_LIFETIME_MS);
  const secret = async () => settings.signingSecret ?? (await caches.sharedSecret());
  const answers = withFingerprint(caches.create(answerPlan({ render, sanitizeMarkdown }), lifetimeMs));
  return {
    answers: answers && { ...answers, lifetimeMs },
    /** The sources of recent answers. */
    sources: sources && { ...sources, secret },
    /** The verdicts of a model on recent answers. */
    verdicts: withFingerprint(caches.create(verdictCachePlan, lifetimeMs)),
    searches: withFingerprint(caches.create(searchPlan, lifetimeMs)),
    pages: pages && { cache: pages, fingerprint, count },
    countShared: caches.countShared,
    /** Signs what callers store; the same on all instances. */
    signingSecret: secret,
    close: caches.close,
  };
}
