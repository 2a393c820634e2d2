import type { Caller } from '../../core/run.ts';
import { MAX_PAGE_BYTES } from '../../net/page-body.ts';
import type { FetchedPage } from '../../net/page-visit.ts';
import type { FailedCall } from '../../net/suspension.ts';

/** A page to render. */
export type RenderOrder = {
  readonly url: string;
  /** The page as its host sent it; null if the host refused to. */
  readonly fetched: FetchedPage | null;
  /** The longest time that it may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly caller?: Caller;
};

/** The most HTML of a page that is used: one character for each byte that a page may have. */
export const MAX_HTML_CHARS = MAX_PAGE_BYTES;

/** A rendered page, or why there is none: `cause` is in words that follow the name of the service. */
export type RenderOutcome =
  | { readonly status: 'ok'; readonly html: string }
  | (FailedCall & { readonly cause: string });

/** Where a service is, and what calls it. */
export type RenderServer = {
  readonly url: string;
  /** Null if it needs none. */
  readonly key: string | null;
};
