import type { Hit, Page } from '../core/terms.ts';

/** How reading the page of one hit ended. */
export type Reading =
  | { readonly status: 'read'; readonly page: Page; readonly tookMs: number }
  /** The hit's snippet has to do; `reason` says why in words, `isLate` whether more time might have brought the page. */
  | {
      readonly status: 'skipped';
      readonly url: string;
      readonly reason: string;
      readonly isLate: boolean;
      readonly tookMs: number;
    };

/**
 * Reads the pages of the hits, all at once, and tells each as it arrives. After `timeoutMs` those that are not there yet
 * are given up and told as skipped. Hits that bring their text already are passed over. Throws only the signal's
 * reason; leaving the generator early stops everything under way.
 */
export type Read = (hits: readonly Hit[], timeoutMs: number, signal: AbortSignal) => AsyncGenerator<Reading>;
