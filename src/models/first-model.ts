import { fieldOf } from '@sayso/text/own-value.ts';
import { startDeadline, untilAborted } from '../core/deadline.ts';
import type { PlainFetch } from '../net/http-client.ts';
import { fetchJson } from './fetch-json.ts';

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
  return status === 200 ? firstId(body) : null;
}

function firstId(list: unknown): string | null {
  const data = fieldOf(list, 'data');
  const models: readonly unknown[] = Array.isArray(data) ? data : [];
  const ids = models.map((model) => fieldOf(model, 'id'));
  return (
    ids.find((id): id is string => typeof id === 'string' && PLAIN_ID.test(id) && !NO_WRITER.test(id)) ?? null
  );
}
