import { defaultModels } from '../core/default-models.ts';
import { webUrl } from './address-settings.ts';
import { integer, integerOrAuto, oneOf, secret, text, toggle } from './setting.ts';

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

/** The part of the settings table about models. */
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
  answerLinks: oneOf({
    name: 'ANSWER_LINKS',
    words: ['sources', 'all'],
    fallback: 'sources',
    help:
      'Where an answer may link to: the hosts of its `sources`, or `all` addresses. Others are shown as ' +
      'code.',
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
