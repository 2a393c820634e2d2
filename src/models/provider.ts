import type { PlainFetch } from '../net/http-client.ts';
import type { ContextWindow } from './context-window.ts';
import type { LanguageModelLike } from './language-model.ts';
import type { ModelName } from './model-name.ts';
import type { ThroughputMeter } from './throughput-meter.ts';

/** The options of every provider. */
export type ProviderOptions = {
  /** Null for the provider's own API. */
  readonly baseUrl: string | null;
  /** Null if the server needs no key, like local servers. */
  readonly apiKey: string | null;
  /** Null for the provider's usual small model, or for the first model that its server lists. */
  readonly modelName: string | null;
  /** The `fetch` of `net`. */
  readonly fetch: PlainFetch;
  readonly userAgent: string;
  /** Measures the calls of the model; absent if its speed does not matter. */
  readonly meter?: ThroughputMeter;
};

/** One model of any provider. */
export type ModelProvider = {
  readonly model: LanguageModelLike;
  /** The name sent to the model's API; `default` until the server has reported one. */
  readonly name: () => string;
  /** Prepares the first call: loads the SDK and requests the model's name. Never throws. */
  warmUp(): Promise<void>;
  /** What would prevent the model from writing, for the log at startup; null if nothing. Never throws. */
  findProblem?(signal: AbortSignal): Promise<string | null>;
  /** The remedy for a 404 of the model's API, if its server can tell; else null. Never throws. */
  remedyNotFound?(signal: AbortSignal): Promise<string | null>;
  /** The model's context window, available after a call; null if its server does not report it. May throw. */
  contextWindow?(signal: AbortSignal): Promise<ContextWindow | null>;
};

/** Creates the client of a model by its name in the API. */
type Connect = (id: string) => LanguageModelLike;

/**
 * A provider whose SDK is loaded on first use: a service without a model saves 70 ms and 20 MB (measured).
 * `load` is called only once, because calling `import()` for every question would look the file up each time
 * (measured).
 */
export function createProvider(
  name: ModelName,
  load: () => Promise<Connect>,
  meter?: ThroughputMeter,
): ModelProvider {
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
    model: { doStream: async (call) => (await open()).doStream(call), ...(meter && { meter }) },
    name: () => name.current,
    warmUp: () => open().then(ignore, ignore),
  };
}
