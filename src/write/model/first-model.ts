import { startDeadline, untilAborted } from '../../core/deadline.ts';

/** What lists its models. */
export type ModelListing = {
  /** Base URL of the API, without a slash at the end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
};

const MAX_LIST_BYTES = 2_097_152;
/** Models that no server can write an answer with, by the words their names have. */
const NO_WRITER = /embed|rerank|whisper|tts|moderation/i;
const PLAIN_ID = /^[\p{L}\p{N}][\p{L}\p{N}._:@/+ -]{0,199}$/u;

/**
 * The first model that `GET {baseUrl}/models` lists: vLLM and llama.cpp serve exactly one, Ollama names the last one
 * installed. Null when none is listed within `timeoutMs` or the list cannot be read; never throws.
 */
export async function findFirstModel(listing: ModelListing, timeoutMs: number): Promise<string | null> {
  using deadline = startDeadline(timeoutMs, new AbortController().signal);
  const asking = ask(listing, deadline.signal).catch(() => null);
  return await untilAborted(asking, deadline.signal).catch(() => null);
}

async function ask({ baseUrl, headers, fetch }: ModelListing, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(`${baseUrl}/models`, { headers, signal });
  const text = await readText(response);
  return response.ok ? firstId(JSON.parse(text)) : null;
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_LIST_BYTES) throw new Error('The list of models is too long.');
  }
  return text;
}

function firstId(list: { readonly data?: unknown } | null): string | null {
  const models: readonly unknown[] = Array.isArray(list?.data) ? list.data : [];
  const ids = models.map((model) =>
    typeof model === 'object' && model !== null ? Reflect.get(model, 'id') : null,
  );
  return ids.find((id) => typeof id === 'string' && PLAIN_ID.test(id) && !NO_WRITER.test(id)) ?? null;
}
