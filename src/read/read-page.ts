import { dateInUrl } from '@sayso/text/written-date.ts';
import { createByteBudget } from '../admission/byte-budget.ts';
import { startDeadline, untilAborted } from '../core/deadline.ts';
import { type Caller, type Errand, unnamedCaller } from '../core/run.ts';
import type { FallbackKind, Page, PageResult } from '../core/source.ts';
import type { PageFetch } from '../net/page-fetch.ts';
import type { FetchedPage } from '../net/page-visit.ts';
import type { Content } from './content.ts';
import type { ExtractorPool } from './extractor-pool.ts';
import type { PageFallback } from './fallback/page-fallback.ts';
import type { ReadPage } from './read.ts';

type ReadPageOptions = {
  /** Limit for pages that wait for a thread, over all answers. */
  readonly maxWaitingBytes?: number;
  /** Renders pages that show their text only in a browser. */
  readonly fallback?: Pick<PageFallback, 'kind' | 'timeoutMs' | 'render'> | null;
};

/** A page as it was fetched, and what was found in it. */
type FirstReading = Content & { readonly fetched: FetchedPage | null; readonly isBlocked?: boolean };
type Pool = Pick<ExtractorPool, 'read'> & Partial<Pick<ExtractorPool, 'prepare'>>;

const MAX_WAITING_BYTES = 32_000_000;
/** A page with less text may be waiting for a script (`FEW_CHARS` in `packages/article/unrendered.ts`). */
const FEW_CHARS = 400;
const HTML_TYPE = 'text/html; charset=utf-8';

/**
 * Creates the function that reads one page: it fetches the page under the page policy and extracts the text
 * in a thread. A page is skipped if more than `maxWaitingBytes`
 * of other pages are already waiting for a thread. A page that is empty, blocked or waiting for a script is
 * rendered, if there is a fallback.
 */
export function createReadPage(
  pages: Pick<PageFetch, 'fetch'>,
  pool: Pool,
  { maxWaitingBytes = MAX_WAITING_BYTES, fallback = null }: ReadPageOptions = {},
): ReadPage {
  const inThread = createInThread(maxWaitingBytes);
  const extract = async (
    body: Uint8Array,
    contentType: string,
    { signal, caller }: Errand,
  ): Promise<Content> =>
    (await inThread(body, (bytes) => pool.read(bytes, contentType, signal, caller), caller)) ?? CROWDED;

  async function attempt(url: string, errand: Errand): Promise<FirstReading> {
    void pool.prepare?.();
    const fetched = await pages.fetch(url, errand.signal, errand);
    if (fetched.status === 'skipped') return { ...fetched, fetched: null };
    return { ...(await extract(fetched.body, contentTypeOf(fetched), errand)), fetched };
  }

  return async function readPage(url, signal, options = {}) {
    const { caller = unnamedCaller() } = options;
    if (fallback === null) return toResult(url, await attempt(url, { signal, caller }));
    const { timeoutMs = Number.POSITIVE_INFINITY, renderMs = fallback.timeoutMs } = options;
    const first = await withinMs(timeoutMs, (limit) => attempt(url, { signal: limit, caller }), signal);
    if (!needsBrowser(first)) return toResult(url, first);
    const order = { url, fetched: first.fetched, timeoutMs: Math.min(renderMs, fallback.timeoutMs), caller };
    const rendered = await fallback.render(order, signal);
    if (rendered === null) return partial(toResult(url, first));
    const { kind } = fallback;
    if (rendered.status === 'failed')
      return partial(toResult(url, first, { remark: `${kind}: ${rendered.cause}` }));
    const second = await extract(Buffer.from(rendered.html), HTML_TYPE, { signal, caller });
    if (charsOf(second) > charsOf(first)) return toResult(url, second, { renderedBy: kind });
    return toResult(url, first, { remark: `${kind} shows no more` });
  };
}

/** Makes the function that has bytes read in a thread; its result is null if there is no room for them. */
function createInThread(maxWaitingBytes: number) {
  const budget = createByteBudget(maxWaitingBytes);
  return async <Result>(
    body: Uint8Array,
    read: (bytes: Uint8Array<ArrayBuffer>) => Promise<Result>,
    caller: Caller,
  ): Promise<Result | null> => {
    const { byteLength } = body;
    if (!budget.take(byteLength, caller)) {
      caller.isCrowdedOut = true;
      return null;
    }
    // The bytes are copied because the thread takes ownership of its buffer. A slice would not be a copy: the
    // body is a Buffer, and a small one is part of a pool that cannot be transferred.
    return read(new Uint8Array(body)).finally(() => budget.giveBack(byteLength, caller));
  };
}

const CROWDED = { status: 'skipped', reason: 'too many pages are waiting to be read' } as const;

async function withinMs<T>(
  timeoutMs: number,
  task: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  if (!Number.isFinite(timeoutMs)) return task(signal);
  using deadline = startDeadline(timeoutMs, signal);
  try {
    return await untilAborted(task(deadline.signal), deadline.signal);
  } finally {
    deadline.end();
  }
}

/** Whether a page came empty, blocked or waiting for a script. */
function needsBrowser(first: FirstReading): boolean {
  if (first.status === 'skipped') return first.isBlocked === true || first.isEmpty === true;
  const { fetched } = first;
  if (fetched === null || charsOf(first) >= FEW_CHARS || fetched.contentType.includes('pdf')) return false;
  return /<script\b/i.test(Buffer.from(fetched.body).toString('latin1'));
}

function charsOf(content: Content): number {
  return content.status === 'read' ? content.extracted.text.length : 0;
}

/** The result for the caller; `remark` says what came of rendering a page that was left out. */
function toResult(
  url: string,
  content: Content,
  { renderedBy, remark }: { readonly renderedBy?: FallbackKind; readonly remark?: string } = {},
): PageResult {
  if (content.status === 'skipped') {
    const { reason } = content;
    return { status: 'skipped', reason: remark === undefined ? reason : `${reason} (${remark})` };
  }
  const publishedAt = content.extracted.publishedAt ?? dateInUrl(url);
  const readAt = new Date().toISOString();
  const { imageUrl, ...extracted } = content.extracted;
  const page = { url, ...extracted, ...imageOf(url, imageUrl), publishedAt, readAt };
  return { status: 'read', page: renderedBy === undefined ? page : { ...page, renderedBy } };
}

/** The address of a page's picture as the page's own address completes it, if it is one of the web. */
function imageOf(url: string, imageUrl: string | undefined): Pick<Page, 'imageUrl'> {
  if (imageUrl === undefined || !URL.canParse(imageUrl, url)) return {};
  const { protocol, href } = new URL(imageUrl, url);
  return protocol === 'https:' || protocol === 'http:' ? { imageUrl: href } : {};
}

function partial(outcome: PageResult): PageResult {
  return outcome.status === 'read' ? { ...outcome, isPartial: true } : outcome;
}

function contentTypeOf({ contentType, charset }: FetchedPage): string {
  return charset === null || charset === '' ? contentType : `${contentType}; charset=${charset}`;
}
