import { withBoundedBodies } from './bounded-body.ts';
import type { LanguageModelLike } from './language-model.ts';
import { withMergedDeltas } from './merge-deltas.ts';
import { fixedName, listedName, type ModelName } from './model-name.ts';

export type OpenAiCompatibleOptions = {
  /** Null for OpenAI's own API. */
  readonly baseUrl: string | null;
  /** Null where the server asks for none, as local ones do. */
  readonly apiKey: string | null;
  /** Null for OpenAI's usual small model, or the first one that the server at `baseUrl` lists. */
  readonly modelName: string | null;
  /** The way out: `net`'s. */
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
};

export type ModelProvider = {
  readonly model: LanguageModelLike;
  /** The name sent to the model's API; `default` until the server has told one. */
  readonly name: () => string;
  /** Does what the first call would have to wait for: loads the SDK, asks for the model's name. Never throws. */
  warmUp(): Promise<void>;
};

const OPENAI_URL = 'https://api.openai.com/v1';
/**
 * OpenAI's small model for high volume (its model page, read in November 2026), and what its deprecations page
 * recommends instead of gpt-4.1-mini and gpt-4o-mini, which end in January 2027. It thinks before it answers unless
 * told not to, which a reader of an answer with sources would wait for in vain.
 */
const OPENAI_SMALL_MODEL = 'gpt-6-luna';
const OPENAI_SMALL_MODEL_EXTRAS = { reasoning_effort: 'none' };

/**
 * A model behind an API that speaks OpenAI's chat completions: OpenAI, OpenRouter, Ollama, vLLM, llama.cpp and most
 * hosted ones. The SDK is loaded on first use: 70 ms and 20 MB that a service without a model does not need (measured).
 */
export function createOpenAiCompatible(options: OpenAiCompatibleOptions): ModelProvider {
  const name = createName(options);
  const models = new Map<string, LanguageModelLike>();

  async function open(): Promise<LanguageModelLike> {
    const [sdk, id] = await Promise.all([loadSdk(), name.resolve()]);
    const model = models.get(id) ?? connect(sdk, options, id);
    models.set(id, model);
    return model;
  }
  const ignore = () => undefined;
  return {
    model: { doStream: async (call) => (await open()).doStream(call) },
    name: () => name.current,
    warmUp: () => open().then(ignore, ignore),
  };
}

function createName(options: OpenAiCompatibleOptions): ModelName {
  if (options.modelName !== null) return fixedName(options.modelName);
  if (options.baseUrl === null) return fixedName(OPENAI_SMALL_MODEL);
  const authorization = options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` };
  const headers = { 'user-agent': options.userAgent, ...authorization };
  return listedName({ baseUrl: baseUrlOf(options), headers, fetch: options.fetch });
}

type Sdk = typeof import('@ai-sdk/openai-compatible');

let loadedSdk: Promise<Sdk> | undefined;

/** Loaded once: a second `import()` looks the file up again, with every question (measured). */
function loadSdk(): Promise<Sdk> {
  loadedSdk ??= import('@ai-sdk/openai-compatible');
  return loadedSdk;
}

function connect(sdk: Sdk, options: OpenAiCompatibleOptions, id: string): LanguageModelLike {
  const isUsualModel = options.baseUrl === null && options.modelName === null;
  const provider = sdk.createOpenAICompatible({
    name: 'model',
    baseURL: baseUrlOf(options),
    headers: { 'user-agent': options.userAgent },
    includeUsage: true,
    fetch: withMergedDeltas(withBoundedBodies(options.fetch)),
    ...(options.apiKey !== null && { apiKey: options.apiKey }),
    ...(isUsualModel && { transformRequestBody: (body) => ({ ...body, ...OPENAI_SMALL_MODEL_EXTRAS }) }),
  });
  return provider.languageModel(id);
}

function baseUrlOf({ baseUrl }: OpenAiCompatibleOptions): string {
  return (baseUrl ?? OPENAI_URL).replace(/\/+$/, '');
}
