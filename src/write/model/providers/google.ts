import { withBoundedBodies } from '../bounded-body.ts';
import { fixedName } from '../model-name.ts';
import { createProvider, type ModelProvider, type ProviderOptions } from '../provider.ts';

const URL = 'https://generativelanguage.googleapis.com/v1beta';

/**
 * The newest model of Google's cheapest family that is not a preview in the SDK's catalogue (4.0.121).
 * Google's page on the model recommends it for fast responses, and by default it thinks as little as
 * possible.
 */
const SMALL_MODEL = 'gemini-3.5-flash-lite';

/**
 * Google's Gemini API (not Vertex). Thinking is turned off, or reduced to the minimum that the model allows.
 * `apiKey` is required; it goes into a header, never into the URL.
 */
export function createGoogle(options: ProviderOptions): ModelProvider {
  return createProvider(fixedName(options.modelName ?? SMALL_MODEL), async () => {
    const sdk = await import('@ai-sdk/google');
    const provider = sdk.createGoogle({
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
