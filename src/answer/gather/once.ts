import { untilAborted } from '../../core/deadline.ts';
import type { AnswerEvent, Evidence, Gathering, SearchRecord } from '../../core/events.ts';
import type { Hit, Page, Question, Source } from '../../core/terms.ts';
import type { Read } from '../../read/reading.ts';
import type { Search } from '../../search/search.ts';
import type { Condense } from '../../write/condenser.ts';
import { answerLanguage } from '../answer-language.ts';
import type { Budget } from '../budget.ts';

/** Finds the evidence for one question within a budget. */
export type Gather = (question: Question, budget: Budget, signal: AbortSignal) => Gathering;

/** The steps from a question to its sources. */
export type GatherSteps = {
  readonly condense: Condense;
  readonly search: Search;
  /** Null if answers use only what the back-ends return. */
  readonly reading: PageReading | null;
  select(choice: Choice): Promise<readonly Source[]>;
};

/** How pages are read for one answer. */
export type PageReading = {
  readonly read: Read;
  /** The longest time that reading may take in one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** The largest number of pages to read; the search returns as many hits, although fewer become sources. */
  readonly maxPages: number;
};

/** What the sources are chosen from. */
export type Choice = {
  readonly question: Question;
  readonly hits: readonly Hit[];
  /** The pages that were read, by the URL of their hit. */
  readonly pages: ReadonlyMap<string, Page>;
  /** The most text of all sources, in tokens. */
  readonly contextTokens: number;
};

type PagesRead = Pick<Evidence, 'pages' | 'isRushed'>;
const NO_PAGES: PagesRead = { pages: new Map(), isRushed: false };

/** Gathers with one search: condense (a follow-up), search, read the pages of the hits, select passages. */
export function createOnce(steps: GatherSteps): Gather {
  return async function* gatherOnce(question, budget, signal) {
    const condensed = await steps.condense(question, budget.shareMs('condense'), signal);
    const meant = { ...question, text: condensed.text };
    const search = await searchOnce(steps, meant, budget, signal);
    budget.book('searchMs');
    const { engine, trail } = search;
    const query = meant.text === question.text ? {} : { query: meant.text };
    yield { type: 'search-end', search: 0, engine, trail, ...query };

    const hits = search.outcome.status === 'ok' ? search.outcome.hits : [];
    const { reading } = steps;
    const isRead = reading !== null && hits.length > 0;
    const { pages, isRushed } = isRead ? yield* readPages(reading, hits, budget, signal) : NO_PAGES;
    budget.book('readMs');

    const choice = { question: meant, hits, pages, contextTokens: budget.sourceTokens };
    const sources = hits.length > 0 ? await steps.select(choice) : [];
    const language = answerLanguage(question, sources);
    budget.book('selectMs');
    if (search.outcome.status !== 'failed') yield { type: 'sources', sources, language };
    const { text: meaning, tokens } = condensed;
    return { meaning, searches: [search], pages, sources, language, tokens, isRushed };
  };
}

/** Searches, but leaves time to write. A search that is still running at the deadline counts as failed. */
async function searchOnce(
  { search, reading }: GatherSteps,
  { text, maxSources, scope }: Question,
  budget: Budget,
  signal: AbortSignal,
): Promise<SearchRecord> {
  const limit = Math.max(maxSources, reading?.maxPages ?? 0);
  try {
    const searching = search({ text, limit, scope }, budget.shareMs('search'), signal);
    return { words: text, ...(await untilAborted(searching, signal)) };
  } catch (error) {
    if (!budget.expired) throw error;
    const outcome = { status: 'failed', cause: 'it did not end in time' } as const;
    return { words: text, outcome, engine: 'none', trail: [] };
  }
}

/**
 * Reads the pages of the hits and emits an event for each. Never throws because of a page; if the deadline
 * passes, only the reading ends.
 */
async function* readPages(
  { read, timeoutMs }: PageReading,
  hits: readonly Hit[],
  budget: Budget,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, PagesRead> {
  const pages = new Map<string, Page>();
  const shareMs = Math.min(timeoutMs, budget.shareMs('read'));
  let isRushed = false;
  try {
    for await (const reading of read(hits, shareMs, signal)) {
      const { tookMs } = reading;
      if (reading.status === 'read') {
        pages.set(reading.page.url, reading.page);
        yield { type: 'page-read', url: reading.page.url, tookMs };
      } else {
        const { url, reason, isLate } = reading;
        isRushed ||= isLate && shareMs < timeoutMs;
        yield { type: 'page-skip', url, reason, tookMs };
      }
    }
  } catch (error) {
    if (!budget.expired) throw error;
  }
  return { pages, isRushed };
}
