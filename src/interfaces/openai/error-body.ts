import type { Problem } from '../http/problems.ts';

/** The types of errors in OpenAI's API, by status. */
const TYPES: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [429, 'rate_limit_error'],
]);

/**
 * A problem as OpenAI's API reports it. The code is the HTTP status, because Perplexity's clients expect a
 * number; OpenAI's accept both.
 */
export function toErrorBody({ status, message }: Problem) {
  const usual = status < 500 ? 'invalid_request_error' : 'server_error';
  return { error: { message, type: TYPES.get(status) ?? usual, code: status, param: null } };
}
