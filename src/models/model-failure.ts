import { Failure } from '../core/failure.ts';
import { fieldOf } from '../lib/text/own.ts';
import { toUpstreamError } from '../net/upstream-error.ts';
import { readRetryAfterMs, secondTryDelayMs } from '../net/wait-policy.ts';
import { UNKNOWN_MODEL } from './model-name.ts';

const BY_FAULT: Readonly<Record<StreamFaultKind, string>> = {
  cut: 'broke off before its answer was complete.',
  garbage: 'sent something that cannot be read.',
  foreign:
    'did not answer in the protocol of its API: check MODEL_BASE_URL, which usually ends in /v1, ' +
    'and MODEL_PROVIDER.',
  empty: 'wrote nothing.',
  'only-thinking': 'only thought and wrote no answer.',
  'no-room': 'used up its tokens before the first word of the answer: a larger context or token limit helps.',
  filtered: 'wrote no answer: its provider withheld it.',
  'cut-by-limit': 'reached its token limit before its answer was complete.',
  'cut-by-filter': 'was stopped by its provider before its answer was complete.',
  endless: 'kept writing without end and was stopped.',
};

const CONNECTION_LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Prefix of the settings of the first model, or of the fallback model. */
export type SettingsPrefix = 'MODEL_' | 'MODEL_FALLBACK_';

/**
 * Explains why there is no answer, for the person who asked and for the operator, with the setting to check.
 * Neither the message nor the cause contains the prompt, the key or text from the upstream: the SDK's own
 * errors contain all three, so logging one would reveal the question (measured).
 */
export function toModelFailure(
  error: unknown,
  modelName: string,
  prefix: SettingsPrefix = 'MODEL_',
): Failure {
  if (error instanceof Failure) return error;
  const facts = readModelError(error);
  const words = error instanceof StreamFault ? BY_FAULT[error.fault] : describe(facts, error);
  const { retryAfterMs, origin } = facts;
  return new Failure('model-unavailable', `${subjectOf(modelName)} ${words.replaceAll('MODEL_', prefix)}`, {
    cause: sanitise(error, facts),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(origin !== '' && { address: origin }),
  });
}

/** The model exceeded its time limit. */
export function toTimeoutFailure(modelName: string, timeoutMs: number): Failure {
  const seconds = Number((timeoutMs / 1000).toFixed(1));
  return new Failure('model-unavailable', `${subjectOf(modelName)} did not finish within ${seconds} s.`);
}

function subjectOf(modelName: string): string {
  const isKnown = modelName !== '' && modelName !== UNKNOWN_MODEL;
  return isKnown ? `The language model ${modelName}` : 'The language model';
}

function describe(facts: ModelError, error: unknown): string {
  const { status, networkCode } = facts;
  if (status !== undefined) return byStatus(status, facts);
  if (networkCode === 'ECONNREFUSED') return "cannot be reached: is the model's server running?";
  if (CONNECTION_LOST.has(networkCode)) return 'lost the connection before its answer was complete.';
  return networkCode === '' ? 'failed.' : `cannot be reached: ${toUpstreamError(error).message}.`;
}

function byStatus(status: number, facts: ModelError): string {
  const told = `(status ${status})`;
  if (status < 400)
    return `cannot be asked: the server redirects; set MODEL_BASE_URL to the address of its API ${told}.`;
  if (/quota|credit|billing/.test(facts.apiCode) || status === 402)
    return `refused: the account of its API has no credit left ${told}.`;
  if (/context_length/.test(facts.apiCode))
    return `has too little context for the sources: lower CONTEXT_TOKENS ${told}.`;
  if (/out_of_memory/.test(facts.apiCode))
    return `does not fit into the memory of its server: use a smaller model ${told}.`;
  if (/API_KEY_INVALID/.test(facts.apiCode)) return refusedKey(told);
  switch (status) {
    case 401:
    case 403:
      return refusedKey(told);
    case 404:
      return `was not found: check MODEL_NAME and MODEL_BASE_URL ${told}.`;
    case 408:
    case 504:
      return `took too long: its API gave up ${told}.`;
    case 413:
      return `refused the request as too large: lower CONTEXT_TOKENS ${told}.`;
    case 429:
      return `has had too many requests${waitOf(facts)} ${told}.`;
    default:
      return status >= 500 ? `failed ${told}.` : `refused the request ${told}.`;
  }
}

function refusedKey(told: string): string {
  return `refused: the key was not accepted; check MODEL_API_KEY ${told}.`;
}

function waitOf({ retryAfterMs }: ModelError): string {
  return retryAfterMs === undefined ? '' : `: try again in ${Math.max(1, Math.ceil(retryAfterMs / 1000))} s`;
}

/** The error in a form that may be logged. */
function sanitise(error: unknown, { status, networkCode }: ModelError): Error {
  const name = error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'unknown';
  const fault = error instanceof StreamFault ? error.fault : '';
  return new Error([name, fault, status ?? '', networkCode].filter((part) => part !== '').join(' '));
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

const MAX_DEPTH = 6;

/**
 * Reads an error by its fields, not by its class, because the SDK's classes are loaded on first use and every
 * provider has its own. Understands the SDK's APICallError, errors of Node and undici, and `{code, ...}`
 * objects in the stream.
 */
export function readModelError(error: unknown): ModelError {
  const chain = causes(error);
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

function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let link = error;
  while (link !== undefined && link !== null && chain.length < MAX_DEPTH) {
    chain.push(link);
    link = link instanceof AggregateError ? link.errors[0] : fieldOf(link, 'cause');
  }
  return chain;
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

/** The ways in which an opened stream can fail. */
type StreamFaultKind =
  /** It ended before the model reported that it had finished. */
  | 'cut'
  /** A line is not JSON, or is JSON of another shape. */
  | 'garbage'
  /** No part of it followed the protocol: it is a web page, or comes from another API. */
  | 'foreign'
  /** The model finished without any text. */
  | 'empty'
  /** The model produced thinking, but no answer. */
  | 'only-thinking'
  /** The model's token limit was reached before the first word. */
  | 'no-room'
  /** The provider withheld the answer. */
  | 'filtered'
  /** The model's token limit was reached in the middle of the answer. */
  | 'cut-by-limit'
  /** The provider stopped the answer. */
  | 'cut-by-filter'
  /** The answer was uselessly long, as happens when a model repeats itself endlessly. */
  | 'endless';

/** A failed stream. Contains none of the stream's text. */
export class StreamFault extends Error {
  readonly fault: StreamFaultKind;

  constructor(fault: StreamFaultKind) {
    super(fault);
    this.name = 'StreamFault';
    this.fault = fault;
  }
}
