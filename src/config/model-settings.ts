import { defaultModels } from '../core/default-models.ts';
import { type GivenModel, misdirectedKey } from './misdirected-key.ts';
import { integer, oneOf, secret, text, toggle, type ValuesOf, webUrl } from './setting.ts';

/** The providers of models with an API. */
export const MODEL_APIS = [
  'openai-compatible',
  'openai',
  'anthropic',
  'google',
  'mistral',
  'ollama',
] as const;
const PROVIDERS = [...MODEL_APIS, 'extractive'] as const;

/** Providers that require a key. */
const KEYED: ReadonlySet<string | null> = new Set(['openai', 'anthropic', 'google', 'mistral']);

/** Ollama's default port. */
const OLLAMA_PORT = '11434';

/**
 * The default time limits, in milliseconds. A model on the operator's own machine is slow to load and to
 * write.
 */
const USUAL_TIMES = { modelTimeoutMs: 20_000, answerDeadlineMs: 30_000 } as const;
const OLLAMA_TIMES = { modelTimeoutMs: 120_000, answerDeadlineMs: 150_000 } as const;

const DEFAULT_MODELS = Object.entries(defaultModels)
  .map(([provider, model]) => `${model} for ${provider}`)
  .join(', ');

/** A deep answer reads, asks and writes in up to two rounds, so it needs several times a quick one's time. */
const DEEP_TIMES = 3;
const MIN_DEEP_DEADLINE_MS = 90_000;

/** The part of the settings table about models. */
export const modelSettings = {
  modelProvider: oneOf({
    name: 'MODEL_PROVIDER',
    words: PROVIDERS,
    fallback: null,
    shownDefault: '`openai-compatible` if a key or base URL is set, otherwise none',
    help:
      'Who writes the answers: openai, anthropic, google, mistral, ollama, openai-compatible (vLLM, ' +
      'llama.cpp, OpenRouter and others), or extractive (quotes from the sources, without a model).',
  }),
  modelApiKey: secret({
    name: 'MODEL_API_KEY',
    fallback: null,
    help: "Key for the model's API. openai, anthropic, google and mistral require one.",
  }),
  modelBaseUrl: webUrl({
    name: 'MODEL_BASE_URL',
    fallback: null,
    shownDefault: "the provider's own",
    help: "Base URL of the model's API, e.g. http://localhost:8000/v1; for ollama, with or without /v1.",
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
    help:
      'Time limit for the model, from the call to its last token, in milliseconds. The time limit of ' +
      'the answer applies as well.',
  }),
  modelOnlyFallback: toggle({
    name: 'MODEL_ONLY_FALLBACK',
    fallback: true,
    help: 'Whether the model answers alone if all back-ends fail or find nothing.',
  }),
  unsupported: oneOf({
    name: 'UNSUPPORTED',
    words: ['mark', 'drop', 'ask'],
    fallback: 'mark',
    help:
      'What happens to sentences that differ from the sources or were not found in them. `mark`: they ' +
      'stay, and callers can ask for the verdicts. `drop`: the finished answer leaves them out. `ask`: the ' +
      'model rewrites them in one more call, and those that still differ are left out.',
  }),
  answerLinks: oneOf({
    name: 'ANSWER_LINKS',
    words: ['sources', 'all'],
    fallback: 'sources',
    help:
      'Which addresses an answer may link. `sources`: those on the hosts of its sources; any other ' +
      'address is shown as code, without a link. `all`: any web address. Images are never shown, and a ' +
      'link never hides its target.',
  }),
  fallbackProvider: oneOf({
    name: 'MODEL_FALLBACK_PROVIDER',
    words: PROVIDERS,
    fallback: null,
    shownDefault: '`openai-compatible` if a fallback key or base URL is set, otherwise none',
    help:
      'Second model, which writes the answer if the first one fails before its first word, or has ' +
      'written nothing after 40 % of the time left for writing. Same values as MODEL_PROVIDER.',
  }),
  fallbackApiKey: secret({
    name: 'MODEL_FALLBACK_API_KEY',
    fallback: null,
    help: "Key for the second model's API.",
  }),
  fallbackBaseUrl: webUrl({
    name: 'MODEL_FALLBACK_BASE_URL',
    fallback: null,
    shownDefault: "the provider's own",
    help: "Base URL of the second model's API.",
  }),
  fallbackName: text({
    name: 'MODEL_FALLBACK_NAME',
    fallback: null,
    shownDefault: 'as for MODEL_NAME',
    help: 'Name of the second model.',
  }),
} as const;

type GivenModelSettings = ValuesOf<typeof modelSettings> & {
  readonly answerDeadlineMs: number | null;
  readonly deepDeadlineMs: number | null;
};

/** The models and their time limits, with the defaults that depend on other settings. */
export type CompleteModelSettings = Pick<GivenModelSettings, 'modelProvider' | 'fallbackProvider'> & {
  readonly modelTimeoutMs: number;
  readonly answerDeadlineMs: number;
  readonly deepDeadlineMs: number;
};

/** Fills in the time limits, and the provider if a key or a base URL implies it. */
export function completeModelSettings(given: GivenModelSettings): CompleteModelSettings {
  const { modelProvider, fallbackProvider } = providersOf(given);
  const times = modelProvider === 'ollama' ? OLLAMA_TIMES : USUAL_TIMES;
  const answerDeadlineMs = given.answerDeadlineMs ?? times.answerDeadlineMs;
  const usualDeepMs = Math.max(MIN_DEEP_DEADLINE_MS, DEEP_TIMES * answerDeadlineMs);
  return {
    modelProvider,
    fallbackProvider,
    modelTimeoutMs: given.modelTimeoutMs ?? times.modelTimeoutMs,
    answerDeadlineMs,
    deepDeadlineMs: given.deepDeadlineMs ?? usualDeepMs,
  };
}

/** Whether a model writes the answers, and not the writer that quotes. */
export function writesByModel(given: GivenModelSettings): boolean {
  const { modelProvider } = providersOf(given);
  return modelProvider !== null && modelProvider !== 'extractive';
}

/** Settings that contradict each other, one sentence each. */
export function modelContradictions(given: GivenModelSettings): string[] {
  const { modelProvider, fallbackProvider } = providersOf(given);
  const mistakes = modelsOf(given).flatMap(([model, prefix]) => misdirectedKey(model, prefix) ?? []);
  if (KEYED.has(modelProvider) && given.modelApiKey === null)
    mistakes.push(withoutKey('MODEL_API_KEY', modelProvider));
  if (KEYED.has(fallbackProvider) && given.fallbackApiKey === null)
    mistakes.push(withoutKey('MODEL_FALLBACK_API_KEY', fallbackProvider));
  if (fallbackProvider !== null && !writesByModel(given))
    mistakes.push(
      'MODEL_FALLBACK_PROVIDER: a second model needs a first one; set MODEL_PROVIDER to something ' +
        'other than extractive.',
    );
  if (fallbackProvider === null && given.fallbackName !== null)
    mistakes.push('MODEL_FALLBACK_NAME: its provider is missing; set MODEL_FALLBACK_PROVIDER.');
  return mistakes;
}

/**
 * A warning for each model on Ollama that is configured as another kind of server, and one for deep answers
 * that get too little time.
 */
export function modelWarnings(given: GivenModelSettings): string[] {
  const { answerDeadlineMs, deepDeadlineMs } = completeModelSettings(given);
  const minDeepMs = DEEP_TIMES * answerDeadlineMs;
  const endedEarly =
    deepDeadlineMs < minDeepMs
      ? [
          `DEEP_DEADLINE_MS is ${deepDeadlineMs}, less than ${DEEP_TIMES} times ANSWER_DEADLINE_MS: deep ` +
            `answers will often be cut short. Leave it out, or set it to ${minDeepMs} or more.`,
        ]
      : [];
  return [...endedEarly, ...ollamaWarnings(given)];
}

function ollamaWarnings(given: GivenModelSettings): string[] {
  return modelsOf(given).flatMap(([{ provider, baseUrl }, prefix]) => {
    if (provider !== 'openai-compatible' || baseUrl === null || new URL(baseUrl).port !== OLLAMA_PORT)
      return [];
    return (
      `${prefix}BASE_URL is Ollama's usual address: set ${prefix}PROVIDER=ollama, or Ollama cuts ` +
      'long prompts and the model gets little time.'
    );
  });
}

function modelsOf(
  given: GivenModelSettings,
): readonly (readonly [GivenModel, 'MODEL_' | 'MODEL_FALLBACK_'])[] {
  const { modelProvider, fallbackProvider } = providersOf(given);
  const { modelApiKey, modelBaseUrl, fallbackApiKey, fallbackBaseUrl } = given;
  return [
    [{ provider: modelProvider, key: modelApiKey, baseUrl: modelBaseUrl }, 'MODEL_'],
    [{ provider: fallbackProvider, key: fallbackApiKey, baseUrl: fallbackBaseUrl }, 'MODEL_FALLBACK_'],
  ];
}

function withoutKey(name: string, provider: string | null): string {
  return `${name}: ${provider} needs a key; set it here or as a file in ${name}_FILE.`;
}

function providersOf(
  given: GivenModelSettings,
): Pick<GivenModelSettings, 'modelProvider' | 'fallbackProvider'> {
  const implied = (key: string | null, baseUrl: string | null) =>
    key === null && baseUrl === null ? null : 'openai-compatible';
  return {
    modelProvider: given.modelProvider ?? implied(given.modelApiKey, given.modelBaseUrl),
    fallbackProvider: given.fallbackProvider ?? implied(given.fallbackApiKey, given.fallbackBaseUrl),
  };
}
