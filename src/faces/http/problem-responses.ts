import { z } from 'zod';
import { problem } from './contract.ts';

/** The errors every answering route can reply with, beside its own 502. */
export const problemResponses = {
  400: problem.describe('The request is not valid; the message says which field.'),
  401: problem.describe('A key is needed.'),
  405: problem.describe('The path does not take this method.'),
  406: problem.describe('No form that is on offer is admitted by `Accept`.'),
  413: problem.describe('The body is too large.'),
  415: problem.describe('The body is not JSON.'),
  429: problem.describe('Too many requests from this address.'),
  500: problem.describe('Something unforeseen; the message holds the request id.'),
  503: problem.describe('The service holds no more work, or is stopping.'),
} as const;

/** The reply without a body to a caller who has the answer already. */
export const unchanged = z.null().describe('The answer is the one that `If-None-Match` names.');
