import { AsyncLocalStorage } from 'node:async_hooks';
import { type ApiReply, type PlainFetch, toStandardFetch } from '../../net/http-client.ts';
import { readRetryAfterMs } from '../../net/suspension.ts';
import { tooLarge } from '../../net/upstream.ts';

/** The server refused a call; another try with the same call is useless for now. */
export class CallRefused extends Error {
  readonly status: number;
  /** The wait that the server asks for, in milliseconds; undefined if it states none. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, retryAfterMs: number | undefined) {
    super(`it refuses the call (${status})`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The signal of the call that runs; the protocol's client passes none to `fetch` in its older version. */
const callSignals = new AsyncLocalStorage<AbortSignal>();

/** Runs a call whose requests end with a signal, even if the server ignores that it was cancelled. */
export function runWithSignal<T>(signal: AbortSignal, call: () => T): T {
  return callSignals.run(signal, call);
}

const MAX_BYTES = 2_000_000;
/** Statuses that do not depend on the version of the protocol that the caller speaks. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 429, 503]);

/**
 * A `fetch` for the protocol's client: it only posts, a reply may have two megabytes, and a refusal is thrown
 * as CallRefused. The client also asks for a stream of messages that belong to no call, and ends its session
 * with DELETE; both are optional and answered here, because nobody would read the one or wait for the other.
 */
export function toMcpFetch(fetch: PlainFetch): typeof globalThis.fetch {
  return toStandardFetch(async (url, request = {}) => {
    if (request.method !== 'POST') return NOT_OFFERED;
    const reply = await fetch(url, { ...request, ...withSignal(request.signal, request.body ?? '') });
    if (!REFUSALS.has(reply.status)) return { ...reply, body: bounded(reply.body) };
    await reply.body?.cancel();
    const headers = { 'retry-after': reply.headers.get('retry-after') ?? '' };
    throw new CallRefused(reply.status, readRetryAfterMs(headers));
  });
}

/** The message that cancels a call is sent although the call has ended. */
function withSignal(own: AbortSignal | undefined, body: string): { readonly signal?: AbortSignal } {
  const ofCall = body.includes('"notifications/') ? undefined : callSignals.getStore();
  const signals = [own, ofCall].filter((signal) => signal !== undefined);
  return signals.length === 0 ? {} : { signal: AbortSignal.any(signals) };
}

const NOT_OFFERED: ApiReply = { ok: false, status: 405, headers: new Map(), body: null };

function bounded(body: ApiReply['body']): ApiReply['body'] {
  let bytesLeft = MAX_BYTES;
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytesLeft -= chunk.length;
      if (bytesLeft < 0) controller.error(tooLarge(MAX_BYTES));
      else controller.enqueue(chunk);
    },
  });
  return body?.pipeThrough(count) ?? null;
}
