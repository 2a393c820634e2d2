import type { FastifyRequest } from 'fastify';
import type { Problem } from '../http/problems.ts';
import { dialectOf } from './dialect.ts';

/** A problem as the body that clients of the service expect whose format the request is in. */
export function toProblemBody({ status, message }: Problem, request: FastifyRequest): object {
  switch (dialectOf(request)) {
    case 'brave':
      return {
        type: 'ErrorResponse',
        error: { id: request.id, status, code: codeOf(status), detail: message },
      };
    case 'perplexity':
      return { error: { message, type: codeOf(status).toLowerCase(), code: status } };
    case 'exa':
      return { requestId: request.id, error: message, tag: codeOf(status) };
    case 'tavily':
      return { detail: { error: message }, error: message };
    default:
      return { error: message };
  }
}

const CODES: ReadonlyMap<number, string> = new Map([
  [400, 'INVALID_REQUEST'],
  [401, 'INVALID_API_KEY'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [413, 'TOO_LARGE'],
  [429, 'RATE_LIMITED'],
  [502, 'SEARCH_FAILED'],
  [503, 'OVERLOADED'],
]);

function codeOf(status: number): string {
  return CODES.get(status) ?? (status < 500 ? 'INVALID_REQUEST' : 'INTERNAL_ERROR');
}
