import type { AnswerKeeping } from './answer/kept/cached.ts';
import { parseKeptAnswer, toStoredAnswer } from './answer/kept/kept-answer.ts';
import type { Caches } from './cache/cache.ts';
import { cacheKey } from './cache/cache-key.ts';
import { createHintBoard, type HintBoard } from './cache/hint-board.ts';
import { createLeases, noLeases } from './cache/leases.ts';
import type { SharedStore, WindowCount } from './cache/shared-store.ts';
import type { Settings } from './config/settings.ts';
import type { CountCacheLookup } from './core/cache-count.ts';
import type { Log } from './observe/log.ts';
import { type PageKeeping, parsePage } from './read/cached-pages.ts';
import { render } from './render/render.ts';
import type { SearchKeeping } from './search/cached-search.ts';
import { parseReport } from './search/parse-report.ts';

/**
 * What is kept between questions, here and, if there is a Redis, shared by the instances. Null means that
 * nothing of this kind is kept.
 */
export type Keeping = {
  readonly answers: AnswerKeeping | null;
  readonly searches: Omit<SearchKeeping, 'mayUseKept'> | null;
  readonly pages: Omit<PageKeeping, 'mayUseKept'> | null;
  /** The notes that instances share about the slots with these labels; null for a single instance. */
  shareHints(names: readonly string[]): Pick<HintBoard, 'post' | 'read'> | null;
  /**
   * Counts in a window that all instances share; its result is null if they cannot be reached. Null for a
   * single instance.
   */
  readonly countShared: ((key: string, windowMs: number) => Promise<WindowCount | null>) | null;
  close(): void;
};

const MIB = 2 ** 20;
/** 32 MiB together. A page is about a hundred times as large as an answer, and read for fewer questions. */
const MAX_BYTES = { answers: 8 * MIB, searches: 8 * MIB, pages: 16 * MIB } as const;
/** How long a stale answer may be used if a new one cannot be made. */
const ANSWER_GRACE_MS = 24 * 3_600_000;

/** Opens the configured caches. Caches that are not configured are not even loaded. */
export async function createKeeping(
  settings: Settings,
  version: string,
  log: Log,
  count: CountCacheLookup,
): Promise<Keeping> {
  const shared = settings.redisUrl === null ? null : await connect(settings.redisUrl, log);
  const caches = await loadCaches(settings, shared);
  const common = { fingerprint: fingerprintOf(settings, version), count };
  let hints: HintBoard | null = null;
  return {
    answers: answersOf(settings, caches, shared, common),
    searches: searchesOf(settings, caches, common),
    pages: pagesOf(settings, caches, common),
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

async function connect(url: string, log: Log): Promise<SharedStore> {
  const { connectRedis } = await import('./cache/redis-store.ts');
  return connectRedis(url, (state, cause) => {
    if (state === 'back') log.info('the shared cache can be reached again');
    else log.warn({ cause }, 'the shared cache cannot be reached; this instance continues without it');
  });
}

/** Loading bentocache takes 10 MiB and 40 ms of CPU (measured). */
async function loadCaches(settings: Settings, shared: SharedStore | null): Promise<Caches | null> {
  const { answerCacheSeconds, searchCacheSeconds, pageCacheSeconds } = settings;
  if (answerCacheSeconds + searchCacheSeconds + pageCacheSeconds === 0) return null;
  return (await import('./cache/two-level.ts')).createCaches(shared);
}

type Common = Pick<AnswerKeeping, 'fingerprint' | 'count'>;

function answersOf(
  { answerCacheSeconds }: Settings,
  caches: Caches | null,
  shared: SharedStore | null,
  common: Common,
): AnswerKeeping | null {
  if (caches === null || answerCacheSeconds === 0) return null;
  const lifetimeMs = answerCacheSeconds * 1000;
  const cache = caches.create({
    name: 'answer',
    lifetimeMs,
    graceMs: ANSWER_GRACE_MS,
    maxBytes: MAX_BYTES.answers,
    toStored: toStoredAnswer,
    parse: (stored) => parseKeptAnswer(stored, render),
  });
  return { cache, leases: shared === null ? noLeases : createLeases(shared), lifetimeMs, ...common };
}

function searchesOf({ searchCacheSeconds }: Settings, caches: Caches | null, common: Common) {
  if (caches === null || searchCacheSeconds === 0) return null;
  const cache = caches.create({
    name: 'search',
    lifetimeMs: searchCacheSeconds * 1000,
    graceMs: 0,
    maxBytes: MAX_BYTES.searches,
    parse: parseReport,
  });
  return { cache, ...common };
}

function pagesOf({ pageCacheSeconds }: Settings, caches: Caches | null, common: Common) {
  if (caches === null || pageCacheSeconds === 0) return null;
  const cache = caches.create({
    name: 'page',
    lifetimeMs: pageCacheSeconds * 1000,
    graceMs: 0,
    maxBytes: MAX_BYTES.pages,
    parse: parsePage,
  });
  return { cache, ...common };
}

/** Settings that do not change the content of an answer, only who gets it, when and from where. */
const WITHOUT_EFFECT: readonly (keyof Settings)[] = [
  'host',
  'port',
  'contact',
  'hedge',
  'searchTimeoutMs',
  'readTimeoutMs',
  'modelTimeoutMs',
  'answerDeadlineMs',
  'queryDeadlineMs',
  'maxQueryChars',
  'maxBodyBytes',
  'maxConcurrentAnswers',
  'queueTimeoutMs',
  'answerCacheSeconds',
  'searchCacheSeconds',
  'pageCacheSeconds',
  'redisUrl',
  'rateLimit',
  'trustProxy',
  'apiKeys',
  'primaryKey',
  'secondaryKey',
  'tertiaryKey',
  'modelApiKey',
  'fallbackApiKey',
  'modelPriceInput',
  'modelPriceOutput',
  'tracesEndpoint',
  'tracesUpstream',
  'logLevel',
];

/**
 * Represents the version and every setting that may affect an answer; every setting not listed above counts.
 */
function fingerprintOf(settings: Settings, version: string): string {
  const without: ReadonlySet<string> = new Set(WITHOUT_EFFECT);
  const effective = Object.entries(settings).filter(([name]) => !without.has(name));
  return cacheKey(version, effective.toSorted());
}
