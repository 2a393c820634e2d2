import type { FastifyRequest } from 'fastify';
import { type Problem, toProblem } from './problems.ts';

/** The request that a problem belongs to. */
export type TroubledRequest = Pick<FastifyRequest, 'id' | 'log'>;

/**
 * Whatever was thrown while a request was served, as a problem. What was unforeseen is written into the log under the id that
 * the problem tells.
 */
export function reportedProblem(thrown: unknown, { id, log }: TroubledRequest): Problem {
  const problem = toProblem(thrown, id);
  const { status, failure } = problem;
  if (status === 500) log.error({ err: failure.cause ?? failure }, 'unforeseen error');
  return problem;
}
