import { createByteBudget } from '../core/byte-budget.ts';
import type { PageFetch } from '../net/page-fetch.ts';
import type { ExtractorPool } from './extractor-pool.ts';
import { dateInUrl } from './page-date.ts';
import type { ReadPage } from './read.ts';

/** Limits for pages that wait for a thread, over all answers. */
const MAX_WAITING_BYTES = 64_000_000;

/**
 * Creates the reading of one page: fetches it under the page policy and extracts its text in a thread. A page
 * is skipped if more than `maxWaitingBytes` of other pages are already waiting for a thread.
 */
export function createReadPage(
  pages: Pick<PageFetch, 'fetch'>,
  pool: Pick<ExtractorPool, 'read'>,
  maxWaitingBytes = MAX_WAITING_BYTES,
): ReadPage {
  const budget = createByteBudget(maxWaitingBytes);
  return async function readPage(url, signal) {
    const fetched = await pages.fetch(url, signal);
    if (fetched.status === 'skipped') return fetched;
    const { byteLength } = fetched.body;
    if (!budget.take(byteLength))
      return { status: 'skipped', reason: 'too many pages are waiting to be read' };
    // The thread takes ownership of the buffer, and others may be reading the same page. A slice would not be
    // a copy: the body is a Buffer, and a small one is part of a pool that cannot be transferred.
    const bytes = new Uint8Array(fetched.body);
    const content = await pool
      .read(bytes, contentTypeOf(fetched), signal)
      .finally(() => budget.giveBack(byteLength));
    if (content.status === 'skipped') return content;
    const publishedAt = content.extracted.publishedAt ?? dateInUrl(url);
    const readAt = new Date().toISOString();
    return { status: 'read', page: { url, ...content.extracted, publishedAt, readAt } };
  };
}

function contentTypeOf({
  contentType,
  charset,
}: {
  readonly contentType: string;
  readonly charset: string | null;
}) {
  return charset === null || charset === '' ? contentType : `${contentType}; charset=${charset}`;
}
