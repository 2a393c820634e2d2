import { z } from 'zod';
import { problem } from './contract.ts';

/** The errors of every answering route, in addition to its own 502. */
export const problemResponses = {
  400: problem.describe('The request is not valid; the message says which field.'),
  401: problem.describe('A key is needed.'),
  405: problem.describe('The path does not support this method.'),
  406: problem.describe('None of the available forms matches `Accept`.'),
  413: problem.describe('The body is too large.'),
  415: problem.describe('The body is not JSON.'),
  429: problem.describe('Too many requests from this address.'),
  500: problem.describe('An unexpected error; the message contains the request id.'),
  503: problem.describe('The service is overloaded or stopping.'),
} as const;

/** The reply without a body to a caller who already has the answer. */
export const unchanged = z.null().describe('The caller already has this answer, as `If-None-Match` says.');
