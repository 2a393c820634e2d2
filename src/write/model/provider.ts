import type { ContextWindow } from './context-window.ts';
import type { LanguageModelLike } from './language-model.ts';
import type { ModelName } from './model-name.ts';

/** What every provider is made from. */
export type ProviderOptions = {
  /** Null for the provider's own API. */
  readonly baseUrl: string | null;
  /** Null where the server asks for none, as local ones do. */
  readonly apiKey: string | null;
  /** Null for the provider's usual small model, or the first one its server lists. */
  readonly modelName: string | null;
  /** The way out: `net`'s. */
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
};

/** One model, whoever serves it. */
export type ModelProvider = {
  readonly model: LanguageModelLike;
  /** The name sent to the model's API; `default` until the server has told one. */
  readonly name: () => string;
  /** Does what the first call would have to wait for: loads the SDK, asks for the model's name. Never throws. */
  warmUp(): Promise<void>;
  /** What will keep the model from writing, as a sentence for the log at the start; null for nothing. Never throws. */
  findTrouble?(signal: AbortSignal): Promise<string | null>;
  /** The model's context window, once it has been called; null where its server does not tell. May throw. */
  contextWindow?(signal: AbortSignal): Promise<ContextWindow | null>;
};

/** Makes the client of one model, by the name its API knows it by. */
export type Connect = (id: string) => LanguageModelLike;

/**
 * A provider whose SDK is loaded on first use: 70 ms and 20 MB that a service without a model does not need (measured).
 * `load` is called once: a second `import()` looks the file up again, with every question (measured).
 */
export function createProvider(name: ModelName, load: () => Promise<Connect>): ModelProvider {
  const models = new Map<string, LanguageModelLike>();
  let loading: Promise<Connect> | undefined;

  async function open(): Promise<LanguageModelLike> {
    loading ??= load();
    const [connect, id] = await Promise.all([loading, name.resolve()]);
    const model = models.get(id) ?? connect(id);
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
