import { pageFallbackOf } from './fallback-settings.ts';
import { pageProxyOf } from './proxy-settings.ts';
import type { Setting } from './setting.ts';
import { type Settings, settingsTable } from './settings.ts';
import { ANSWERING_MODEL } from './verdict-settings.ts';

/** The settings of the search. */
export function searchSettings(settings: Settings) {
  return {
    slots: settings.slots,
    timeoutMs: settings.searchTimeoutMs,
    language: settings.searchLanguage,
    filter: { safesearch: settings.searchSafesearch, timeRange: settings.searchTimeRange },
  };
}

/** The settings for reading pages. */
export function pageSettings(settings: Settings) {
  return {
    allow: settings.pageAllow,
    timeoutMs: settings.readTimeoutMs,
    siteIcons: settings.pictures,
    pictures: settings.pictures,
    proxy: pageProxyOf(settings),
    fallback: pageFallbackOf(settings),
  };
}

/** The operator's wishes for sites. */
export function sitePreferences({ sitesBlock, sitesPrefer, sitesLower }: Settings) {
  return { block: sitesBlock, prefer: sitesPrefer, lower: sitesLower };
}

/** The settings of the models: the first, and the second if there is one. */
export function writingSettings(settings: Settings) {
  const { modelProvider, fallbackProvider } = settings;
  const first = {
    provider: modelProvider,
    apiKey: settings.modelApiKey,
    baseUrl: settings.modelBaseUrl,
    modelName: settings.modelName,
  };
  const second = {
    provider: fallbackProvider,
    apiKey: settings.fallbackApiKey,
    baseUrl: settings.fallbackBaseUrl,
    modelName: settings.fallbackName,
  };
  return {
    models: [first, second].flatMap((model) => {
      const { provider } = model;
      return provider === null ? [] : [{ ...model, provider }];
    }),
    judge: verdictModel(settings),
    timeoutMs: settings.modelTimeoutMs,
    limits: { contextTokens: settings.contextTokens, maxQueryChars: settings.maxQueryChars },
    followsSpeed: settings.contextFollowsSpeed,
  };
}

/** The model that judges statements; null if none is configured. */
function verdictModel({ verdictsModel, modelProvider: provider, ...model }: Settings) {
  if (verdictsModel === null || provider === null || provider === 'extractive') return null;
  const modelName = verdictsModel === ANSWERING_MODEL ? model.modelName : verdictsModel;
  return { provider, apiKey: model.modelApiKey, baseUrl: model.modelBaseUrl, modelName };
}

/** The settings of the models that rank passages. */
export function rankingSettings(settings: Settings) {
  return {
    reranker: { url: settings.rerankUrl, model: settings.rerankModel, key: settings.rerankKey },
    embedder: { url: settings.embedUrl, model: settings.embedModel, key: settings.embedKey },
  };
}

/** The addresses of the operator's own hosts, by setting; null if a setting has no value. */
export function ownHosts(settings: Settings): Readonly<Record<string, string | null>> {
  return {
    SEARCH_PRIMARY_URL: settings.slots.find(({ position }) => position === 1)?.url ?? null,
    SEARCH_SECONDARY_URL: settings.slots.find(({ position }) => position === 2)?.url ?? null,
    // Ollama has its own, more detailed check.
    MODEL_BASE_URL: settings.modelProvider === 'ollama' ? null : settings.modelBaseUrl,
    MODEL_FALLBACK_BASE_URL: settings.fallbackProvider === 'ollama' ? null : settings.fallbackBaseUrl,
    RERANK_URL: settings.rerankUrl,
    EMBED_URL: settings.embedUrl,
    READ_FALLBACK_URL: settings.readFallbackUrl,
  };
}

/**
 * Settings that do not change the content of an answer, only which callers get it, when, and from where.
 * Secrets do not change it either.
 */
const WITHOUT_EFFECT: readonly (keyof Settings)[] = [
  'host',
  'port',
  'contact',
  'hedge',
  'searchTimeoutMs',
  'readTimeoutMs',
  'noProxy',
  'pageProxyResolves',
  'modelTimeoutMs',
  'answerDeadlineMs',
  'queryDeadlineMs',
  'deepDeadlineMs',
  'unmeasuredDeepMs',
  'maxQueryChars',
  'maxBodyBytes',
  'maxConcurrentAnswers',
  'answerCacheSeconds',
  'rateLimit',
  'trustProxy',
  'faces',
  'allowedOrigins',
  'tracesEndpoint',
  'logLevel',
];

/** The settings that may affect the content of an answer: all but those listed above and the secrets. */
export function answerSettings(settings: Settings): readonly (readonly [name: string, value: unknown])[] {
  const secrets = Object.entries<Setting<unknown>>(settingsTable).filter(([, { secret }]) => secret);
  const without: ReadonlySet<string> = new Set([...WITHOUT_EFFECT, ...secrets.map(([name]) => name)]);
  // Neither the key nor the quota of a slot changes what it finds.
  const slots = settings.slots.map(({ position, kind, url }) => ({ position, kind, url }));
  return Object.entries({ ...settings, slots })
    .filter(([name]) => !without.has(name))
    .toSorted();
}

/** Whether a slot searches documents of the operator. */
export function hasCollection({ slots }: Settings): boolean {
  return slots.some(({ kind }) => kind === 'collection');
}
