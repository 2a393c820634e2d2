import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { fieldOf } from '@sayso/text/own-value.ts';
import type { ApiReply } from '../net/http-client.ts';
import { readText } from './fetch-json.ts';
import { StreamFault } from './stream-fault.ts';

/** The maximum length of an error, which is one sentence. */
const MAX_ERROR_BYTES = 65_536;

/** A call of a model's API. */
type StreamedCall = {
  readonly url: string;
  readonly send: () => Promise<ApiReply>;
  /** The API's code for an error, from the `error` of its body; empty if only the status matters. */
  readonly codeOf: (error: unknown) => string;
  readonly signal: AbortSignal;
};

/** The body of a successful reply. Rejects with a ModelCallError, which contains no text from the server. */
export async function openStreamedCall(call: StreamedCall): Promise<ReadableStream<Uint8Array>> {
  const { url, signal } = call;
  const response = await call.send().catch((error: unknown) => {
    throw signal.aborted ? error : new ModelCallError(url, { cause: error });
  });
  if (!response.ok) {
    throw new ModelCallError(url, {
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      apiCode: call.codeOf(await errorIn(response.body).catch(() => undefined)),
    });
  }
  if (response.body === null) throw new StreamFault('foreign');
  return response.body;
}

/** The `error` of a body, or the body itself, because Mistral's errors are flat. */
async function errorIn(body: ApiReply['body']): Promise<unknown> {
  const value = parseBoundedJson(await readText(body, MAX_ERROR_BYTES));
  return fieldOf(value, 'error') ?? value;
}

/** A failed call, with the fields that `readModelError` reads, but no text, which may be the prompt. */
export class ModelCallError extends Error {
  readonly url: string;
  readonly statusCode: number | undefined;
  readonly responseHeaders: Readonly<Record<string, string>> | undefined;
  /** The API's code, at the place where OpenAI's errors have it. */
  readonly data: { readonly error: { readonly code: string } };

  constructor(
    url: string,
    facts: {
      readonly statusCode?: number;
      readonly responseHeaders?: Readonly<Record<string, string>>;
      readonly apiCode?: string;
      readonly cause?: unknown;
    },
  ) {
    super('the call failed', { cause: facts.cause });
    this.name = 'ModelCallError';
    this.url = url;
    this.statusCode = facts.statusCode;
    this.responseHeaders = facts.responseHeaders;
    this.data = { error: { code: facts.apiCode ?? '' } };
  }
}
