import { withBoundedBodies } from '../bounded-body.ts';
import { fixedName } from '../model-name.ts';
import { createProvider, type ModelProvider, type ProviderOptions } from '../provider.ts';

/** The address of OpenAI's API. */
export const OPENAI_URL = 'https://api.openai.com/v1';

/**
 * OpenAI's small model for high volume, according to its model page in November 2026. The deprecations page
 * recommends it instead of gpt-4.1-mini and gpt-4o-mini, which end in January 2027.
 */
export const OPENAI_SMALL_MODEL = 'gpt-6-luna';

/**
 * OpenAI through its Responses API, which also serves its newest models. By default, that API stores every
 * question for 30 days; this is turned off. Thinking is turned off, or reduced to the minimum that the model
 * allows. `apiKey` is required.
 */
export function createOpenAi(options: ProviderOptions): ModelProvider {
  return createProvider(fixedName(options.modelName ?? OPENAI_SMALL_MODEL), async () => {
    const sdk = await import('@ai-sdk/openai');
    const provider = sdk.createOpenAI({
      // Without these options, the SDK would read both from the environment, bypassing the settings.
      baseURL: options.baseUrl ?? OPENAI_URL,
      apiKey: options.apiKey ?? '',
      headers: { 'user-agent': options.userAgent },
      fetch: withBoundedBodies(options.fetch),
    });
    return (id) => {
      const model = provider.responses(id);
      const extras = { reasoning: 'none', providerOptions: { openai: { store: false } } } as const;
      return { doStream: (call) => model.doStream({ ...call, ...extras }) };
    };
  });
}
