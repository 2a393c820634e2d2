import type { Hit, Page } from '../core/terms.ts';

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

/**
 * Reads the pages of all hits in parallel and yields each as it arrives. Pages that have not arrived after
 * `timeoutMs` are cancelled and yielded as skipped. Hits that already have their text are not read. Throws
 * only the signal's reason; leaving the generator early cancels all reading.
 */
export type Read = (hits: readonly Hit[], timeoutMs: number, signal: AbortSignal) => AsyncGenerator<Reading>;
