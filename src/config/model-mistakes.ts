import {
  completeModelSettings,
  DEEP_TIME_FACTOR,
  type GivenModelSettings,
  providersOf,
  writesByModel,
} from './complete-model.ts';
import { type GivenModel, misdirectedKey } from './misdirected-key.ts';

/** Providers that require a key. */
const KEYED: ReadonlySet<string | null> = new Set(['openai', 'anthropic', 'google', 'mistral']);

/** Ollama's default port. */
const OLLAMA_PORT = '11434';

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

/** Warnings: models on Ollama configured as another kind of server, too little time for deep answers. */
export function modelWarnings(given: GivenModelSettings): string[] {
  const { answerDeadlineMs, deepDeadlineMs } = completeModelSettings(given);
  const minDeepMs = DEEP_TIME_FACTOR * answerDeadlineMs;
  const endedEarly =
    deepDeadlineMs < minDeepMs
      ? [
          `DEEP_DEADLINE_MS is ${deepDeadlineMs}, less than ${DEEP_TIME_FACTOR} times ANSWER_DEADLINE_MS: ` +
            `deep answers will often be cut short. Leave it out, or set it to ${minDeepMs} or more.`,
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
