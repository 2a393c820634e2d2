import type { Problem } from '../http/problems.ts';

/** The body of an error. Perplexity's clients expect a number as code; OpenAI's accept both. */
export type ErrorBody = {
  readonly error: {
    readonly message: string;
    readonly type: string;
    /** The HTTP status. */
    readonly code: number;
    readonly param: null;
  };
};

/** The types of errors in OpenAI's API, by status. */
const TYPES: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [429, 'rate_limit_error'],
]);

/** A problem as OpenAI's API reports it. */
export function toErrorBody({ status, message }: Pick<Problem, 'status' | 'message'>): ErrorBody {
  const usual = status < 500 ? 'invalid_request_error' : 'server_error';
  return { error: { message, type: TYPES.get(status) ?? usual, code: status, param: null } };
}
