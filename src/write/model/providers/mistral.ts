import { withBoundedBodies } from '../bounded-body.ts';
import { fixedName } from '../model-name.ts';
import { createProvider, type ModelProvider, type ProviderOptions } from '../provider.ts';

const URL = 'https://api.mistral.ai/v1';

/**
 * Mistral's alias for its newest small model, in the SDK's catalogue (4.0.87); it accepts the effort `none`.
 */
const SMALL_MODEL = 'mistral-small-latest';

/**
 * Mistral's chat completions. Thinking is turned off, or reduced to the minimum that the model allows.
 * `apiKey` is required.
 */
export function createMistral(options: ProviderOptions): ModelProvider {
  return createProvider(fixedName(options.modelName ?? SMALL_MODEL), async () => {
    const sdk = await import('@ai-sdk/mistral');
    const provider = sdk.createMistral({
      baseURL: options.baseUrl ?? URL,
      // Without this option, the SDK would read the key from the environment, bypassing the settings.
      apiKey: options.apiKey ?? '',
      headers: { 'user-agent': options.userAgent },
      fetch: withBoundedBodies(options.fetch),
    });
    return (id) => {
      const model = provider.languageModel(id);
      return { doStream: (call) => model.doStream({ ...call, reasoning: 'none' }) };
    };
  });
}
