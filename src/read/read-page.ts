import type { PageFetch } from '../net/page-fetch.ts';
import type { ExtractorPool } from './extractor-pool.ts';
import type { ReadPage } from './read.ts';

/** The reading of one page: fetched through the safe door, its text taken out in a thread of its own. */
export function createReadPage(pages: Pick<PageFetch, 'fetch'>, pool: Pick<ExtractorPool, 'read'>): ReadPage {
  return async function readPage(url, signal) {
    const fetched = await pages.fetch(url, signal);
    if (fetched.status === 'skipped') return fetched;
    // The thread takes the buffer away, and others may be reading the same page. A slice would be no copy: the body is a Buffer,
    // a small one in a pool of Node's that no thread can be given.
    const content = await pool.read(new Uint8Array(fetched.body), contentTypeOf(fetched), signal);
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
