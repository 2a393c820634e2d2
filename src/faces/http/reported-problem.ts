import type { FastifyRequest } from 'fastify';
import { type Problem, toProblem } from './problems.ts';

/** The request in which a problem occurred. */
export type TroubledRequest = Pick<FastifyRequest, 'id' | 'log'>;

/**
 * Any error thrown while a request was served, as a problem. Unexpected errors are logged under the request
 * id that the problem contains.
 */
export function reportedProblem(thrown: unknown, { id, log }: TroubledRequest): Problem {
  const problem = toProblem(thrown, id);
  const { status, failure } = problem;
  if (status === 500) log.error({ err: failure.cause ?? failure }, 'unforeseen error');
  return problem;
}
