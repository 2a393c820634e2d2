import { withBoundedBodies } from '../bounded-body.ts';
import { findContextWindow } from '../find-context-window.ts';
import { withMergedDeltas } from '../merge-deltas.ts';
import { fixedName, listedName, type ModelName } from '../model-name.ts';
import { createProvider, type ModelProvider, type ProviderOptions } from '../provider.ts';
import { OPENAI_SMALL_MODEL, OPENAI_URL } from './openai.ts';

/** By default, the default model thinks before it answers, and the reader would have to wait. */
const USUAL_MODEL_EXTRAS = { reasoning_effort: 'none' };

/**
 * A model behind an API that speaks OpenAI's chat completions: OpenRouter, vLLM, llama.cpp and most hosted
 * models; without a base URL, OpenAI itself.
 */
export function createOpenAiCompatible(options: ProviderOptions): ModelProvider {
  const baseURL = (options.baseUrl ?? OPENAI_URL).replace(/\/+$/, '');
  const isUsualModel = options.baseUrl === null && options.modelName === null;
  const name = createName(options, baseURL);
  const provider = createProvider(name, async () => {
    const sdk = await import('@ai-sdk/openai-compatible');
    const api = sdk.createOpenAICompatible({
      name: 'model',
      baseURL,
      headers: { 'user-agent': options.userAgent },
      includeUsage: true,
      fetch: withMergedDeltas(withBoundedBodies(options.fetch)),
      ...(options.apiKey !== null && { apiKey: options.apiKey }),
      ...(isUsualModel && { transformRequestBody: (body) => ({ ...body, ...USUAL_MODEL_EXTRAS }) }),
    });
    return (id) => api.languageModel(id);
  });
  if (options.baseUrl === null) return provider;
  const listing = { baseUrl: baseURL, headers: headersOf(options), fetch: options.fetch };
  return { ...provider, contextWindow: (signal) => findContextWindow(listing, name.current, signal) };
}

function createName(options: ProviderOptions, baseUrl: string): ModelName {
  if (options.modelName !== null) return fixedName(options.modelName);
  if (options.baseUrl === null) return fixedName(OPENAI_SMALL_MODEL);
  return listedName({ baseUrl, headers: headersOf(options), fetch: options.fetch });
}

function headersOf({ apiKey, userAgent }: ProviderOptions): Readonly<Record<string, string>> {
  const authorization = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
  return { 'user-agent': userAgent, ...authorization };
}
