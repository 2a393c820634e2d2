import type { Budget, SourceLimits } from '../../core/budget.ts';
import { untilAborted } from '../../core/deadline.ts';
import type { AnswerEvent, Evidence, SearchWithHits, SourceContext } from '../../core/events.ts';
import type { Question } from '../../core/question.ts';
import { hadContention } from '../../core/requester.ts';
import type { Hit, Page } from '../../core/source.ts';
import type { PageReading } from '../../read/reading.ts';
import type { SearchReport } from '../../search/search.ts';
import { answerLanguage } from '../answer-language.ts';
import type { Gather, GatherDeps, SourceChoice } from '../steps.ts';
import { searchMeaning } from './search-meaning.ts';

type ToSearch = StepLimits & { readonly question: Question };
type ToRead = StepLimits & { readonly hits: readonly Hit[]; readonly question: Question };
/** What each step of gathering needs: the budget, and the step's own maximum time in milliseconds. */
type StepLimits = { readonly budget: Pick<Budget, 'expired'>; readonly shareMs: number };
type PagesRead = Pick<SourceChoice, 'pages'> & Pick<Evidence, 'isRushed'>;
const NO_PAGES: PagesRead = { pages: new Map(), isRushed: false };

/** Gathers with one search. `keepsTexts` adds the texts of the hits to the evidence. */
export function createOnce(steps: GatherDeps & { readonly keepsTexts?: boolean }): Gather {
  return async function* gatherOnce(question, budget, signal) {
    const condensed = await steps.condense(question, budget.shareMs('condense'), signal);
    const searching = (meant: Question, limit: AbortSignal) =>
      searchOnce(steps, { question: meant, budget, shareMs: budget.shareMs('search') }, limit);
    const meaning = await searchMeaning(question, condensed, { search: searching, signal });
    const { meant, tokens, isGuess } = meaning;
    const { hits, ...search } = meaning.search;
    budget.book('searchMs');
    const { engine, trail } = search;
    const query = meant.text === question.text ? {} : { query: meant.text, ...(isGuess && { isGuess }) };
    yield { type: 'search-end', search: 0, engine, trail, ...query };

    const { reading } = steps;
    const isRead = reading !== null && hits.length > 0;
    const { pages, isRushed } = isRead
      ? yield* readPages(reading, { hits, question, budget, shareMs: budget.shareMs('read') }, signal)
      : NO_PAGES;
    budget.book('readMs');

    const limits = budget.fitSources(meant);
    const { maxSources, contextTokens } = limits;
    const choice = { question: { ...meant, maxSources }, hits, pages, contextTokens };
    const selected = hits.length > 0 ? await steps.select(choice, budget.shareMs('rank'), signal) : [];
    // A passage is a part of its page's text, which would stay in memory as long as the passage. A snippet is
    // short, and copying takes time.
    const isLong = selected.some(({ basis }) => basis !== 'snippet');
    const sources = isLong ? structuredClone(selected) : selected;
    const language = answerLanguage(question, sources);
    budget.book('selectMs');
    if (search.outcome.status !== 'failed')
      yield { type: 'sources', sources, language, ...contextOf(limits) };
    const found = { meaning: meant.text, searches: [search], sources, language };
    const texts = steps.keepsTexts === true ? { texts: textsOf(hits, pages) } : {};
    return { ...found, ...texts, tokens, calls: tokens > 0 ? 1 : 0, isRushed };
  };
}

/** What a `sources` event says of limits that Sayso chose; nothing about those that were set. */
export function contextOf({ contextTokens: tokens, reason, isLoading }: SourceLimits): {
  readonly context?: SourceContext;
} {
  if (reason === undefined) return {};
  return { context: { tokens, reason, ...(isLoading && { loading: true }) } };
}

/** Searches, but leaves enough time to write. A search still running at the deadline has failed. */
export async function searchOnce(
  { search, reading }: GatherDeps,
  { question, budget, shareMs }: ToSearch,
  signal: AbortSignal,
): Promise<SearchWithHits> {
  const { text, maxSources, scope, fresh = false } = question;
  const limit = Math.max(maxSources, reading?.maxPages ?? 0);
  try {
    return withHits(text, await untilAborted(search({ text, limit, scope, fresh }, shareMs, signal), signal));
  } catch (error) {
    if (!budget.expired) throw error;
    const outcome = { status: 'failed', cause: 'it did not finish in time' } as const;
    return { words: text, outcome, engine: 'none', trail: [], hits: [] };
  }
}

/** A search with these words as a record, with its hits beside it. */
export function withHits(words: string, { outcome, engine, trail }: SearchReport): SearchWithHits {
  const found = { words, engine, trail };
  if (outcome.status !== 'ok') return { ...found, outcome, hits: [] };
  return { ...found, outcome: { status: 'ok' }, hits: outcome.hits };
}

function textsOf(hits: readonly Hit[], pages: PagesRead['pages']): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { url, text } of hits) {
    const page = pages.get(url)?.text ?? '';
    const whole = page.trim() === '' ? text : page;
    if (whole !== undefined) texts.set(url, whole);
  }
  return texts;
}

/** Reads the pages of the hits and emits an event for each. Never throws; the deadline ends it. */
export async function* readPages(
  { read, timeoutMs, renderMs = 0 }: PageReading,
  { hits, question, budget, shareMs }: ToRead,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, PagesRead> {
  const pages = new Map<string, Page>();
  const readMs = Math.min(timeoutMs, shareMs);
  const limits = { timeoutMs: readMs, renderMs: Math.min(renderMs, shareMs - readMs) };
  const { fresh = false } = question;
  const language = answerLanguage(question, []);
  let isRushed = false;
  try {
    for await (const reading of read(hits, { ...limits, fresh, language }, signal)) {
      const { tookMs } = reading;
      if (reading.status === 'read') {
        const { url, renderedBy } = reading.page;
        pages.set(url, reading.page);
        yield { type: 'page-read', url, tookMs, ...(renderedBy !== undefined && { renderedBy }) };
      } else {
        const { url, reason, isLate } = reading;
        isRushed ||= isLate && readMs < timeoutMs;
        yield { type: 'page-skip', url, reason, tookMs };
      }
    }
  } catch (error) {
    if (!budget.expired) throw error;
  }
  return { pages, isRushed: isRushed || hadContention(signal) };
}
