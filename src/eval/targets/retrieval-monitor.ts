import { AsyncLocalStorage } from 'node:async_hooks';
import { SNIPPET_CHARS, toSnippet } from '@sayso/text/text.ts';
import type { Hit } from '../../core/source.ts';
import type { PageReading } from '../../read/reading.ts';
import type { Search, SearchReport } from '../../search/search.ts';
import type { RetrievalTrace } from '../grading/eval-record.ts';
import { containsAnswer } from '../grading/grade.ts';
import type { EvalPage, EvalQuestion } from '../sets/eval-question.ts';

/** What one question has retrieved so far; of texts, usually only whether the answer was there. */
type SeenRetrieval = {
  readonly question: EvalQuestion;
  inHits: boolean;
  inPages: boolean;
  /** The pages by their URL, if they are saved. */
  readonly pages: Map<string, EvalPage>;
};

/** Saves the pages that were found for a question. */
export type SavePages = (id: string, pages: readonly EvalPage[]) => void;

/** Records what the service retrieves for each question; a question with pages always finds these pages. */
export type RetrievalMonitor = {
  /** For a question with pages, every search finds these pages in their order; others search as usual. */
  search(search: Search): Search;
  /** Reads the pages of the set for a question that has some. */
  reading(reading: PageReading): PageReading;
  /** Runs the work for one question; everything that it searches and reads belongs to this question. */
  during<T>(
    question: EvalQuestion,
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly seen: Pick<RetrievalTrace, 'inHits' | 'inPages'> }>;
};

/**
 * Creates the monitor. Concurrent questions differ in the asynchronous context in which their searches
 * run, because a search knows only its query, which need not be the question.
 * @param savePages gets the pages of questions that bring none; null if they are not needed
 */
export function createRetrievalMonitor(savePages: SavePages | null): RetrievalMonitor {
  const running = new AsyncLocalStorage<SeenRetrieval>();
  return {
    search: (search) => async (query, budgetMs, signal) => {
      const seen = running.getStore();
      const pages = seen?.question.pages ?? null;
      const report = pages === null ? await search(query, budgetMs, signal) : reportOf(pages, query.limit);
      if (seen !== undefined && report.outcome.status === 'ok')
        noteHits(seen, report.outcome.hits, savePages !== null);
      return report;
    },
    reading: (reading) => ({
      ...reading,
      async *read(hits, options, signal) {
        const seen = running.getStore();
        const pages = seen?.question.pages ?? null;
        const readings = pages === null ? reading.read(hits, options, signal) : readFixed(pages, hits);
        for await (const each of readings) {
          if (seen !== undefined && each.status === 'read') {
            const { url, title, text, publishedAt } = each.page;
            seen.inPages ||= containsAnswer(text, seen.question);
            if (seen.pages.has(url)) seen.pages.set(url, { url, title, text, publishedAt });
          }
          yield each;
        }
      },
    }),
    async during(question, work) {
      const seen: SeenRetrieval = { question, inHits: false, inPages: false, pages: new Map() };
      const result = await running.run(seen, work);
      if (question.pages === null) savePages?.(question.id, [...seen.pages.values()]);
      return { result, seen: { inHits: seen.inHits, inPages: seen.inPages } };
    },
  };
}

function noteHits(seen: SeenRetrieval, hits: readonly Hit[], isSaved: boolean): void {
  const { question } = seen;
  const byUrl = new Map(question.pages?.map(({ url, text }) => [url, text]));
  for (const { url, title, snippet, text, publishedAt = null } of hits) {
    if (isSaved && !seen.pages.has(url))
      seen.pages.set(url, { url, title, text: text ?? snippet, publishedAt });
    seen.inHits ||= containsAnswer(`${title}\n${snippet}\n${byUrl.get(url) ?? ''}`, question);
    if (text !== undefined && containsAnswer(text, question)) seen.inHits = seen.inPages = true;
  }
}

function reportOf(pages: readonly EvalPage[], limit: number): SearchReport {
  const hits = pages.slice(0, limit).map(({ url, title, text, publishedAt }) => ({
    url,
    title,
    snippet: toSnippet(text, SNIPPET_CHARS),
    slot: 1 as const,
    ...(publishedAt !== null && { publishedAt }),
  }));
  const isEmpty = hits.length === 0;
  return {
    outcome: isEmpty ? { status: 'empty' } : { status: 'ok', hits },
    slot: isEmpty ? null : 1,
    trail: [{ slot: 1, status: isEmpty ? 'empty' : 'ok', cause: '', tookMs: 0 }],
  };
}

async function* readFixed(pages: readonly EvalPage[], hits: readonly Hit[]): ReturnType<PageReading['read']> {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  for (const { url } of hits) {
    const page = byUrl.get(url);
    if (page === undefined) continue;
    const facts = { language: null, siteName: null, author: null };
    yield { status: 'read', page: { ...page, ...facts }, tookMs: 0 };
  }
}
