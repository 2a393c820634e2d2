import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import type { FailedReason } from '../../core/attempt.ts';
import type { Fault } from '../../core/failure.ts';
import { type FailedCall, readRetryAfterMs } from '../../net/suspension.ts';
import type { Upstream, UpstreamReply } from '../../net/upstream.ts';
import { networkRemedy, UpstreamError } from '../../net/upstream-error.ts';

/** A server of a small model, as configured in the settings. */
export type ModelServerOptions = {
  /** The kind of model: "reranker". */
  readonly name: string;
  /** The prefix of its settings: `RERANK_`. */
  readonly prefix: string;
  readonly url: string;
  /** Null if the server needs none. */
  readonly key: string | null;
  readonly upstream: Upstream;
  /** Called after each call, and also for each call that was not made because the server is suspended. */
  onCall(outcome: FailedReason | 'ok' | 'resting', tookMs: number): void;
  /** Called when the server is suspended after failures. */
  onSuspend(cause: string): void;
};

/** A call that failed. */
export type ModelServerFailure = FailedCall & Fault;

/** The result of a call. */
export type ModelServerOutcome<T> = { readonly status: 'ok'; readonly value: T } | ModelServerFailure;

/** One protocol: where to send the request, its content, and how to read the reply. */
export type ModelRequest<T> = {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Null if the reply does not have the format of this protocol, or is incomplete. */
  read(reply: unknown): T | null;
};

/** The maximum size of a reply with the vectors of a batch, in bytes and in values. */
const MAX_BYTES = 8_000_000;
const MAX_VALUES = 400_000;

/** The statuses of a reply to a request in another server's protocol. */
const OTHER_PROTOCOL: ReadonlySet<number> = new Set([400, 404, 405, 422]);

/** What a server replied to one request. */
type Answered<T> =
  | { readonly outcome: ModelServerOutcome<T>; readonly isOtherProtocol: false }
  | { readonly outcome: ModelServerFailure; readonly isOtherProtocol: true };

/** Sends one request. Rejects only with the signal's reason. */
export async function callOnce<T>(
  { upstream, key, prefix }: ModelServerOptions,
  { url, body, read }: ModelRequest<T>,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Answered<T>> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(key !== null && { authorization: `Bearer ${key}` }),
  };
  try {
    const limits = { timeoutMs, maxBytes: MAX_BYTES };
    const reply = await upstream.request(
      { url, method: 'POST', headers, body: JSON.stringify(body), ...limits },
      signal,
    );
    if (reply.status < 300) return { outcome: readReply(reply, read, prefix), isOtherProtocol: false };
    return { outcome: toRefusal(reply, prefix), isOtherProtocol: OTHER_PROTOCOL.has(reply.status) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { failedReason: reason, message: cause } = error;
    const remedy =
      reason === 'network' ? networkRemedy(cause, `${prefix}URL`) : 'check whether it is overloaded';
    return { outcome: { status: 'failed', reason, cause, remedy }, isOtherProtocol: false };
  }
}

function readReply<T>(
  { text }: UpstreamReply,
  read: (reply: unknown) => T | null,
  prefix: string,
): ModelServerOutcome<T> {
  let value: T | null = null;
  try {
    value = read(parseBoundedJson(text, MAX_VALUES));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (value !== null) return { status: 'ok', value };
  const remedy = `check ${prefix}URL and ${prefix}MODEL, and its log`;
  return { status: 'failed', reason: 'protocol', cause: 'its reply is not complete or not valid', remedy };
}

type StatusMeaning = readonly [reason: FailedReason, cause: string, remedy: string];

/** The meanings of a server's statuses; remedies name the settings without their prefix. */
const NOT_ACCEPTED: StatusMeaning = ['protocol', 'it does not accept the request', 'check URL and MODEL'];
const SERVER_ERROR: StatusMeaning = ['upstream', 'it reports an error', 'check its log'];
const NO_SUCH: StatusMeaning = ['configuration', 'it has no such model or address', 'check URL and MODEL'];
const KEY_REFUSED: StatusMeaning = ['configuration', 'it refuses the key', 'check KEY'];
const BY_STATUS: Readonly<Record<number, StatusMeaning>> = {
  401: KEY_REFUSED,
  403: KEY_REFUSED,
  404: NO_SUCH,
  405: NO_SUCH,
  429: ['rate', 'it reports too many requests', 'wait, or raise its limit'],
};

function toRefusal({ status, headers }: UpstreamReply, prefix: string): ModelServerFailure {
  const retryAfterMs = readRetryAfterMs(headers);
  const [reason, cause, remedy] = BY_STATUS[status] ?? (status >= 500 ? SERVER_ERROR : NOT_ACCEPTED);
  return {
    status: 'failed',
    reason,
    cause: `${cause} (${status})`,
    remedy: remedy.replace(/\b[A-Z]+\b/g, (setting) => prefix + setting),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}
