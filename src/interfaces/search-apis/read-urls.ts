import { startDeadline } from '../../core/deadline.ts';
import { Failure, toFailure } from '../../core/failure.ts';
import type { Page } from '../../core/source.ts';
import { errandOf, type InterfaceCall } from '../http/call-service.ts';

/** One address, with the page that was read there or the reason why none was. */
type UrlRead = { readonly url: string } & (
  | { readonly page: Page; readonly failure: null }
  | { readonly page: null; readonly failure: Failure }
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
  call: InterfaceCall,
  urls: readonly string[] = [],
): Promise<readonly UrlRead[]> {
  if (urls.length === 0) throw new Failure('invalid-question', 'The list of addresses is empty.');
  if (urls.length > MAX_URLS)
    throw new Failure('invalid-question', `At most ${MAX_URLS} addresses can be read in one request.`);
  const { read, answerDeadlineMs } = call.deps;
  if (read === null) throw new Failure('search-unavailable', 'This service reads no pages (READ_PAGES=off).');
  const { caller, signal: leaving } = errandOf(call);
  using deadline = startDeadline(answerDeadlineMs, leaving);
  const results = await Promise.all(
    urls.map(async (url): Promise<UrlRead> => {
      try {
        const outcome = await read(url, { caller, signal: deadline.signal });
        if (outcome.status === 'read') return { url, page: outcome.page, failure: null };
        return { url, page: null, failure: new Failure('not-found', outcome.reason) };
      } catch (error) {
        if (leaving.aborted) throw error;
        return { url, page: null, failure: toFailure(error) };
      }
    }),
  );
  const refusals = refusalsOf(results);
  if (refusals[0] !== undefined && refusals.length === urls.length) throw refusals[0];
  return results;
}

/** The failures of addresses without room or allowance, for a format without a place for them. */
export function refusalsOf(results: readonly UrlRead[]): readonly Failure[] {
  return results.flatMap(({ failure }) => (failure?.retryAfterMs === undefined ? [] : [failure]));
}
