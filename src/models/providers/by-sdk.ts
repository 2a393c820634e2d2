import { defaultModels } from '../../core/default-models.ts';
import { toStandardFetch } from '../../net/http-client.ts';
import { withBoundedBodies } from '../api-call.ts';
import type { LanguageModelLike, ModelCall } from '../language-model.ts';
import { createProvider, fixedName, type ModelProvider, type ProviderOptions } from '../provider.ts';

type SdkSettings = {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly headers: Record<string, string>;
  readonly fetch: typeof fetch;
};

type SdkModel = { doStream(call: ModelCall & typeof EXTRAS): ReturnType<LanguageModelLike['doStream']> };

/** The facts about the API of one company. */
type Api = {
  readonly url: string;
  /** The model to use if the settings name none. */
  readonly smallModel: string;
  load(settings: SdkSettings): Promise<{ languageModel(id: string): SdkModel }>;
};

/** In every call: no or little thinking. OpenAI would store questions for 30 days by default. */
const EXTRAS = { reasoning: 'none', providerOptions: { openai: { store: false } } } as const;

/** The address of OpenAI's API. */
export const OPENAI_URL = 'https://api.openai.com/v1';

/**
 * OpenAI through its Responses API, which also serves its newest models. The default model is OpenAI's small
 * model for high volume, according to its model page in November 2026. The deprecations page recommends it
 * instead of gpt-4.1-mini and gpt-4o-mini, which end in January 2027.
 */
export const createOpenAi = bySdk({
  url: OPENAI_URL,
  smallModel: defaultModels.openai,
  async load(settings) {
    const provider = (await import('@ai-sdk/openai')).createOpenAI(settings);
    return { languageModel: (id) => provider.responses(id) };
  },
});

/**
 * Anthropic's Messages API. The API requires a token limit; the SDK sends the maximum that the model can
 * write. The model is the newest of Anthropic's smallest family in the SDK's catalogue (4.0.105); its
 * thinking can be turned off.
 */
export const createAnthropic = bySdk({
  url: 'https://api.anthropic.com/v1',
  smallModel: defaultModels.anthropic,
  load: async (settings) => (await import('@ai-sdk/anthropic')).createAnthropic(settings),
});

/**
 * Google's Gemini API (not Vertex). The key goes into a header, never into the URL. In the SDK's catalogue
 * (4.0.121), the model is the newest of Google's cheapest family, not counting previews. Google's page about
 * this model recommends it for fast responses, and by default it thinks as little as possible.
 */
export const createGoogle = bySdk({
  url: 'https://generativelanguage.googleapis.com/v1beta',
  smallModel: defaultModels.google,
  load: async (settings) => (await import('@ai-sdk/google')).createGoogle(settings),
});

/** Mistral's chat completions, by default its newest small model; it accepts the effort `none`. */
export const createMistral = bySdk({
  url: 'https://api.mistral.ai/v1',
  smallModel: defaultModels.mistral,
  load: async (settings) => (await import('@ai-sdk/mistral')).createMistral(settings),
});

/** Makes a provider that uses the company's own SDK. `apiKey` is required. */
function bySdk({ url, smallModel, load }: Api): (options: ProviderOptions) => ModelProvider {
  return ({ modelName, baseUrl, apiKey, userAgent, fetch }) =>
    createProvider(fixedName(modelName ?? smallModel), async () => {
      const provider = await load({
        // Without the first two options, the SDK would read them from the environment, bypassing the
        // settings.
        baseURL: baseUrl ?? url,
        apiKey: apiKey ?? '',
        headers: { 'user-agent': userAgent },
        fetch: toStandardFetch(withBoundedBodies(fetch, { exceptStreams: true })),
      });
      return (id) => {
        const model = provider.languageModel(id);
        return { doStream: (call) => model.doStream({ ...call, ...EXTRAS }) };
      };
    });
}
