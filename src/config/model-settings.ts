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
      'Who writes the answers: openai, anthropic, google, mistral, ollama, or openai-compatible (vLLM, ' +
      'llama.cpp, OpenRouter and others). extractive quotes sentences from the sources, without a model.',
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
    help: "Base URL of the model's API, e.g. http://localhost:8000/v1. For ollama, it may end in /v1 or not.",
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
      'Time limit for a model call, from its start to the last token, in milliseconds. The time limit of ' +
      'the answer applies as well.',
  }),
  contextTokens: integerOrAuto({
    name: 'CONTEXT_TOKENS',
    fallback: null,
    min: 0,
    max: 1_000_000,
    shownDefault: '2000; `auto` for ollama, and for openai-compatible servers on this machine or network',
    help:
      "Maximum amount of source text in the prompt, in tokens of OpenAI's o200k_base. Other models count " +
      'differently. `auto` follows the speed of the model: see docs/slow-models.md.',
  }),
  firstWordsTargetMs: integer({
    name: 'FIRST_WORDS_TARGET_MS',
    fallback: 8000,
    min: 1,
    max: 3_600_000,
    help:
      'Time from the question to the first word that CONTEXT_TOKENS=auto aims at, in milliseconds. Sayso ' +
      'gives the model only as much source text as it can read in this time.',
  }),
  promptProfile: oneOf({
    name: 'PROMPT_PROFILE',
    words: ['auto', 'full', 'small'],
    fallback: 'auto',
    help:
      'Form of the prompts. `small` has fewer rules, an example, and sources as numbered lines. `auto` ' +
      'uses `small` if the name or the server of a model shows that it has fewer than 4 billion ' +
      'parameters, otherwise `full`.',
  }),
  modelKeepAliveMinutes: integer({
    name: 'MODEL_KEEP_ALIVE_MINUTES',
    fallback: 30,
    min: 0,
    max: 1_000_000,
    help:
      'How long Ollama keeps the model in memory after a question, in minutes. Until then, the next ' +
      'question need not wait for the model to load. 0 leaves the time to Ollama.',
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
      'What happens to sentences that differ from the sources or were not found in them. `mark` keeps ' +
      'them, and callers can ask for the verdicts. `drop` leaves them out of the finished answer. With ' +
      '`ask`, the model rewrites them in one more call; Sayso leaves out those that still differ.',
  }),
  answerLinks: oneOf({
    name: 'ANSWER_LINKS',
    words: ['sources', 'all'],
    fallback: 'sources',
    help:
      'Which addresses an answer may link to. `sources` allows addresses on the hosts of its sources, and ' +
      'shows all others as code, without a link. `all` allows every web address. Sayso never shows images, ' +
      'and a link always shows where it leads.',
  }),
  fallbackProvider: oneOf({
    name: 'MODEL_FALLBACK_PROVIDER',
    words: PROVIDERS,
    otherNames: OTHER_NAMES,
    fallback: null,
    shownDefault: '`openai-compatible` if a fallback key or base URL is set, otherwise none',
    help:
      'Provider of a second model, with the same values as MODEL_PROVIDER. The second model writes the ' +
      'answer if the first one fails before its first word. It also does so if the first one has written ' +
      'nothing after 40 % of the time left for writing.',
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
