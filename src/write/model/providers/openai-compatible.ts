import { withBoundedBodies } from '../bounded-body.ts';
import { withMergedDeltas } from '../merge-deltas.ts';
import { fixedName, listedName, type ModelName } from '../model-name.ts';
import { createProvider, type ModelProvider, type ProviderOptions } from '../provider.ts';
import { OPENAI_SMALL_MODEL, OPENAI_URL } from './openai.ts';

/** The usual model thinks before it answers unless told not to, which a reader would wait for in vain. */
const USUAL_MODEL_EXTRAS = { reasoning_effort: 'none' };

/**
 * A model behind an API that speaks OpenAI's chat completions: OpenRouter, Ollama, vLLM, llama.cpp and most hosted
 * ones; without a base URL, OpenAI itself.
 */
export function createOpenAiCompatible(options: ProviderOptions): ModelProvider {
  const baseURL = (options.baseUrl ?? OPENAI_URL).replace(/\/+$/, '');
  const isUsualModel = options.baseUrl === null && options.modelName === null;
  return createProvider(createName(options, baseURL), async () => {
    const sdk = await import('@ai-sdk/openai-compatible');
    const provider = sdk.createOpenAICompatible({
      name: 'model',
      baseURL,
      headers: { 'user-agent': options.userAgent },
      includeUsage: true,
      fetch: withMergedDeltas(withBoundedBodies(options.fetch)),
      ...(options.apiKey !== null && { apiKey: options.apiKey }),
      ...(isUsualModel && { transformRequestBody: (body) => ({ ...body, ...USUAL_MODEL_EXTRAS }) }),
    });
    return (id) => provider.languageModel(id);
  });
}

function createName(options: ProviderOptions, baseUrl: string): ModelName {
  if (options.modelName !== null) return fixedName(options.modelName);
  if (options.baseUrl === null) return fixedName(OPENAI_SMALL_MODEL);
  const authorization = options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` };
  const headers = { 'user-agent': options.userAgent, ...authorization };
  return listedName({ baseUrl, headers, fetch: options.fetch });
}
