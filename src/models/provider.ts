import { fieldOf } from '@sayso/text/own-value.ts';
import { startDeadline, untilAborted } from '../core/deadline.ts';
import type { PlainFetch } from '../net/http-client.ts';
import { fetchJson, type ModelListing } from './api-call.ts';
import type { ContextWindow } from './context-window.ts';
import { type LanguageModelLike, UNKNOWN_MODEL } from './language-model.ts';
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

/** The name of a model, which may have to be requested from the model's server. */
export type ModelName = {
  /** The name if it is known, otherwise `default`. */
  readonly current: string;
  /** Resolves when the name is known, or when it is clear that it cannot be found out now. Never throws. */
  resolve(): Promise<string>;
};

const LISTING_TIMEOUT_MS = 2_000;
const LISTING_PAUSE_MS = 30_000;

/** A name that is known. */
export function fixedName(name: string): ModelName {
  return { current: name, resolve: async () => name };
}

/**
 * The first name that the server lists. Until the name is known, callers share one request of at most 2 s; a
 * failed request is repeated after 30 s at the earliest. A server that starts later is therefore found
 * without a restart.
 */
export function listedName(listing: ModelListing): ModelName {
  let found: string | null = null;
  let request: Promise<void> | null = null;
  let pauseUntilMs = 0;

  async function findName(): Promise<void> {
    found = await findFirstModel(listing, LISTING_TIMEOUT_MS);
    if (found === null) pauseUntilMs = performance.now() + LISTING_PAUSE_MS;
    request = null;
  }
  return {
    get current() {
      return found ?? UNKNOWN_MODEL;
    },
    async resolve() {
      if (found === null && performance.now() >= pauseUntilMs) {
        request ??= findName();
        await request;
      }
      return found ?? UNKNOWN_MODEL;
    },
  };
}

/** Words in the names of models that cannot write answers. */
const NO_WRITER = /embed|rerank|whisper|tts|moderation/i;
const PLAIN_ID = /^[\p{L}\p{N}][\p{L}\p{N}._:@/+ -]{0,199}$/u;

/**
 * The first model that `GET {baseUrl}/models` lists: vLLM and llama.cpp serve exactly one, Ollama names the
 * model installed last. Null if none is listed within `timeoutMs` or the list cannot be read; never throws.
 */
export async function findFirstModel(listing: ModelListing, timeoutMs: number): Promise<string | null> {
  using deadline = startDeadline(timeoutMs, new AbortController().signal);
  const request = listModels(listing, deadline.signal).catch(() => null);
  return await untilAborted(request, deadline.signal).catch(() => null);
}

async function listModels(
  { baseUrl, headers, fetch }: ModelListing,
  signal: AbortSignal,
): Promise<string | null> {
  const { status, body } = await fetchJson(fetch, `${baseUrl}/models`, { headers }, signal);
  return status === 200 ? (writersIn(body)[0] ?? null) : null;
}

/** The names of the models in a reply of `GET /models` that can write answers, in its order. */
export function writersIn(list: unknown): readonly string[] {
  const data = fieldOf(list, 'data');
  const models: readonly unknown[] = Array.isArray(data) ? data : [];
  return models
    .map((model) => fieldOf(model, 'id'))
    .filter((id): id is string => typeof id === 'string' && PLAIN_ID.test(id) && !NO_WRITER.test(id));
}
