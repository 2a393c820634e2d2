import { secondTryDelayMs } from '../../net/wait-policy.ts';
import { readModelError } from './model-error.ts';

/** 529 is Anthropic's for too many requests from everybody together. */
const STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504, 529]);
const NETWORK_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * How long to wait before asking the model's API once more; undefined when it is not worth it: the error
 * does not invite it, the account is used up, or the API asks to wait longer than a reader would.
 */
export function retryDelayMs(error: unknown): number | undefined {
  const { status, apiCode, networkCode, retryAfterMs } = readModelError(error);
  const invites = status === undefined ? NETWORK_CODES.has(networkCode) : STATUSES.has(status);
  if (!invites || /quota|billing/.test(apiCode)) return undefined;
  return secondTryDelayMs(retryAfterMs);
}
