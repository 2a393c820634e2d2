import { fieldOf } from '@sayso/text/own-value.ts';
import { Failure, type Fault, faultWords } from '../core/failure.ts';
import { readRetryAfterMs, secondTryDelayMs } from '../net/suspension.ts';
import { causesOf, networkRemedy, toUpstreamError } from '../net/upstream-error.ts';
import { UNKNOWN_MODEL } from './language-model.ts';

/** Prefix of the settings of the first model, or of the fallback model. */
export type SettingsPrefix = 'MODEL_' | 'MODEL_FALLBACK_';

const KEY_REFUSED: Fault = {
  cause: 'refused: the key was not accepted',
  remedy: 'set MODEL_API_KEY to a key that its API accepts',
};
const NO_CREDIT: Fault = { cause: 'refused: the account of its API has no credit left' };
const TIMED_OUT: Fault = { cause: 'took too long: its API gave up' };
const REDIRECTED: Fault = {
  cause: 'cannot be asked: the server redirects',
  remedy: 'set MODEL_BASE_URL to the address of its API',
};
const FAILED: Fault = { cause: 'failed', remedy: 'check the log of its server' };
const CHECK_ALL = 'check MODEL_PROVIDER, MODEL_BASE_URL and MODEL_NAME';

/** The codes of OpenAI and of llama.cpp. */
const TOO_LONG = /context_(?:length|size)/;

/** What an API's own code means; it says more than the status. */
const BY_API_CODE: readonly (readonly [RegExp, Fault])[] = [
  [/quota|credit|billing/, NO_CREDIT],
  [TOO_LONG, { cause: 'has too small a context window for the prompt', remedy: 'lower CONTEXT_TOKENS' }],
  [
    /out_of_memory/,
    {
      cause: 'does not fit into the memory of its server',
      remedy: 'set MODEL_NAME to a smaller model, give its server more memory, or lower CONTEXT_TOKENS',
    },
  ],
  [/API_KEY_INVALID/, KEY_REFUSED],
];

const BY_STATUS: Readonly<Record<number, Fault>> = {
  401: KEY_REFUSED,
  402: NO_CREDIT,
  403: KEY_REFUSED,
  404: {
    cause: 'was not found',
    remedy: 'set MODEL_NAME to a model that its API has, or correct MODEL_BASE_URL',
  },
  408: TIMED_OUT,
  413: { cause: 'refused the request as too large', remedy: 'lower CONTEXT_TOKENS' },
  504: TIMED_OUT,
};

const CONNECTION_LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Why there is no answer and what to do about it, in words that follow the name of the model. They contain
 * neither the prompt, the key nor text from the upstream. `prefix` is that of the settings to check.
 */
export function toModelFault(error: unknown, prefix: SettingsPrefix): Fault {
  const fault: Fault =
    error instanceof StreamFault ? STREAM_FAULTS[error.fault] : faultOf(readModelError(error), error);
  return fault.remedy === undefined ? fault : { ...fault, remedy: fault.remedy.replaceAll('MODEL_', prefix) };
}

/**
 * The failure for the person who asked and for the operator, with the setting to check. Its cause is an error
 * that may be logged: the SDK's own errors contain the prompt, the key and text from the upstream, so logging
 * one would reveal the question (measured).
 */
export function toModelFailure(
  error: unknown,
  modelName: string,
  prefix: SettingsPrefix = 'MODEL_',
): Failure {
  if (error instanceof Failure) return error;
  const facts = readModelError(error);
  const { retryAfterMs, origin } = facts;
  return new Failure(
    'model-unavailable',
    `${subjectOf(modelName)} ${faultWords(toModelFault(error, prefix))}.`,
    {
      cause: withoutContent(error, facts),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(origin !== '' && { address: origin }),
    },
  );
}

/** The model exceeded its time limit. */
export function toTimeoutFailure(modelName: string, timeoutMs: number): Failure {
  const seconds = Number((timeoutMs / 1000).toFixed(1));
  return new Failure('model-unavailable', `${subjectOf(modelName)} did not finish within ${seconds} s.`);
}

/** The model as the subject of a sentence. */
export function subjectOf(modelName: string): string {
  const isKnown = modelName !== '' && modelName !== UNKNOWN_MODEL;
  return isKnown ? `The language model ${modelName}` : 'The language model';
}

function faultOf(facts: ModelError, error: unknown): Fault {
  const { status, networkCode } = facts;
  if (status !== undefined) {
    const { cause, ...remedy } = faultOfStatus(status, facts);
    return { cause: `${cause} (status ${status})`, ...remedy };
  }
  if (networkCode === '') return { cause: 'failed', remedy: CHECK_ALL };
  const { message } = toUpstreamError(error);
  const remedy = networkRemedy(message, 'MODEL_BASE_URL');
  const isLost = CONNECTION_LOST.has(networkCode);
  return {
    cause: isLost ? 'lost the connection before its answer was complete' : `cannot be reached, ${message}`,
    remedy,
  };
}

function faultOfStatus(status: number, { apiCode, retryAfterMs }: ModelError): Fault {
  const fault = BY_API_CODE.find(([code]) => code.test(apiCode))?.[1] ?? BY_STATUS[status];
  if (fault !== undefined) return fault;
  if (status < 400) return REDIRECTED;
  if (status === 429) return tooManyRequests(retryAfterMs);
  return status >= 500 ? FAILED : { cause: 'refused the request', remedy: CHECK_ALL };
}

function tooManyRequests(retryAfterMs: number | undefined): Fault {
  const cause = 'has had too many requests';
  if (retryAfterMs === undefined) return { cause, remedy: 'wait, or raise the limit of its plan' };
  return { cause, remedy: `try again in ${Math.max(1, Math.ceil(retryAfterMs / 1000))} s` };
}

function withoutContent(error: unknown, { status, networkCode }: ModelError): Error {
  const name = error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'unknown';
  const fault = error instanceof StreamFault ? error.fault : '';
  return new Error([name, fault, status ?? '', networkCode].filter((part) => part !== '').join(' '));
}

/** The ways in which an opened stream can fail, with causes that follow the name of the model. */
const STREAM_FAULTS = {
  /** It ended before the model reported that it had finished. */
  cut: { cause: 'broke off before its answer was complete' },
  /** A line is not JSON, or is JSON of another shape. */
  garbage: { cause: 'sent something that cannot be read' },
  /** No part of it followed the protocol: it is a web page, or comes from another API. */
  foreign: {
    cause: 'did not answer in the protocol of its API',
    remedy: 'check MODEL_BASE_URL, which usually ends in /v1, and MODEL_PROVIDER',
  },
  empty: { cause: 'wrote nothing' },
  'only-thinking': { cause: 'only thought and wrote no answer' },
  'only-call': { cause: 'wrote a call of a tool in place of an answer' },
  'no-room': {
    cause: 'used up its tokens before the first word of the answer',
    remedy: 'allow it a larger context or more tokens',
  },
  filtered: { cause: 'wrote no answer, because its provider withheld it' },
  'cut-by-limit': { cause: 'reached its token limit before its answer was complete' },
  'cut-by-filter': { cause: 'was stopped by its provider before its answer was complete' },
  /** The answer was uselessly long, as happens when a model repeats itself endlessly. */
  endless: { cause: 'kept writing without end and was stopped' },
} as const satisfies Readonly<Record<string, Fault>>;

/** A failed stream. Contains none of the stream's text. */
export class StreamFault extends Error {
  readonly fault: keyof typeof STREAM_FAULTS;

  constructor(fault: keyof typeof STREAM_FAULTS) {
    super(fault);
    this.name = 'StreamFault';
    this.fault = fault;
  }
}

/** Facts about an error of a model's API or of the connection to it; contains nothing that was sent. */
type ModelError = {
  /** HTTP status, even if it was sent inside the stream. */
  readonly status: number | undefined;
  /** The API's code, e.g. `insufficient_quota`; for comparison, never shown. */
  readonly apiCode: string;
  /** Code of the underlying network error, e.g. `ECONNRESET`. */
  readonly networkCode: string;
  /** Scheme, host and port that were called; empty when unknown. */
  readonly origin: string;
  /** The wait that the API asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
};

/**
 * Reads an error by its fields, not by its class, because the SDK's classes are loaded on first use and every
 * provider has its own. Understands the SDK's APICallError, errors of Node and undici, and `{code, ...}`
 * objects in the stream.
 */
export function readModelError(error: unknown): ModelError {
  const chain = causesOf(error);
  const pick = (name: string) =>
    chain.map((link) => fieldOf(link, name)).find((value) => value !== undefined);
  const code = chain.map((link) => fieldOf(link, 'code')).find((value) => typeof value === 'number');
  const data = pick('data');
  // Mistral's error bodies are flat; others have their fields in `error`.
  const inner = fieldOf(data, 'error') ?? data ?? error;
  return {
    status: toStatus(pick('statusCode'), 300) ?? toStatus(code) ?? toStatus(fieldOf(inner, 'status')),
    apiCode: [fieldOf(inner, 'code'), fieldOf(inner, 'type'), ...reasons(fieldOf(inner, 'details'))]
      .filter((value) => typeof value === 'string')
      .join(' '),
    networkCode: networkCode(chain),
    origin: toOrigin(pick('url')),
    retryAfterMs: toRetryAfterMs(pick('responseHeaders')),
  };
}

/** Google gives the reason in `details`; a wrong key has the same status as any bad request. */
function reasons(details: unknown): readonly unknown[] {
  return Array.isArray(details) ? details.map((detail) => fieldOf(detail, 'reason')) : [];
}

function networkCode(chain: readonly unknown[]): string {
  const codes = chain.filter((link) => link instanceof Error).map((link) => fieldOf(link, 'code'));
  return (
    codes.find((code) => typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code))?.toString() ?? ''
  );
}

function toStatus(value: unknown, least = 400): number | undefined {
  return typeof value === 'number' && value >= least && value <= 599 ? value : undefined;
}

function toOrigin(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : '';
}

function toRetryAfterMs(headers: unknown): number | undefined {
  const textOf = (name: string) => {
    const value = fieldOf(headers, name);
    return typeof value === 'string' ? value : undefined;
  };
  return readRetryAfterMs({
    'retry-after-ms': textOf('retry-after-ms'),
    'retry-after': textOf('retry-after'),
  });
}

/** Whether the prompt was longer than the context window. */
export function isTooLong(error: unknown): boolean {
  return TOO_LONG.test(readModelError(error).apiCode);
}

/** 529 is Anthropic's status for an overload caused by all its customers together. */
const STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504, 529]);
const NETWORK_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * How long to wait before calling the model's API a second time; undefined if a retry is useless: the error
 * is permanent, the account has no credit, or the API asks for a longer wait than a reader would accept.
 */
export function retryDelayMs(error: unknown): number | undefined {
  const { status, apiCode, networkCode, retryAfterMs } = readModelError(error);
  const invites = status === undefined ? NETWORK_CODES.has(networkCode) : STATUSES.has(status);
  if (!invites || /quota|billing|out_of_memory/.test(apiCode)) return undefined;
  return secondTryDelayMs(retryAfterMs);
}
