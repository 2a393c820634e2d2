import { isIP } from 'node:net';
import { isPublicAddress } from '@sayso/text/addresses.ts';
import { DEEP_TIME_MS } from '../core/budget.ts';
import { defaultModels } from '../core/default-models.ts';
import {
  integer,
  integerOrAuto,
  modelServer,
  oneOf,
  secret,
  text,
  toggle,
  type ValuesOf,
  webUrl,
} from './values.ts';

/** The providers of models; `extractive` is none. */
const PROVIDERS = [
  'openai-compatible',
  'openai',
  'anthropic',
  'google',
  'mistral',
  'ollama',
  'extractive',
] as const;

/** Names of models, companies and servers that people write instead; docs/models.md has a recipe for each. */
const OTHER_NAMES: ReadonlyMap<string, (typeof PROVIDERS)[number]> = new Map([
  ['gemini', 'google'],
  ['claude', 'anthropic'],
  ['gpt', 'openai'],
  ...[
    'azure',
    'deepseek',
    'groq',
    'llama.cpp',
    'llamacpp',
    'lm-studio',
    'lmstudio',
    'openrouter',
    'together',
    'vllm',
  ].map((name) => [name, 'openai-compatible'] as const),
]);

const DEFAULT_MODELS = Object.entries(defaultModels)
  .map(([provider, model]) => `${model} for ${provider}`)
  .join(', ');

/** The settings of the models that write. */
export const modelSettings = {
  modelProvider: oneOf({
    name: 'MODEL_PROVIDER',
    words: PROVIDERS,
    otherNames: OTHER_NAMES,
    fallback: null,
    shownDefault: '`openai-compatible` if a key or base URL is set, otherwise none',
    help:
      'Who writes. openai-compatible means vLLM, llama.cpp, OpenRouter and others; with extractive, ' +
      'Sayso shows passages of the sources.',
  }),
  modelApiKey: secret({
    name: 'MODEL_API_KEY',
    fallback: null,
    help: "Key for the model's API. openai, anthropic, google and mistral require one.",
  }),
  modelBaseUrl: webUrl({
    name: 'MODEL_BASE_URL',
    fallback: null,
    shownDefault: "the usual address of the provider's API",
    help: "Base URL of the model's API, e.g. http://localhost:8000/v1. For Ollama, with or without /v1.",
  }),
  modelName: text({
    name: 'MODEL_NAME',
    fallback: null,
    shownDefault: `${DEFAULT_MODELS}; for ollama, the first installed model; for \
openai-compatible, the first model that its API lists`,
    help: 'Name of the model.',
  }),
  modelTimeoutMs: integer({
    name: 'MODEL_TIMEOUT_MS',
    fallback: null,
    min: 1,
    max: 3_600_000,
    shownDefault: '20000; 120000 for ollama',
    help: 'Time limit for a model call, in milliseconds; it also ends with the answer.',
  }),
  contextTokens: integerOrAuto({
    name: 'CONTEXT_TOKENS',
    fallback: null,
    min: 0,
    max: 1_000_000,
    shownDefault: '2000; `auto` for ollama, and for openai-compatible servers on this machine or network',
    help:
      'Most source text in the prompt, in tokens, estimated rather too high. With `auto`, a slow model ' +
      'gets less: docs/slow-models.md.',
  }),
  modelOnlyFallback: toggle({
    name: 'MODEL_ONLY_FALLBACK',
    fallback: true,
    help: 'Whether the model answers without sources if all back-ends fail or find nothing.',
  }),
  unsupported: oneOf({
    name: 'UNSUPPORTED',
    words: ['mark', 'drop', 'ask'],
    fallback: 'mark',
    help:
      'What happens to a sentence that differs from the sources or was not found: `mark` marks it for ' +
      'callers who ask, `drop` leaves it out, `ask` has the model rewrite it.',
  }),
  fallbackProvider: oneOf({
    name: 'MODEL_FALLBACK_PROVIDER',
    words: PROVIDERS,
    otherNames: OTHER_NAMES,
    fallback: null,
    shownDefault: '`openai-compatible` if a fallback key or base URL is set, otherwise none',
    help:
      'Provider of a second model. It writes if the first fails before its first word, or has written ' +
      'nothing after 40 % of its time.',
  }),
  fallbackApiKey: secret({
    name: 'MODEL_FALLBACK_API_KEY',
    fallback: null,
    help: "Key for the second model's API.",
  }),
  fallbackBaseUrl: webUrl({
    name: 'MODEL_FALLBACK_BASE_URL',
    fallback: null,
    shownDefault: "the usual address of the provider's API",
    help: "Base URL of the second model's API.",
  }),
  fallbackName: text({
    name: 'MODEL_FALLBACK_NAME',
    fallback: null,
    shownDefault: 'chosen like the default of MODEL_NAME',
    help: 'Name of the second model.',
  }),
} as const;

/** The value of `VERDICTS_MODEL` that means the model which writes the answers. */
const ANSWERING_MODEL = 'same';

/** The settings of the models that judge statements and rank passages. */
export const helperSettings = {
  verdictsModel: text({
    name: 'VERDICTS_MODEL',
    fallback: null,
    help:
      'Model at the provider of the first that judges statements when comparing words is not clear, for ' +
      'callers who ask. `same` means the first. See docs/verdicts.md.',
  }),
  reranker: modelServer({
    name: 'RERANK_URL',
    fallback: null,
    help:
      'Address of a reranker, e.g. http://localhost:8080, which sorts passages by how well they answer ' +
      '(docs/ranking.md).',
  }),
  embedder: modelServer({
    name: 'EMBED_URL',
    fallback: null,
    help:
      'Address of an embedding model, e.g. http://localhost:11434?model=nomic-embed-text: finds documents in ' +
      'other words, and ranks passages if there is no reranker (docs/ranking.md).',
  }),
} as const;

type GivenHelpers = ValuesOf<typeof helperSettings>;

/** The default time limits, in milliseconds. A model on the operator's machine loads and writes slowly. */
const USUAL_TIMES = { modelTimeoutMs: 20_000, answerDeadlineMs: 30_000 } as const;
const OLLAMA_TIMES = { modelTimeoutMs: 120_000, answerDeadlineMs: 150_000 } as const;

/** A deep answer reads, asks and writes in up to two rounds, so it needs several times a quick one's time. */
const DEEP_TIME_FACTOR = 3;

const USUAL_CONTEXT_TOKENS = 2000;

/** The settings of the models as they were given. */
type GivenModelSettings = ValuesOf<typeof modelSettings> & { readonly answerDeadlineMs: number | null };

/** The time limits and the amount of text, with the defaults that depend on other settings. */
export type CompleteModelSettings = ReturnType<typeof completeModelSettings>;

/** The settings with the provider of each model that a key or a base URL implies. */
export function withProviders<Given extends ValuesOf<typeof modelSettings>>(given: Given): Given {
  const implied = (key: string | null, baseUrl: string | null) =>
    key === null && baseUrl === null ? null : 'openai-compatible';
  return {
    ...given,
    modelProvider: given.modelProvider ?? implied(given.modelApiKey, given.modelBaseUrl),
    fallbackProvider: given.fallbackProvider ?? implied(given.fallbackApiKey, given.fallbackBaseUrl),
  };
}

/** Fills in the time limits and the amount of source text. */
export function completeModelSettings(given: GivenModelSettings) {
  const times = given.modelProvider === 'ollama' ? OLLAMA_TIMES : USUAL_TIMES;
  const answerDeadlineMs = given.answerDeadlineMs ?? times.answerDeadlineMs;
  const usualDeepMs = Math.max(DEEP_TIME_MS.min, DEEP_TIME_FACTOR * answerDeadlineMs);
  const contextTokens = given.contextTokens ?? (isOwnServer(given) ? 'auto' : USUAL_CONTEXT_TOKENS);
  return {
    contextTokens: contextTokens === 'auto' ? USUAL_CONTEXT_TOKENS : contextTokens,
    /** Whether the amount of source text follows the speed of the model, once the speed is known. */
    contextFollowsSpeed: contextTokens === 'auto',
    modelTimeoutMs: given.modelTimeoutMs ?? times.modelTimeoutMs,
    answerDeadlineMs,
    /** The time limit of a deep answer; the longest one if it follows the speed of the model. */
    deepDeadlineMs: contextTokens === 'auto' ? Math.max(DEEP_TIME_MS.max, usualDeepMs) : usualDeepMs,
    /** The time limit if it follows the speed of the model, until that is known; otherwise null. */
    unmeasuredDeepMs: contextTokens === 'auto' ? usualDeepMs : null,
  };
}

/** Hosts of this machine, of containers beside it, and of its network. */
const OWN_HOST = /^(?:[^.:]+|.+\.(?:local|lan|internal|localhost|home\.arpa))$/;

/** Whether the first model runs on a server of the operator, as far as its provider and address tell. */
function isOwnServer({ modelProvider, modelBaseUrl }: GivenModelSettings): boolean {
  if (modelProvider === 'ollama') return true;
  if (modelProvider !== 'openai-compatible' || modelBaseUrl === null) return false;
  const host = new URL(modelBaseUrl).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? OWN_HOST.test(host) : !isPublicAddress(host);
}

/** Whether a model writes the answers, and not the writer that quotes. */
function writesByModel({ modelProvider }: GivenModelSettings): boolean {
  return modelProvider !== null && modelProvider !== 'extractive';
}

/** Both models; the provider of one that is not set is null. */
function modelsOf(given: ValuesOf<typeof modelSettings>) {
  return [
    {
      prefix: 'MODEL_',
      provider: given.modelProvider,
      apiKey: given.modelApiKey,
      baseUrl: given.modelBaseUrl,
      modelName: given.modelName,
    },
    {
      prefix: 'MODEL_FALLBACK_',
      provider: given.fallbackProvider,
      apiKey: given.fallbackApiKey,
      baseUrl: given.fallbackBaseUrl,
      modelName: given.fallbackName,
    },
  ] as const;
}

type GivenModel = ReturnType<typeof modelsOf>[number];

/** Providers that require a key. */
const KEYED: ReadonlySet<string | null> = new Set(['openai', 'anthropic', 'google', 'mistral']);

/** Ollama's default port. */
const OLLAMA_PORT = '11434';

/** Settings that contradict each other, one sentence each. */
export function modelContradictions(given: GivenModelSettings): string[] {
  const { fallbackProvider, fallbackName } = given;
  const mistakes = modelsOf(given).flatMap(keyMistakes);
  if (fallbackProvider !== null && !writesByModel(given))
    mistakes.push(
      'MODEL_FALLBACK_PROVIDER: a second model needs a first one; set MODEL_PROVIDER to something ' +
        'other than extractive.',
    );
  if (fallbackProvider === null && fallbackName !== null)
    mistakes.push('MODEL_FALLBACK_NAME: its provider is missing; set MODEL_FALLBACK_PROVIDER.');
  return mistakes;
}

/** Warnings of models on Ollama that are configured as another kind of server. */
export function modelWarnings(given: GivenModelSettings): string[] {
  return modelsOf(given).flatMap(({ provider, baseUrl, prefix }) => {
    if (provider !== 'openai-compatible' || baseUrl === null || new URL(baseUrl).port !== OLLAMA_PORT)
      return [];
    return (
      `${prefix}BASE_URL is Ollama's usual address: set ${prefix}PROVIDER=ollama, or Ollama cuts ` +
      'long prompts and the model gets little time.'
    );
  });
}

/** How the keys of other companies begin (November 2026), and what to set for them. */
const OTHER_KEYS = [
  ['sk-ant-', 'MODEL_PROVIDER=anthropic'],
  ['AIza', 'MODEL_PROVIDER=google'],
  ['sk-or-', 'MODEL_BASE_URL=https://openrouter.ai/api/v1 and MODEL_NAME'],
  ['gsk_', 'MODEL_BASE_URL=https://api.groq.com/openai/v1 and MODEL_NAME'],
  ['xai-', 'MODEL_BASE_URL=https://api.x.ai/v1 and MODEL_NAME'],
] as const;

/** A missing key, or one of another company that would be sent to OpenAI. The message has no part of it. */
function keyMistakes({ provider, apiKey, baseUrl, prefix }: GivenModel): string[] {
  const name = `${prefix}API_KEY`;
  if (apiKey === null)
    return KEYED.has(provider)
      ? [`${name}: ${provider} needs a key; set it here or as a file in ${name}_FILE.`]
      : [];
  if (baseUrl !== null || (provider !== 'openai' && provider !== 'openai-compatible')) return [];
  const set = OTHER_KEYS.find(([start]) => apiKey.startsWith(start))?.[1].replaceAll('MODEL_', prefix);
  return set === undefined
    ? []
    : [`${name}: this is a key of another company, but it would be sent to OpenAI; set ${set}.`];
}

/** Settings of judges and rankers that contradict others, one sentence each. */
export function helperMistakes({ verdictsModel }: GivenHelpers, given: GivenModelSettings): string[] {
  return verdictsModel === null || writesByModel(given)
    ? []
    : ['VERDICTS_MODEL: no model writes the answers; set MODEL_PROVIDER.'];
}

/** The models with their time limits, and the models that help them. */
type ModelSettings = Omit<GivenModelSettings, keyof CompleteModelSettings> &
  CompleteModelSettings &
  GivenHelpers;

/** The settings of the models: the first, and the second if there is one. */
export function writingSettings(settings: ModelSettings & { readonly maxQueryChars: number }) {
  const { contextTokens, maxQueryChars } = settings;
  return {
    models: modelsOf(settings).flatMap(({ provider, apiKey, baseUrl, modelName }) =>
      provider === null ? [] : [{ provider, apiKey, baseUrl, modelName }],
    ),
    judge: verdictModel(settings),
    timeoutMs: settings.modelTimeoutMs,
    limits: { contextTokens, maxQueryChars },
    followsSpeed: settings.contextFollowsSpeed,
  };
}

/** The model that judges statements; null if none is configured. */
function verdictModel({ verdictsModel, modelProvider: provider, ...model }: ModelSettings) {
  if (verdictsModel === null || provider === null || provider === 'extractive') return null;
  const modelName = verdictsModel === ANSWERING_MODEL ? model.modelName : verdictsModel;
  return { provider, apiKey: model.modelApiKey, baseUrl: model.modelBaseUrl, modelName };
}

/** The addresses of all models that get passages; null for one at its provider's usual address. */
export function modelAddresses(
  settings: ModelSettings & { readonly maxQueryChars: number },
): readonly (string | null)[] {
  const { reranker, embedder } = settings;
  const writers = writingSettings(settings).models.filter(({ provider }) => provider !== 'extractive');
  const helpers = [reranker, embedder].filter((each) => each !== null);
  return [...writers.map(({ baseUrl }) => baseUrl), ...helpers.map(({ url }) => url)];
}
