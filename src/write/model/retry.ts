import { readModelError } from './model-error.ts';

const MIN_DELAY_MS = 250;
const MAX_DELAY_MS = 1_000;

/** 529 is Anthropic's for too many requests from everybody together. */
const STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504, 529]);
const NETWORK_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * How long to wait before asking the model's API once more, 250 ms to 1 s; undefined when it is not worth it: the error
 * does not invite it, the account is used up, or the API asks to wait longer than a reader would.
 */
export function retryDelayMs(error: unknown): number | undefined {
  const { status, apiCode, networkCode, retryAfterMs } = readModelError(error);
  const invites = status === undefined ? NETWORK_CODES.has(networkCode) : STATUSES.has(status);
  if (!invites || /quota|billing/.test(apiCode)) return undefined;
  const delayMs = Math.max(MIN_DELAY_MS, retryAfterMs ?? 0);
  return delayMs <= MAX_DELAY_MS ? delayMs : undefined;
}
