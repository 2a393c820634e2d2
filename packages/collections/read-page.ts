import { createHash } from 'node:crypto';
import type { Item, KnownItem, SourceStore } from './store.ts';
import type { Visit, Visitor } from './visitor.ts';

/** The text of a page; its title may be empty. */
export type PageText = {
  readonly title: string;
  readonly text: string;
  readonly publishedAt: string | null;
};

/** Reads a page or PDF from its bytes. Rejects only with the signal's reason. */
export type ReadPage = (
  bytes: Uint8Array,
  contentType: string,
  signal: AbortSignal,
) => Promise<
  | { readonly status: 'read'; readonly extracted: PageText; readonly remark?: string }
  | { readonly status: 'skipped'; readonly reason: string }
>;

/** What reads the web. */
export type WebReading = {
  readonly visitor: Visitor;
  readonly readPage: ReadPage;
  /** The language of pages that have several. */
  readonly language?: string | undefined;
};

/** The item of a page, and its address and bytes if it was received; or why it could not be had this time. */
export type ReadItem = {
  readonly item: Item;
  readonly page: Extract<Visit, { is: 'page' }> | null;
  readonly failure?: string | undefined;
};

/**
 * Visits a page, and reads it if it has changed. What is known of it stays if this time it could not be had.
 * `address` is the one under which it is cited; by default that of the page.
 */
export async function readItem(
  { visitor, readPage, language }: WebReading,
  {
    url,
    known,
    titled = null,
    from,
  }: {
    readonly url: URL;
    readonly known: KnownItem | null;
    readonly titled?: Partial<PageText> | null;
    /** Where the address was found; by default, the operator named it. */
    readonly from?: URL;
  },
  signal: AbortSignal,
): Promise<ReadItem> {
  const key = url.href;
  const before = { key, mark: known?.mark ?? '', hash: known?.hash ?? '' };
  const visit = await visitor.visit(url, { mark: before.mark, from, language }, signal);
  if (visit.is === 'unchanged') return { item: { ...before, is: 'unchanged' }, page: null };
  if (visit.is === 'refused') {
    const stays = !visit.isLasting && known !== null && known.hash !== '';
    const item: Item = stays
      ? { ...before, is: 'unchanged' }
      : { key, mark: '', hash: '', is: 'refused', reason: visit.reason };
    return { item, page: null, failure: visit.isLasting ? undefined : visit.reason };
  }
  const hash = createHash('sha256').update(visit.body).digest('hex');
  if (known?.hash === hash) return { item: { key, mark: visit.mark, hash, is: 'unchanged' }, page: visit };
  const content = await readPage(visit.body, visit.contentType, signal);
  const state = { key, mark: visit.mark, hash };
  if (content.status === 'skipped')
    return { item: { ...state, is: 'refused', reason: content.reason }, page: visit };
  const { title, text, publishedAt } = content.extracted;
  const document = {
    url: visit.url.href,
    path: visit.url.href,
    title: title || titled?.title || visit.url.pathname,
    text,
    publishedAt: titled?.publishedAt ?? publishedAt,
  };
  return { item: { ...state, is: 'document', document, remark: content.remark }, page: visit };
}

/** @throws Error in words if no page could be read, such as behind a log-in */
export async function insistOnPages(store: SourceStore): Promise<void> {
  if ((await store.counts()).documents > 0) return;
  const [first] = await store.refusals(1);
  const why = first === undefined ? 'none belongs to it' : `${first.key}: ${first.reason}`;
  throw new Error(`no page can be read: ${why}`);
}
