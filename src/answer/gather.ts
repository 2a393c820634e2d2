import { isUnlikeExcerpt, select } from '@sayso/passages';
import { withSpellings } from '@sayso/text/spelling.ts';
import { parseWebUrl, toPublicUrl } from '@sayso/text/url.ts';
import { type Budget, type SourceLimits, startBudget } from '../core/budget.ts';
import { remainingMs, startDeadline, untilAborted } from '../core/deadline.ts';
import type { AnswerEvent, Evidence, Gathering, SearchReport, SourceContext } from '../core/events.ts';
import { isOwnQuery, type Question } from '../core/question.ts';
import type { RankPassages } from '../core/ranking.ts';
import type { Run, TimedRun } from '../core/run.ts';
import { type Hit, mainTextOf, type Page } from '../core/source.ts';
import { addSpent } from '../core/usage.ts';
import type { HitPage, PageReader } from '../read/read.ts';
import type { Understanding } from '../write/writer.ts';
import { answerLanguage } from './answer-words.ts';
import { toQuery } from './clean-query.ts';
import type { Parts, SelectSources, SourceChoice } from './parts.ts';
import { gatherEarlier, gatherNothing, intentOf, withQuestionsOnly } from './without-search.ts';

/** Gathers the evidence for a quick answer with one search. */
export async function* gatherQuickly(run: TimedRun, parts: Parts): Gathering {
  return (yield* gatherOnce(run, parts, readerFor(parts))).evidence;
}

/** Without a writer, only the sources are shown, so their pages are not read. */
export function readerFor({ models, reader }: Parts): PageReader | null {
  return models.writer === null ? null : reader;
}

/**
 * Gathers the evidence for a program that writes its own answer, with the whole texts; the last event is
 * `gather-end`. Tasks of programs and greetings in a chat are not searched for.
 */
export async function* gatherSources(asking: Run, parts: Parts): AsyncGenerator<AnswerEvent> {
  const { question, signal } = asking;
  using deadline = startDeadline(remainingMs(question.deadlineAtMs), signal);
  const budget = startBudget(deadline, question.sourceTokens ?? parts.settings.contextTokens);
  const run = { ...asking, question: withQuestionsOnly(question), budget, signal: deadline.signal };
  if (question.sent !== undefined && intentOf(question.text) !== null) {
    yield { type: 'gather-end', evidence: yield* gatherNothing(asking) };
    return;
  }
  const { evidence, hits, pages } = yield* gatherOnce(run, parts, parts.reader);
  yield { type: 'gather-end', evidence: { ...evidence, texts: textsOf(hits, pages) } };
}

/** What was found, and the hits and pages that it was selected from. */
type Found = PagesRead & { readonly evidence: Evidence; readonly hits: readonly Hit[] };

async function* gatherOnce(
  run: TimedRun,
  parts: Parts,
  reader: PageReader | null,
): AsyncGenerator<AnswerEvent, Found> {
  const { question, budget, signal, trace } = run;
  const { query, isGuess, ...spent } = await understand(run, parts);
  if (query === null) return { evidence: yield* gatherEarlier(run, parts, spent), hits: [], ...NOTHING_READ };
  // Understanding may remove only spaces; then, these are still the words of the question.
  const meant = query.trim() === question.text.trim() ? question : { ...question, text: query };
  const limit = Math.max(question.maxSources, reader?.maxPages ?? 0);
  const searching = { question: meant, limit, shareMs: budget.shareMs('search'), budget };
  const { hits: found, ...search } = await searchWithinBudget({ ...searching, run }, parts, signal);
  budget.book('searchMs');
  const isReworded = meant.text !== question.text;
  yield {
    ...{ type: 'search-end', search: 0, slot: search.slot, trail: search.trail },
    query: isReworded ? meant.text : undefined,
    isGuess: isReworded && isGuess ? true : undefined,
  };

  const typed = reader === null ? [] : typedPages(question);
  const isTyped = ({ url }: Hit) => typed.some((each) => each.url === url);
  const toRead = [...typed, ...found.filter((hit) => !isTyped(hit))];
  const isRead = reader !== null && toRead.length > 0;
  const read = isRead
    ? yield* readPages(reader, { run, hits: toRead, budget, shareMs: budget.shareMs('read') }, signal)
    : NOTHING_READ;
  budget.book('readMs');
  const isKnown = (hit: Hit) => read.pages.has(hit.url) || found.some(({ url }) => url === hit.url);
  const hits = toRead.filter((hit) => !isTyped(hit) || isKnown(hit));
  // A page that the caller named is enough, whatever the search found.
  const outcome = hits.length > 0 ? ({ status: 'ok' } as const) : search.outcome;

  const fitting = budget.fitSources(meant);
  const { maxSources, contextTokens } = fitting;
  const choice = { question: { ...meant, maxSources }, hits, pages: read.pages, contextTokens };
  const choose = () => parts.select(choice, budget.shareMs('rank'), signal);
  const selected = hits.length > 0 ? await trace('select', choose) : [];
  // A passage is a part of its page's text, which would stay in memory as long as the passage. A snippet is
  // short, and copying takes time.
  const isLong = selected.some(({ basis }) => basis !== 'snippet');
  const sources = isLong ? structuredClone(selected) : selected;
  const language = answerLanguage(question, sources);
  budget.book('selectMs');
  if (outcome.status !== 'failed')
    yield { type: 'sources', sources, language, context: toSourceContext(fitting) };
  const searches = [{ ...search, outcome }];
  const evidence = { meaning: meant.text, searches, sources, language, ...spent, isRushed: read.isRushed };
  return { evidence, hits, ...read };
}

/** Works out what a message means. A short first question is what to search for, and waits for no model. */
export async function understand(
  { question, budget, signal, trace }: TimedRun,
  { models }: Parts,
): Promise<Understanding> {
  if (isOwnQuery(question)) return { query: question.text, isGuess: false, ...addSpent() };
  return trace('read message', () => models.understand(question, budget.shareMs('query'), signal));
}

/** What a step belongs to, and the maximum time for it in milliseconds. */
type Step = {
  readonly run: Pick<Run, 'question' | 'caller' | 'trace'>;
  /** Once it has expired, a step that was cut off has a result. */
  readonly budget: Pick<Budget, 'expired'>;
  readonly shareMs: number;
};

/** What to search for; a query that the caller did not write is cleaned. */
type Searching = Step & {
  readonly question: Question;
  /** The maximum number of hits. */
  readonly limit: number;
  /** The hits so far, from which the query may have been written. */
  readonly hits?: readonly Hit[];
};

/**
 * Searches for at most `shareMs`. Once the budget has expired, every error counts as a failed search.
 * @throws the error of the search before that, such as the reason of `signal`
 */
export async function searchWithinBudget(
  { run, question, hits, limit, budget, shareMs }: Searching,
  { search, documentSlots }: Parts,
  signal: AbortSignal,
): Promise<SearchReport> {
  const { scope, fresh = false } = question;
  const { question: asked, caller, trace } = run;
  const words = toQuery(question.text, { asked, hits }, documentSlots);
  try {
    return await trace('search', async (span) => {
      const query = { ...words, limit, scope, fresh, caller, timeoutMs: shareMs, trace: span.trace };
      const report = await untilAborted(search(query, signal), signal);
      span.set({ 'sayso.search_engine': report.slot ?? 'none', 'sayso.outcome': report.outcome.status });
      return report;
    });
  } catch (error) {
    if (!budget.expired) throw error;
    const outcome = { status: 'failed', cause: 'it did not finish in time' } as const;
    return { words: words.text, outcome, slot: null, trail: [], hits: [] };
  }
}

/** The pages that could be read, and whether too little time was left for some of the others. */
type PagesRead = Pick<SourceChoice, 'pages'> & Pick<Evidence, 'isRushed'>;

const NOTHING_READ: PagesRead = { pages: new Map(), isRushed: false };

/**
 * Reads the pages of the hits and emits an event for each. When the budget has expired, returns the pages
 * read so far; throws the reason of `signal` if that aborts before.
 */
export async function* readPages(
  reader: PageReader,
  { run, hits, budget, shareMs }: Step & { readonly hits: readonly Hit[] },
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, PagesRead> {
  const { question, caller, trace } = run;
  const pages = new Map<string, Page>();
  const { timeoutMs, renderMs = 0 } = reader;
  const readMs = Math.min(timeoutMs, shareMs);
  const limits = { timeoutMs: readMs, renderMs: Math.min(renderMs, shareMs - readMs) };
  const { fresh = false } = question;
  let isRushed = false;
  try {
    const readings = reader.read(hits, { ...limits, fresh, caller }, signal);
    for await (const read of trace.each('read', {}, readings)) {
      const reading = withoutOtherPage(read, hits);
      const { url, tookMs } = reading;
      if (reading.status === 'read') {
        pages.set(url, reading.page);
        yield { type: 'page-read', url, tookMs, renderedBy: reading.page.renderedBy };
      } else {
        isRushed ||= reading.isLate === true && readMs < timeoutMs;
        yield { type: 'page-skip', url, reason: reading.reason, tookMs };
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
function withoutOtherPage(reading: HitPage, hits: readonly Hit[]): HitPage {
  if (reading.status !== 'read') return reading;
  const { page, url, tookMs } = reading;
  const excerpt = hits.find((hit) => hit.url === url)?.snippet ?? '';
  if (!isUnlikeExcerpt(excerpt, page.text)) return reading;
  return { status: 'skipped', url, reason: NOT_THE_PAGE, tookMs };
}

/**
 * Selects sources with a model that ranks their passages. Without a model, or if it fails, the passages are
 * ranked by their words alone.
 */
export function selectWith(rank: RankPassages | null): SelectSources {
  if (rank === null) return (choice) => select(respelled(choice));
  return (choice, timeoutMs, signal) =>
    select({
      ...respelled(choice),
      async rank(passages) {
        try {
          return await rank({ question: choice.question.text, passages, timeoutMs }, signal);
        } catch (error) {
          // The deadline of the answer has passed, which ends all later work; the sources are still of use.
          if (!signal.aborted) throw error;
          return null;
        }
      },
    });
}

/** The choice with a question that is followed by the words that its misspelled ones mean. */
function respelled(choice: SourceChoice): SourceChoice {
  const { question, hits, pages } = choice;
  // Titles, snippets and texts; the beginning of these says enough.
  const titles = hits.map(({ title }) => title);
  const texts = hits.flatMap(({ url, snippet, text = '' }) => [snippet, pages.get(url)?.text ?? text]);
  const text = withSpellings(question.text, titles, texts);
  return text === question.text ? choice : { ...choice, question: { ...question, text } };
}

/** An address ends before a mark that ends a sentence or a bracket, but not one that it opens: `/A_(B)`. */
const TYPED_ADDRESS = /\bhttps?:\/\/[^\s<>"]{1,2000}/giu;
const MARKS_BEHIND = /[.,;:!?\]}'’”»*]*(?:\)[.,;:!?)\]}'’”»*]*)?$/u;
const MAX_TYPED = 3;

/** The pages whose addresses the caller typed; none if only some sites are wanted, or a collection. */
function typedPages({ text, scope }: Question): Hit[] {
  if (scope.sites.only.length > 0 || scope.collection !== undefined) return [];
  const typed =
    text
      .match(TYPED_ADDRESS)
      ?.map((address) =>
        address.replace(MARKS_BEHIND, (marks) => (marks.startsWith(')') && address.includes('(') ? ')' : '')),
      ) ?? [];
  const urls = new Set(typed.flatMap((address) => parseWebUrl(address)?.href ?? []));
  return [...urls].slice(0, MAX_TYPED).map((url) => ({ url, title: toPublicUrl(url), snippet: '' }));
}

/** What a `sources` event says of limits that Sayso chose; nothing about those that were set. */
export function toSourceContext({
  contextTokens: tokens,
  reason,
  isLoading,
}: SourceLimits): SourceContext | undefined {
  return reason === undefined ? undefined : { tokens, reason, loading: isLoading };
}

function textsOf(hits: readonly Hit[], pages: PagesRead['pages']): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { url, text } of hits) {
    const read = pages.get(url);
    const page = read === undefined ? '' : mainTextOf(read);
    const whole = page.trim() === '' ? text : page;
    if (whole !== undefined) texts.set(url, whole);
  }
  return texts;
}
