import { startDeadline } from '../../core/deadline.ts';
import { Failure, toFailure } from '../../core/failure.ts';
import type { Page } from '../../core/source.ts';
import { callerSignal } from '../http/caller.ts';
import type { InterfaceCall, InterfaceDeps } from '../http/interface-deps.ts';

/**
 * One address that was read, or the reason why it was not; `refusal` if the service had no room for it, or
 * its caller had nothing left.
 */
export type UrlRead = { readonly url: string } & (
  | { readonly page: Page; readonly reason: null }
  | { readonly page: null; readonly reason: string; readonly refusal?: Failure }
);

/** The maximum number of addresses in one request. */
const MAX_URLS = 20;

/**
 * Reads pages, in the order of their addresses; it stops when the caller disconnects or the service stops.
 * Each address counts towards the rate limit; those for which nothing is left fail with the reason.
 * @throws Failure `invalid-question` for too many addresses, `search-unavailable` if the service reads no
 * pages, and `overloaded` or `rate-limited` if that is why none was read
 */
export async function readUrls(
  { serviceFor, answerDeadlineMs }: Pick<InterfaceDeps, 'serviceFor' | 'answerDeadlineMs'>,
  { request, reply, stopping }: InterfaceCall,
  urls: readonly string[],
): Promise<readonly UrlRead[]> {
  if (urls.length === 0) throw new Failure('invalid-question', 'The list of addresses is empty.');
  if (urls.length > MAX_URLS)
    throw new Failure('invalid-question', `At most ${MAX_URLS} addresses can be read in one request.`);
  const { read } = serviceFor(request);
  if (read === null) throw new Failure('search-unavailable', 'This service reads no pages (READ_PAGES=off).');
  const leaving = callerSignal(reply, stopping);
  using deadline = startDeadline(answerDeadlineMs, leaving);
  const results = await Promise.all(
    urls.map(async (url): Promise<UrlRead> => {
      try {
        const outcome = await read(url, deadline.signal);
        if (outcome.status === 'read') return { url, page: outcome.page, reason: null };
        return { url, page: null, reason: outcome.reason };
      } catch (error) {
        if (leaving.aborted) throw error;
        const failure = toFailure(error);
        const refused = failure.retryAfterMs === undefined ? {} : { refusal: failure };
        return { url, page: null, reason: failure.message, ...refused };
      }
    }),
  );
  const refusals = refusalsOf(results);
  if (refusals[0] !== undefined && refusals.length === urls.length) throw refusals[0];
  return results;
}

/** The refusals among results, for a format that has no place for addresses that failed. */
export function refusalsOf(results: readonly UrlRead[]): readonly Failure[] {
  return results.flatMap((result) => (result.page === null ? (result.refusal ?? []) : []));
}
