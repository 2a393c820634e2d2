import { isUnlikeExcerpt, select } from '@sayso/passages';
import { UNDETERMINED } from '@sayso/text/language.ts';
import { withSpellings } from '@sayso/text/spelling.ts';
import { firstChars } from '@sayso/text/text.ts';
import { parseWebUrl, toPublicUrl } from '@sayso/text/url.ts';
import { isStopWord, stem, toWords } from '@sayso/text/words.ts';
import type { Budget, SourceLimits } from '../core/budget.ts';
import { untilAborted } from '../core/deadline.ts';
import type {
  AnswerEvent,
  Evidence,
  Gathering,
  SearchRecord,
  SearchReport,
  SourceContext,
} from '../core/events.ts';
import type { Question, Rework } from '../core/question.ts';
import type { RankPassages } from '../core/ranking.ts';
import type { Run, TimedRun } from '../core/run.ts';
import { type Hit, mainTextOf, type Page } from '../core/source.ts';
import type { PageReading, Reading } from '../read/reading.ts';
import { answerLanguage } from './answer-words.ts';
import type { Gather, GatherDeps, SourceChoice } from './steps.ts';

type PagesToRead = StepLimits & { readonly hits: readonly Hit[] };

/** The pages that could be read, and whether too little time was left for some of the others. */
type PagesRead = Pick<SourceChoice, 'pages'> & Pick<Evidence, 'isRushed'>;

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

/** The run, its budget, and the maximum time of one of its steps in milliseconds. */
type StepLimits = {
  readonly run: Pick<Run, 'question' | 'caller' | 'trace'>;
  readonly budget: Pick<Budget, 'expired'>;
  readonly shareMs: number;
};

/**
 * Searches for at most `shareMs`. A query that the caller did not write is cleaned. Once the budget has expired, every error counts as a failed search.
 * @throws the error of the search before that, such as the reason of `signal`
 */
export async function searchWithinBudget(
  { search, reading, documents = new Set() }: GatherDeps,
  {
    run,
    question,
    hits,
    budget,
    shareMs,
  }: StepLimits & Pick<QueryOrigin, 'hits'> & { readonly question: Question },
  signal: AbortSignal,
): Promise<SearchReport> {
  const { maxSources, scope, fresh = false } = question;
  const { question: asked, caller, trace } = run;
  // The plan of a follow-up may be the one that was shown before, which rules or a model wrote.
  const plan = asked.history.length === 0 ? (asked.plan ?? []) : [];
  const isTyped = [asked.text, ...plan].some((typed) => typed.trim() === question.text.trim());
  const text = isTyped ? question.text : cleanQuery(question.text) || asked.text;
  const isOfWeb = ({ slot }: Hit) => slot === undefined || !documents.has(slot);
  const webText = isTyped || documents.size === 0 ? text : wordsForWeb(text, { asked, hits }, isOfWeb);
  const words = { text, webText: webText === text ? undefined : webText };
  const limit = Math.max(maxSources, reading?.maxPages ?? 0);
  try {
    return await trace('search', async (span) => {
      const query = { ...words, limit, scope, fresh, caller, trace: span.trace };
      const report = await untilAborted(search(query, shareMs, signal), signal);
      span.set({ 'sayso.search_engine': report.slot ?? 'none', 'sayso.outcome': report.outcome.status });
      return report;
    });
  } catch (error) {
    if (!budget.expired) throw error;
    const outcome = { status: 'failed', cause: 'it did not finish in time' } as const;
    return { words: text, outcome, slot: null, trail: [], hits: [] };
  }
}

/** The longest query that rules or a model may write, in characters. */
const MAX_CHARS = 300;
/** The part of each text of the web whose words count as known to the web, in characters. */
const MAX_TEXT_CHARS = 20_000;
/** `site:x`, `-inurl:x`, `(filetype：x`: a word, a colon and a value without a space between them. */
const OPERATOR = /[\p{L}\p{M}_]\p{N}{0,3}[:：﹕]\S/u;
/** A colon behind a word: some engines take `site: x` for an operator, too. */
const COLONS = /(?<=[\p{L}\p{M}_]\p{N}{0,3})[:：﹕]+$/u;
/** Marks before a word that mean something to an engine: `-x`, `+x`, `!bang`, `:de`, `<3`. */
const MARKS = /^[-+~|!?:<]+(?=\p{L})|^[!:<]+(?=\p{N})/u;
const ADDRESS = /:\/\/|^www\.|@.+\.|\.[a-z]{2,}[/?]/i;

/**
 * A query that the caller did not write, without what only a search engine or a terminal would understand:
 * control and invisible characters, operators and addresses, of which a page could make the model write any.
 */
export function cleanQuery(text: string): string {
  const tokens = text
    .slice(0, 4 * MAX_CHARS)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .split(' ');
  const words = tokens.filter((token) => !OPERATOR.test(token) && !ADDRESS.test(token));
  return firstChars(
    words.map((word) => word.replace(MARKS, '').replace(COLONS, '')).join(' '),
    MAX_CHARS,
  ).trim();
}

/** What a generated query may have been written from. */
type QueryOrigin = {
  /** The question with its history, as the caller sent it. */
  readonly asked: Question;
  /** The hits so far, of the web and of collections. */
  readonly hits?: readonly Hit[];
};

/**
 * The words of a generated query that web searches may get: those that the caller typed or that a page of the
 * web contains. All others may come from a document of a collection, or from an earlier answer that cites one.
 * Where such words are left out, the words of the last question take their places.
 */
export function wordsForWeb(
  query: string,
  { asked, hits = [] }: QueryOrigin,
  isOfWeb: (hit: Hit) => boolean,
): string {
  const { text, history, plan = [] } = asked;
  if (history.length === 0 && hits.every(isOfWeb)) return query;
  const lastQuestion = history.at(-1)?.question ?? '';
  const planned = plan.flatMap((query) => query.split(/\s+/u)).filter(isNoneOf(history));
  const typed = [text, planned.join(' '), ...history.map(({ question }) => question)];
  const web = hits.filter(isOfWeb).map((hit) => `${hit.title}\n${hit.snippet}\n${hit.text ?? ''}`);
  const texts = [...typed, ...web].map((each) => each.slice(0, MAX_TEXT_CHARS));
  const known = new Set(texts.flatMap((each) => toWords(each).map(stem)));
  const tokens = new Set(texts.flatMap((each) => each.split(/\s+/u)));
  const isKnown = (word: string) => isStopWord(word) || known.has(stem(word));
  // Marks and capitals can carry a word, too, in Braille or flags: a token that nobody wrote is reduced to words.
  const kept = query
    .split(' ')
    .flatMap((token) => (tokens.has(token) ? token : toWords(token).filter(isKnown)));
  if (toWords(query).every(isKnown)) return kept.join(' ');
  const have = new Set(kept.flatMap(toWords).map(stem));
  const added = toWords(lastQuestion).filter((word) => !isStopWord(word) && !have.has(stem(word)));
  const words = [...kept, ...added];
  return words.some((word) => toWords(word).some((each) => !isStopWord(each))) ? words.join(' ') : '';
}

/** A plan repeats what follow-ups were rewritten to, with words of the answers: those were not typed. */
function isNoneOf(history: Question['history']): (token: string) => boolean {
  const answered = new Set(history.flatMap(({ answer }) => toWords(answer).map(stem)));
  return (token) => {
    const words = toWords(token);
    return words.length > 0 && !words.some((word) => answered.has(stem(word)));
  };
}

/** What a `sources` event says of limits that Sayso chose; nothing about those that were set. */
export function toSourceContext({ contextTokens: tokens, reason, isLoading }: SourceLimits): {
  readonly context?: SourceContext;
} {
  if (reason === undefined) return {};
  return { context: { tokens, reason, ...(isLoading && { loading: true }) } };
}

const NOTHING_SEARCHED: SearchRecord = {
  words: '',
  outcome: { status: 'ok' },
  slot: null,
  trail: [],
};

/** The evidence for a message that by its form needs no search: nothing. */
export const gatherNothing: Gather = ({ question }) => unsearched(question, { tokens: 0, calls: 0 });

/**
 * The evidence for a message for which a model wants no search: with a history the sources of the last answer,
 * if they are known.
 * @param spent what it took to find out
 */
export async function* gatherEarlier(
  { recallSources }: Pick<GatherDeps, 'recallSources'>,
  { question, caller }: Pick<TimedRun, 'question' | 'caller'>,
  spent: { readonly tokens: number; readonly calls: number },
): Gathering {
  const { history, data } = question;
  const answer = history.at(-1)?.answer ?? '';
  const plain = history.length > 0 ? 'answer' : 'task';
  const isAbout = answer.trim() !== '' && data === undefined;
  const sources = (isAbout && (await recallSources?.(question, caller))) || [];
  const asked = { ...question, plain } as const;
  const evidence = yield* unsearched(asked, spent, sources.length > 0 ? { answer, sources } : undefined);
  return { ...evidence, plain };
}

async function* unsearched(
  question: Question,
  spent: { readonly tokens: number; readonly calls: number },
  rework?: Rework,
): Gathering {
  // The result of a task, such as a translation, may be in any language.
  const isOpen = rework !== undefined || question.plain === 'task';
  const language = isOpen ? UNDETERMINED : answerLanguage(question, []);
  const sources = rework?.sources ?? [];
  yield { type: 'sources', sources, language };
  return {
    meaning: question.text,
    searches: [NOTHING_SEARCHED],
    ...(rework && { rework }),
    ...{ sources, language, ...spent, isRushed: false },
  };
}

/**
 * Selects sources with a model that ranks their passages. Without a model, or if it fails, the passages are
 * ranked by their words alone.
 */
export function selectWith(rank: RankPassages | null): GatherDeps['select'] {
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

const NO_PAGES: PagesRead = { pages: new Map(), isRushed: false };

/** An address ends before a mark that ends a sentence or a bracket, but not one that it opens: `/A_(B)`. */
const TYPED_ADDRESS = /\bhttps?:\/\/[^\s<>"]{1,2000}/giu;
const MARKS_BEHIND = /[.,;:!?\]}'’”»*]*(?:\)[.,;:!?)\]}'’”»*]*)?$/u;
const MAX_TYPED = 3;

/** The pages whose addresses the caller typed; none if only some sites are wanted. */
function typedPages({ text, scope }: Question): Hit[] {
  if (scope.sites.only.length > 0) return [];
  const typed =
    text
      .match(TYPED_ADDRESS)
      ?.map((address) =>
        address.replace(MARKS_BEHIND, (marks) => (marks.startsWith(')') && address.includes('(') ? ')' : '')),
      ) ?? [];
  const urls = new Set(typed.flatMap((address) => parseWebUrl(address)?.href ?? []));
  return [...urls].slice(0, MAX_TYPED).map((url) => ({ url, title: toPublicUrl(url), snippet: '' }));
}

/** Gathers with one search. `keepsTexts` adds the texts of the hits to the evidence. */
export function createQuickGather(steps: GatherDeps & { readonly keepsTexts?: boolean }): Gather {
  return async function* gatherQuickly(run) {
    const { question, budget, signal, trace } = run;
    const read = await readMessage(steps, run);
    const spent = { tokens: read.tokens, calls: read.tokens > 0 ? 1 : 0 };
    if (read.query === null) return yield* gatherEarlier(steps, run, spent);
    // Reading may remove only spaces; then, these are still the words of the question.
    const meant = read.query.trim() === question.text.trim() ? question : { ...question, text: read.query };
    const limits = { run, question: meant, budget, shareMs: budget.shareMs('search') };
    const { hits: found, ...search } = await searchWithinBudget(steps, limits, signal);
    budget.book('searchMs');
    const { slot, trail } = search;
    const query =
      meant.text === question.text ? {} : { query: meant.text, ...(read.isGuess && { isGuess: true }) };
    yield { type: 'search-end', search: 0, slot, trail, ...query };

    const { reading } = steps;
    const typed = reading === null ? [] : typedPages(question);
    const isTyped = ({ url }: Hit) => typed.some((each) => each.url === url);
    const toRead = [...typed, ...found.filter((hit) => !isTyped(hit))];
    const { pages, isRushed } =
      reading !== null && toRead.length > 0
        ? yield* readPages(reading, { run, hits: toRead, budget, shareMs: budget.shareMs('read') }, signal)
        : NO_PAGES;
    budget.book('readMs');
    const isKnown = (hit: Hit) => pages.has(hit.url) || found.some(({ url }) => url === hit.url);
    const hits = toRead.filter((hit) => !isTyped(hit) || isKnown(hit));
    // A page that the caller named is enough, whatever the search found.
    const outcome = hits.length > 0 ? ({ status: 'ok' } as const) : search.outcome;

    const fitting = budget.fitSources(meant);
    const { maxSources, contextTokens } = fitting;
    const choice = { question: { ...meant, maxSources }, hits, pages, contextTokens };
    const select = () => steps.select(choice, budget.shareMs('rank'), signal);
    const selected = hits.length > 0 ? await trace('select', select) : [];
    // A passage is a part of its page's text, which would stay in memory as long as the passage. A snippet is
    // short, and copying takes time.
    const isLong = selected.some(({ basis }) => basis !== 'snippet');
    const sources = isLong ? structuredClone(selected) : selected;
    const language = answerLanguage(question, sources);
    budget.book('selectMs');
    if (outcome.status !== 'failed')
      yield { type: 'sources', sources, language, ...toSourceContext(fitting) };
    const texts = steps.keepsTexts === true ? { texts: textsOf(hits, pages) } : {};
    const searches = [{ ...search, outcome }];
    return { meaning: meant.text, searches, sources, language, ...texts, ...spent, isRushed };
  };
}

/** Reads what a message means. A first question is read without a model, so its span would be empty. */
export function readMessage(
  { readMessage: read }: Pick<GatherDeps, 'readMessage'>,
  { question, budget, signal, trace }: TimedRun,
): ReturnType<GatherDeps['readMessage']> {
  const reading = () => read(question, budget.shareMs('query'), signal);
  return question.history.length === 0 ? reading() : trace('read message', reading);
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
