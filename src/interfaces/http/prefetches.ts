import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';

/** True for a request that a browser makes ahead of its user (`Sec-Purpose`, and its older names). */
export function isAheadOfTime(headers: IncomingHttpHeaders): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].flat();
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose ?? ''));
}

/**
 * A hook that refuses requests that a browser sends without its user's intention: a prefetch, an image, a
 * frame or another part of a page (`Sec-Fetch-Dest`), or a document that another site opened without a click.
 * Each of these would cost a search and a model call. Requests from scripts are accepted, and so are clients
 * that send none of these fields.
 * @throws Failure `unasked`
 */
export async function refusePrefetches({ headers }: FastifyRequest): Promise<void> {
  const destination = headers['sec-fetch-dest'] ?? 'empty';
  const isOpenedByOthers =
    destination === 'document' &&
    headers['sec-fetch-site'] === 'cross-site' &&
    headers['sec-fetch-user'] !== '?1';
  const isPart = destination !== 'document' && destination !== 'empty';
  if (isPart || isOpenedByOthers || isAheadOfTime(headers))
    throw new Failure('unasked', 'Answers cannot be prefetched or loaded as part of a page.');
}
