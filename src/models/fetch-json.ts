import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import type { ApiReply, PlainFetch } from '../net/http-client.ts';

/** A server's reply: its status, and its body as JSON, null if it is not JSON. */
export type FetchedJson = { readonly status: number; readonly body: unknown };

/** A list of models, or the details of one, is far smaller in practice. */
const MAX_BYTES = 4_194_304;

/** A small request to a model's server, outside an answer. Throws as `fetch`, and above 4 MiB. */
export async function fetchJson(
  fetch: PlainFetch,
  url: string,
  init: {
    readonly method?: 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  },
  signal: AbortSignal,
): Promise<FetchedJson> {
  const response = await fetch(url, { ...init, signal });
  const text = await readText(response.body, MAX_BYTES);
  try {
    return { status: response.status, body: parseBoundedJson(text) };
  } catch {
    return { status: response.status, body: null };
  }
}

/** A body as text. Throws an Error if it has more than `maxBytes`; leaving the loop cancels the rest. */
export async function readText(body: ApiReply['body'], maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytesLeft = maxBytes;
  for await (const bytes of body ?? []) {
    bytesLeft -= bytes.length;
    if (bytesLeft < 0) throw new Error('The reply is too long.');
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}
