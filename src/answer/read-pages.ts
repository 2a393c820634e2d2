import { isUnlikeExcerpt } from '@sayso/passages';
import type { AnswerEvent, Evidence } from '../core/events.ts';
import type { Hit, Page } from '../core/source.ts';
import type { PageReading, Reading } from '../read/reading.ts';
import type { StepLimits } from './search-within-budget.ts';
import type { SourceChoice } from './steps.ts';

type PagesToRead = StepLimits & { readonly hits: readonly Hit[] };

/** The pages that could be read, and whether too little time was left for some of the others. */
export type PagesRead = Pick<SourceChoice, 'pages'> & Pick<Evidence, 'isRushed'>;

/**
 * Reads the pages of the hits and emits an event for each. When the budget has expired, returns the pages
 * read so far; throws the reason of `signal` if that aborts before.
 */
export async function* readPages(
  { read: readEach, timeoutMs, renderMs = 0 }: PageReading,
  { run: { question, caller, trace }, hits, budget, shareMs }: PagesToRead,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, PagesRead> {
  const pages = new Map<string, Page>();
  const readMs = Math.min(timeoutMs, shareMs);
  const limits = { timeoutMs: readMs, renderMs: Math.min(renderMs, shareMs - readMs) };
  const { fresh = false } = question;
  let isRushed = false;
  try {
    const readings = readEach(hits, { ...limits, fresh, caller }, signal);
    for await (const read of trace.each('read', {}, readings)) {
      const reading = withoutOtherPage(read, hits);
      const { tookMs } = reading;
      if (reading.status === 'read') {
        const { url, renderedBy } = reading.page;
        pages.set(url, reading.page);
        yield { type: 'page-read', url, tookMs, renderedBy };
      } else {
        const { url, reason, isLate } = reading;
        isRushed ||= isLate && readMs < timeoutMs;
        yield { type: 'page-skip', url, reason, tookMs };
      }
    }
  } catch (error) {
    if (!budget.expired) throw error;
  }
  return { pages, isRushed: isRushed || caller.isCrowdedOut === true };
}

const NOT_THE_PAGE = 'its text is short and has nothing in common with the excerpt of the search result';

/**
 * Skips a page that is not the one of the search result, although its status says so: it asks to log in, to
 * pay or to enable scripts. The excerpt is used instead.
 */
function withoutOtherPage(reading: Reading, hits: readonly Hit[]): Reading {
  if (reading.status !== 'read') return reading;
  const { page, tookMs } = reading;
  const excerpt = hits.find(({ url }) => url === page.url)?.snippet ?? '';
  if (!isUnlikeExcerpt(excerpt, page.text)) return reading;
  return { status: 'skipped', url: page.url, reason: NOT_THE_PAGE, isLate: false, tookMs };
}
