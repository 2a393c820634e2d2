import type { Settings } from './settings.ts';

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

/** The settings that may affect the content of an answer: every setting that is not listed above. */
export function answerSettings(settings: Settings): readonly (readonly [name: string, value: unknown])[] {
  const without: ReadonlySet<string> = new Set(WITHOUT_EFFECT);
  return Object.entries(settings)
    .filter(([name]) => !without.has(name))
    .toSorted();
}
