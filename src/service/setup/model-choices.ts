import type { Environment } from '../../config/load.ts';
import { defaultModels } from '../../core/default-models.ts';
import { OLLAMA_URL } from '../../models/providers/ollama-api.ts';
import type { Changes, SetupChoice } from './choice.ts';
import { findKey } from './key-source.ts';

/** What is known of models before the operator is asked. */
type KnownModels = {
  readonly environment: Environment;
  readonly ollama: { readonly url: string; readonly models: readonly string[] };
  /** The absolute path of a file with a key; null if none was named. */
  readonly keyFile: string | null;
};

/** The companies, with the variable in which other programs expect their key. */
const COMPANIES = {
  openai: { company: 'OpenAI', variable: 'OPENAI_API_KEY' },
  anthropic: { company: 'Anthropic', variable: 'ANTHROPIC_API_KEY' },
  google: { company: 'Google', variable: 'GEMINI_API_KEY' },
  mistral: { company: 'Mistral', variable: 'MISTRAL_API_KEY' },
} as const;

/** The settings of the first model; those that a choice does not set are removed. */
const NO_MODEL: Changes = {
  MODEL_PROVIDER: null,
  MODEL_NAME: null,
  MODEL_BASE_URL: null,
  MODEL_API_KEY: null,
  MODEL_API_KEY_FILE: null,
};

/** Every writer of answers that can be chosen. */
export function modelChoices(known: KnownModels): readonly SetupChoice[] {
  return [
    ollamaChoice(known.ollama),
    ...Object.keys(COMPANIES).map((name) => companyChoice(name as keyof typeof COMPANIES, known)),
    {
      name: 'none',
      summary: 'no model: passages of the sources in place of answers; nothing is sent; free',
      detail: null,
      toChanges: () => ({ ...NO_MODEL, MODEL_PROVIDER: 'extractive' }),
    },
  ];
}

function ollamaChoice({ url, models }: KnownModels['ollama']): SetupChoice {
  const place =
    models.length === 0 ? `your own Ollama at ${url}` : `found at ${url} with ${models.join(', ')}`;
  return {
    name: 'ollama',
    summary: `${place}; nothing goes to a company; free`,
    detail: {
      question: models.length > 1 ? `Model (${models.join(', ')})` : 'Model',
      known: null,
      suggestion: models[0] ?? null,
      isSecret: false,
      accepts: (value) => value !== '',
      source: 'a model such as ollama=llama3.2',
    },
    toChanges: (model) => ({
      ...NO_MODEL,
      MODEL_PROVIDER: 'ollama',
      MODEL_NAME: model,
      MODEL_BASE_URL: url === OLLAMA_URL ? null : url,
    }),
  };
}

function companyChoice(
  name: keyof typeof COMPANIES,
  { environment, keyFile: file }: KnownModels,
): SetupChoice {
  const { company, variable } = COMPANIES[name];
  const key = findKey(environment, {
    setting: 'MODEL_API_KEY',
    variable,
    option: '--model-key-file',
    file,
  });
  return {
    name,
    summary:
      `${company} gets your questions and excerpts of pages; you pay for each answer ` +
      `(${defaultModels[name]}); needs a key${key.place}`,
    detail: key.detail,
    toChanges: (value) => ({ ...NO_MODEL, MODEL_PROVIDER: name, ...key.toChanges(value) }),
  };
}
