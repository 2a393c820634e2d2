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
      'llama.cpp, OpenRouter and others). With extractive, Sayso uses no model and shows passages of ' +
      'the sources.',
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
    help:
      "Base URL of the model's API, e.g. http://localhost:8000/v1. The URL of an Ollama server may end " +
      'in /v1 or not.',
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
      'Time limit for a model call, from its start to the last token, in milliseconds. A model call also ' +
      'ends when the time for the answer is over.',
  }),
  contextTokens: integerOrAuto({
    name: 'CONTEXT_TOKENS',
    fallback: null,
    min: 0,
    max: 1_000_000,
    shownDefault: '2000; `auto` for ollama, and for openai-compatible servers on this machine or network',
    help:
      'Maximum amount of source text in the prompt, in tokens. Sayso estimates them, rather too high: ' +
      'models count differently. With `auto`, a slow model gets less source text: see ' +
      'docs/slow-models.md.',
  }),
  firstWordsTargetMs: integer({
    name: 'FIRST_WORDS_TARGET_MS',
    fallback: 8000,
    min: 1,
    max: 3_600_000,
    help:
      'Target for the time from the question to the first word, in milliseconds; needs ' +
      'CONTEXT_TOKENS=auto. Sayso gives the model only as much source text as the model can read in this ' +
      'time.',
  }),
  promptProfile: oneOf({
    name: 'PROMPT_PROFILE',
    words: ['auto', 'full', 'small'],
    fallback: 'auto',
    help:
      'Form of the prompts. A `small` prompt has fewer rules, an example, and the sources as numbered ' +
      "lines. `auto` chooses `small` if the model's name or server shows that the model has fewer than 4 " +
      'billion parameters, otherwise `full`.',
  }),
  modelKeepAliveMinutes: integer({
    name: 'MODEL_KEEP_ALIVE_MINUTES',
    fallback: 30,
    min: 0,
    max: 1_000_000,
    help:
      'How long Ollama keeps the model in memory after a question, in minutes. During this time, a ' +
      "question need not wait for the model to load. With 0, Ollama's own setting applies.",
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
      'What happens to a sentence that differs from the sources or was not found in them. `mark` keeps ' +
      'the sentence and marks it for callers who ask for the comparison. `drop` leaves the sentence out ' +
      'of the finished answer. With `ask`, the model rewrites the sentence in one more call, and Sayso ' +
      'leaves it out if it still differs.',
  }),
  answerLinks: oneOf({
    name: 'ANSWER_LINKS',
    words: ['sources', 'all'],
    fallback: 'sources',
    help:
      "Which addresses an answer may link to. `sources` allows links to the hosts of the answer's " +
      'sources, and shows other addresses as code. `all` allows links to every web address. Sayso never ' +
      'shows images from an answer, and always shows where a link leads.',
  }),
  fallbackProvider: oneOf({
    name: 'MODEL_FALLBACK_PROVIDER',
    words: PROVIDERS,
    otherNames: OTHER_NAMES,
    fallback: null,
    shownDefault: '`openai-compatible` if a fallback key or base URL is set, otherwise none',
    help:
      'Provider of a second model, with the same values as MODEL_PROVIDER. The second model writes the ' +
      'answer if the first model fails before its first word, or if the first model has written nothing ' +
      'after 40 % of the time left for writing.',
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
