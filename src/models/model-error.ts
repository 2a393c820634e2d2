import { fieldOf } from '@sayso/text/own-value.ts';
import { readRetryAfterMs, secondTryDelayMs } from '../net/suspension.ts';

/** Facts about an error of a model's API or of the connection to it; contains nothing that was sent. */
export type ModelError = {
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
