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
export function toErrorBody({ status, code, message }: Problem) {
  const usual = status < 500 ? 'invalid_request_error' : 'server_error';
  const type = code === 'budget-exceeded' ? 'budget_exceeded' : (TYPES.get(status) ?? usual);
  return { error: { message, type, code: status, param: null } };
}

/** The same for the Responses interface: clients by the rules of Open Responses read nothing but texts. */
export function toResponsesErrorBody(problem: Problem) {
  const { error } = toErrorBody(problem);
  return { error: { ...error, code: error.type, param: '' } };
}
