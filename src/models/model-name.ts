import { fieldOf } from '@sayso/text/own-value.ts';
import { startDeadline, untilAborted } from '../core/deadline.ts';
import type { PlainFetch } from '../net/http-client.ts';
import { fetchJson } from './api-call.ts';
import { UNKNOWN_MODEL } from './language-model.ts';

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

/** An API that lists its models. */
export type ModelListing = {
  /** Base URL of the API, without a slash at the end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: PlainFetch;
};

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
