import type { Caller } from '../core/run.ts';
import type { Hit, Page } from '../core/source.ts';

/** The result of reading the page of one hit. */
export type Reading =
  | { readonly status: 'read'; readonly page: Page; readonly tookMs: number }
  /**
   * The hit's snippet is used instead. `reason` is the cause in words; `isLate` says whether more time might
   * have helped.
   */
  | {
      readonly status: 'skipped';
      readonly url: string;
      readonly reason: string;
      readonly isLate: boolean;
      readonly tookMs: number;
    };

/** The time for reading, whether cached pages are wanted, and for whom pages are read. */
export type ReadOptions = {
  readonly timeoutMs: number;
  /** The additional time for pages that are rendered by a browser, in milliseconds. */
  readonly renderMs?: number;
  /** True for pages that have to be read again; their text is still cached for other questions. */
  readonly fresh?: boolean;
  /** Nobody in particular if absent. */
  readonly caller?: Caller;
};

/**
 * Reads the pages of all hits in parallel and yields each as it arrives. Pages that have not arrived after
 * `timeoutMs`, or `renderMs` later if a browser renders them, are cancelled and yielded as skipped. Hits that
 * already have their text are not read. Throws only the signal's reason; leaving the generator early cancels
 * all reading.
 */
export type Read = (
  hits: readonly Hit[],
  options: ReadOptions,
  signal: AbortSignal,
) => AsyncGenerator<Reading>;

/** How pages are read for one answer. */
export type PageReading = {
  readonly read: Read;
  /** The longest time that reading may take in one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** The additional time for pages that are rendered by a browser, in milliseconds; 0 if none are. */
  readonly renderMs?: number;
  /** The maximum number of pages to read; the search returns as many hits, although fewer become sources. */
  readonly maxPages: number;
};
