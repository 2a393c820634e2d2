import type { Deadline } from '../core/deadline.ts';
import type { AnswerEvent } from '../core/events.ts';
import type { Hit, Page } from '../core/terms.ts';
import type { Read } from '../read/reading.ts';

/** How pages are read for one answer. */
export type PageReading = {
  readonly read: Read;
  /** The longest time that reading may take in one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** The largest number of pages to read; the search returns as many hits, although fewer become sources. */
  readonly maxPages: number;
};

/** The share of the remaining time that reading may use; the model needs most of it. */
const READ_SHARE = 0.4;

/**
 * Reads the pages of the hits, emits an event for each and returns the pages that were read, by the URL of
 * their hit. Never throws because of a page; if the deadline passes, only the reading ends.
 */
export async function* readPages(
  { read, timeoutMs }: PageReading,
  hits: readonly Hit[],
  deadline: Deadline,
): AsyncGenerator<AnswerEvent, ReadonlyMap<string, Page>> {
  const pages = new Map<string, Page>();
  const budgetMs = Math.min(timeoutMs, deadline.remainingMs() * READ_SHARE);
  try {
    for await (const reading of read(hits, budgetMs, deadline.signal)) {
      const { tookMs } = reading;
      if (reading.status === 'read') {
        pages.set(reading.page.url, reading.page);
        yield { type: 'page-read', url: reading.page.url, tookMs };
      } else {
        const { url, reason, isLate } = reading;
        yield { type: 'page-skip', url, reason, isRushed: isLate && budgetMs < timeoutMs, tookMs };
      }
    }
  } catch (error) {
    if (!deadline.expired) throw error;
  }
  return pages;
}
