import { withBoundedBodies } from '../bounded-body.ts';
import { fixedName } from '../model-name.ts';
import { createProvider, type ModelProvider, type ProviderOptions } from '../provider.ts';

const URL = 'https://api.anthropic.com/v1';

/**
 * The newest model of Anthropic's smallest family in the SDK's catalogue (4.0.105); its thinking can be
 * turned off.
 */
const SMALL_MODEL = 'claude-haiku-5-5';

/**
 * Anthropic's Messages API. Thinking is turned off, or reduced to the minimum that the model allows. `apiKey`
 * is required. The API requires a token limit; the SDK sends the maximum that the model can write.
 */
export function createAnthropic(options: ProviderOptions): ModelProvider {
  return createProvider(fixedName(options.modelName ?? SMALL_MODEL), async () => {
    const sdk = await import('@ai-sdk/anthropic');
    const provider = sdk.createAnthropic({
      // Without these options, the SDK would read both from the environment, bypassing the settings.
      baseURL: options.baseUrl ?? URL,
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
