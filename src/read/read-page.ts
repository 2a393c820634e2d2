import { createByteBudget } from '../core/byte-budget.ts';
import type { PageFetch } from '../net/page-fetch.ts';
import type { ExtractorPool } from './extractor-pool.ts';
import type { ReadPage } from './read.ts';

/** What may wait for a thread at once, over all answers. */
const MAX_WAITING_BYTES = 64_000_000;

/**
 * The reading of one page: fetched through the safe door, its text taken out in a thread of its own. A page is skipped when
 * more than `maxWaitingBytes` of others wait for a thread already.
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
    // The thread takes the buffer away, and others may be reading the same page. A slice would be no copy: the body is a
    // Buffer, a small one in a pool of Node's that no thread can be given.
    const bytes = new Uint8Array(fetched.body);
    const content = await pool
      .read(bytes, contentTypeOf(fetched), signal)
      .finally(() => budget.giveBack(byteLength));
    if (content.status === 'skipped') return content;
    return { status: 'read', page: { url, ...content.extracted } };
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
