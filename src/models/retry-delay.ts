import { secondTryDelayMs } from '../net/wait-policy.ts';
import { readModelError } from './model-error.ts';

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
