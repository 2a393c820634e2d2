import { jsonIn } from '@sayso/text/bounded-json.ts';
import { toPublicUrl } from '@sayso/text/url.ts';
import type { FailedReason } from '../../core/attempt.ts';
import type { Fault } from '../../core/failure.ts';
import type { Diagnosis } from '../../core/status.ts';
import { type FailedCall, readRetryAfterMs, Suspension } from '../../net/suspension.ts';
import type { Upstream, UpstreamReply } from '../../net/upstream.ts';
import { networkRemedy, UpstreamError } from '../../net/upstream-error.ts';

/** The time that a server may take if it has to load its model first. */
const DIAGNOSIS_MS = 20_000;
/** A question for diagnoses, and two passages of which only the second answers it. */
export const SAMPLE = {
  question: 'What is water?',
  passages: ['The next train to Oslo leaves at nine.', 'Water is a liquid without colour or taste.'],
} as const;

/** The client of the server of a small model. Such servers use one of several protocols. */
export class ModelServer {
  readonly #options: ModelServerOptions;
  readonly #suspension = new Suspension<ModelServerFailure>(() => performance.now());
  /** The index of the protocol that worked last. */
  #working: number | null = null;

  constructor(options: ModelServerOptions) {
    this.#options = options;
    this.#suspension.onOpen(() => options.onSuspend(this.#suspension.openedBy?.cause ?? ''));
  }

  /**
   * Uses the protocol that worked last; otherwise tries each protocol until one works, or fails for a reason
   * other than the protocol. Fails at once while the server is suspended after failures; the call that tests
   * it again is made in the background. Rejects only with the signal's reason.
   */
  async call<T>(
    requests: readonly ModelRequest<T>[],
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<ModelServerOutcome<T>> {
    const { state, isCallable, openedBy } = this.#suspension;
    if (state === 'closed') return this.#callMeasured(requests, timeoutMs, signal);
    this.#options.onCall('resting', 0);
    // The current question must not wait for a server that probably still fails.
    if (isCallable) void this.#callMeasured(requests, timeoutMs, new AbortController().signal);
    const reason = openedBy?.reason ?? 'upstream';
    return { status: 'failed', reason, cause: 'it is suspended after failures' };
  }

  /** Makes one real call, whatever happened before; `judge` says what it shows and what to improve. */
  async diagnose<T>(
    requests: readonly ModelRequest<T>[],
    judge: (value: T) => readonly [cause: string, remedy: string],
    signal: AbortSignal,
  ): Promise<Diagnosis> {
    const startedAtMs = performance.now();
    const outcome = await this.#tryProtocols(requests, DIAGNOSIS_MS, signal);
    const name = `${this.#options.name} (${toPublicUrl(this.#options.url)})`;
    if (outcome.status === 'failed') {
      const { cause, remedy = '' } = outcome;
      return { name, ok: false, cause, remedy };
    }
    const [found, remedy] = judge(outcome.value);
    const cause = `${found}, in ${Math.round(performance.now() - startedAtMs)} ms`;
    return { name, ok: true, cause, remedy };
  }

  #callMeasured<T>(requests: readonly ModelRequest<T>[], timeoutMs: number, signal: AbortSignal) {
    return this.#suspension.run(async () => {
      const startedAtMs = performance.now();
      const outcome = await this.#tryProtocols(requests, timeoutMs, signal);
      const told = outcome.status === 'ok' ? 'ok' : outcome.reason;
      this.#options.onCall(told, performance.now() - startedAtMs);
      return outcome;
    });
  }

  async #tryProtocols<T>(
    requests: readonly ModelRequest<T>[],
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<ModelServerOutcome<T>> {
    const endsAtMs = performance.now() + timeoutMs;
    let first: ModelServerOutcome<T> | undefined;
    for (const [at, request] of requests.entries()) {
      if (this.#working !== null && at !== this.#working) continue;
      const limits = { timeoutMs: endsAtMs - performance.now(), signal };
      const { outcome, isOtherProtocol } = await callOnce(this.#options, request, limits);
      if (outcome.status === 'ok') this.#working = at;
      if (!isOtherProtocol) return outcome;
      first ??= outcome;
    }
    // The server may have been replaced by one of another kind.
    this.#working = null;
    if (first === undefined) throw new RangeError('no protocol was given for the server');
    return first;
  }
}

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
type ModelServerFailure = FailedCall & Fault;

/** The result of a call. */
type ModelServerOutcome<T> = { readonly status: 'ok'; readonly value: T } | ModelServerFailure;

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

/** Sends one request. Rejects only with the signal's reason. */
async function callOnce<T>(
  { upstream, key, prefix }: ModelServerOptions,
  { url, body, read }: ModelRequest<T>,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<{ readonly outcome: ModelServerOutcome<T>; readonly isOtherProtocol: boolean }> {
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
  const json = jsonIn(text, MAX_VALUES);
  const value = json === undefined ? null : read(json);
  if (value !== null) return { status: 'ok', value };
  const remedy = `check ${prefix}URL and its model, and its log`;
  return { status: 'failed', reason: 'protocol', cause: 'its reply is not complete or not valid', remedy };
}

type StatusMeaning = readonly [reason: FailedReason, cause: string, remedy: string];

/** The meanings of a server's statuses; remedies name the settings without their prefix. */
const NOT_ACCEPTED: StatusMeaning = ['protocol', 'it does not accept the request', 'check URL and its model'];
const SERVER_ERROR: StatusMeaning = ['upstream', 'it reports an error', 'check its log'];
const NO_SUCH: StatusMeaning = [
  'configuration',
  'it has no such model or address',
  'check URL and its model',
];
const KEY_REFUSED: StatusMeaning = ['configuration', 'it refuses the key', 'check the token in URL'];
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
