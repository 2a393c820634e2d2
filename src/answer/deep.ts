import { toWords } from '@sayso/text/words.ts';
import { type Budget, DEEP_TOKENS, type DeepLimits, type SourceLimits } from '../core/budget.ts';
import { abortReason, remainingMs, startResearchDeadline } from '../core/deadline.ts';
import type { AnswerEvent, Gathering, SearchRecord, SearchReport, TimeLeft } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import type { TimedRun } from '../core/run.ts';
import type { Hit, Page, Source } from '../core/source.ts';
import { addSpent } from '../core/usage.ts';
import type { PlannedQueries } from '../write/writer.ts';
import { answerLanguage } from './answer-words.ts';
import { overallOutcome } from './decision.ts';
import { fuseHits } from './fuse-hits.ts';
import { readerFor, readPages, searchWithinBudget, toSourceContext, understand } from './gather.ts';
import type { Parts } from './parts.ts';
import { gatherEarlier } from './without-search.ts';

/** The shares of the tokens that the two calls may use. */
const TOKEN_SHARES = { plan: 0.1, gap: 0.4 } as const;
/** The names of the two calls in a trace. */
const SPANS = { plan: 'plan', gap: 'find gap' } as const;
/** The maximum number of searches of both rounds. */
const MAX_SEARCHES = 8;
/** Reading ends by itself; this much later in milliseconds it is stopped, for a reader that hangs. */
const READING_GRACE_MS = 500;
/** A budget that has expired: a search or a reading that is cut off returns what it has. */
const CUT_OFF_IS_A_RESULT = { expired: true } as const;

/**
 * Gathers in up to two rounds within one budget. First, the question and the parts of it that a plan names
 * are searched for side by side, or the queries of the question's own plan instead; and the pages are read.
 * Then a second round searches for the facts that the sources lack. The sources are selected from all pages
 * of both rounds. `endEarly` stops all searches (except the main one), the calls of the model and the
 * reading, and no new ones begin.
 */
export function gatherDeeply(run: TimedRun, parts: Parts): Gathering {
  return new DeepGathering(run, parts).run();
}

/**
 * One gathering of a deep answer. Two rules hold after whatever it waits for: `#throwIfCallerLeft` ends it if
 * nobody waits for the answer any more, because a search or a reading that is cut off returns what it has, and
 * does not say why; and where a step ends, `budget.book` assigns to it the time since the last booking, so that
 * the times of an answer add up to the whole.
 */
class DeepGathering {
  // What was given.
  readonly #run: TimedRun;
  readonly #parts: Parts;
  readonly #question: Question;
  readonly #budget: Budget;
  readonly #signal: AbortSignal;
  readonly #earlyEndSignal: AbortSignal | undefined;
  readonly #deepLimits: DeepLimits | null;

  // What was found out on the way.
  /** The question, self-contained if it was a follow-up. */
  #meant: Question;
  /** The query that `endEarly` does not stop: the question, or the first one of a given plan. */
  #mainQuery = '';
  readonly #searches: SearchRecord[] = [];
  readonly #hitLists: (readonly Hit[])[] = [];
  readonly #pages = new Map<string, Page>();
  #spent = addSpent();
  /** The facts about the selection that the event `sources` gives. */
  #sourceContext: ReturnType<typeof toSourceContext>;
  #isRushed = false;

  constructor(run: TimedRun, parts: Parts) {
    const { question, budget, signal, endEarly } = run;
    this.#run = run;
    this.#parts = parts;
    this.#question = question;
    this.#budget = budget;
    this.#signal = signal;
    this.#earlyEndSignal = endEarly;
    this.#deepLimits = parts.models.fitDeep?.() ?? null;
    this.#meant = question;
  }

  async *run(): Gathering {
    yield { type: 'begin', ...this.#timeLeft };
    if (await this.#needsNoSearch()) {
      return yield* gatherEarlier(this.#run, this.#parts, this.#spent);
    }
    const { text } = this.#meant;
    const given = this.#question.plan;
    this.#mainQuery = given?.[0] ?? text;
    // The main query is searched for while the plan is made.
    const first = this.#search(this.#mainQuery);
    const subQueries = given?.slice(1) ?? (await this.#planSubQueries());
    this.#budget.book('searchMs');
    yield { type: 'plan', subQuestions: [this.#mainQuery, ...subQueries], ...this.#timeLeft };
    yield* this.#round(1, [first, ...subQueries.map((query) => this.#search(query))]);
    let sources = await this.#select(subQueries);
    const missing = await this.#findMissing(sources);
    this.#budget.book('searchMs');
    yield { type: 'gap', missing, ...this.#timeLeft };
    if (missing.length > 0) {
      const searches = missing.map((words) => this.#search(words));
      yield* this.#round(2, searches);
    }
    if (missing.length > 0 || this.#isEndingEarly) sources = await this.#select([...subQueries, ...missing]);
    const language = answerLanguage(this.#question, sources);
    if (overallOutcome(this.#searches).status !== 'failed') {
      yield { type: 'sources', sources, language, context: this.#sourceContext };
    }
    return {
      meaning: text,
      searches: this.#searches,
      sources,
      language,
      ...this.#spent,
      isRushed: this.#isRushed || this.#isEndingEarly,
    };
  }

  get #timeLeft(): TimeLeft {
    const leftMs = remainingMs(this.#question.deadlineAtMs);
    return Number.isFinite(leftMs) ? { remainingMs: leftMs } : {};
  }

  get #isEndingEarly(): boolean {
    return this.#earlyEndSignal?.aborted === true;
  }

  /** Works out what the question means; true if nothing is to be searched for it. */
  async #needsNoSearch(): Promise<boolean> {
    const { query, ...spent } = await understand(this.#run, this.#parts);
    this.#throwIfCallerLeft();
    this.#spent = addSpent(this.#spent, spent);
    if (query === null) return true;
    if (query.trim() !== this.#question.text.trim()) this.#meant = { ...this.#question, text: query };
    return false;
  }

  /** The queries for the parts of the question. */
  async #planSubQueries(): Promise<readonly string[]> {
    const { plan } = this.#parts.models.researcher;
    const { text } = this.#meant;
    return await this.#research('plan', (limits, signal) => plan(text, limits, signal));
  }

  /** The queries for what the sources lack. */
  async #findMissing(sources: readonly Source[]): Promise<readonly string[]> {
    if (this.#isEndingEarly || this.#hits().length === 0) return [];
    const { findGap } = this.#parts.models.researcher;
    const findings = { question: this.#meant.text, sources };
    const maxQueries = MAX_SEARCHES - this.#searches.length;
    const asked = await this.#research('gap', (limits, signal) =>
      findGap(findings, { ...limits, maxQueries }, signal),
    );
    // The same words would find the same pages again.
    const known = new Set(this.#searches.map(({ words }) => toWords(words).join(' ')));
    return asked.filter((query) => !known.has(toWords(query).join(' ')));
  }

  /** The queries of one step of the research, which gets its share of the time and of the tokens. */
  async #research(
    step: 'plan' | 'gap',
    decide: (
      limits: { readonly timeoutMs: number; readonly maxTokens: number },
      signal: AbortSignal,
    ) => Promise<PlannedQueries>,
  ): Promise<readonly string[]> {
    const timeoutMs =
      this.#deepLimits?.callMs(step, remainingMs(this.#question.deadlineAtMs)) ?? this.#budget.shareMs(step);
    if (timeoutMs === 0) return [];
    using limited = startResearchDeadline(timeoutMs, this.#signal, this.#earlyEndSignal);
    const stepTokens = Math.min(DEEP_TOKENS * TOKEN_SHARES[step], DEEP_TOKENS - this.#spent.tokens);
    const limits = { timeoutMs, maxTokens: stepTokens };
    const { queries, ...spent } = await this.#run.trace(SPANS[step], async (span) => {
      const planned = await decide(limits, limited.signal);
      span.set({ 'sayso.queries': planned.queries.length, 'sayso.calls': planned.calls });
      return planned;
    });
    this.#throwIfCallerLeft();
    this.#spent = addSpent(this.#spent, spent);
    return queries;
  }

  /**
   * Searches for a text. Never rejects: the searches of a round are awaited in turn, and the rejection of one
   * that is not awaited yet would end the process.
   */
  async #search(text: string): Promise<SearchReport> {
    const shareMs = this.#budget.shareMs('roundSearch');
    const request = {
      ...{ run: this.#run, question: { ...this.#meant, text }, hits: this.#hitLists.flat() },
      limit: Math.max(this.#question.maxSources, readerFor(this.#parts)?.maxPages ?? 0),
      ...{ budget: CUT_OFF_IS_A_RESULT, shareMs },
    };
    if (text === this.#mainQuery) return searchWithinBudget(request, this.#parts, this.#signal);
    using limited = startResearchDeadline(shareMs, this.#signal, this.#earlyEndSignal);
    return await searchWithinBudget(request, this.#parts, limited.signal);
  }

  /** @throws Failure of the signal if the caller left, as opposed to a deadline that passed */
  #throwIfCallerLeft(): void {
    if (this.#signal.aborted && !this.#budget.expired) throw abortReason(this.#signal);
  }

  /** Awaits the searches of a round, then reads the pages of their hits that were not read before. */
  async *#round(round: number, searches: readonly Promise<SearchReport>[]): AsyncGenerator<AnswerEvent> {
    for (const search of searches) {
      const { hits, ...record } = await search;
      this.#throwIfCallerLeft();
      const { slot, trail, words: query } = record;
      const found = hits.map(({ url }) => url);
      yield { type: 'search-end', search: this.#searches.length, slot, trail, query, round, found };
      this.#searches.push(record);
      this.#hitLists.push(hits);
    }
    this.#budget.book('searchMs');
    const reading = readerFor(this.#parts);
    const unread = this.#hits().filter(({ url }) => !this.#pages.has(url));
    if (reading === null || unread.length === 0 || this.#isEndingEarly) return;
    const shareMs = this.#budget.shareMs('roundRead');
    const limitMs = shareMs + READING_GRACE_MS;
    using limited = startResearchDeadline(limitMs, this.#signal, this.#earlyEndSignal);
    const hits = unread.slice(0, reading.maxPages);
    const request = { run: this.#run, hits, budget: CUT_OFF_IS_A_RESULT, shareMs };
    for await (const event of this.#withPagesStored(readPages(reading, request, limited.signal))) {
      yield event.type === 'page-read' || event.type === 'page-skip' ? { ...event, round } : event;
    }
    this.#throwIfCallerLeft();
    this.#budget.book('readMs');
  }

  /** The events of a reading; adds the pages that it returns at the end. */
  async *#withPagesStored(events: ReturnType<typeof readPages>): AsyncGenerator<AnswerEvent> {
    const { pages, isRushed } = yield* events;
    for (const [url, page] of pages) this.#pages.set(url, page);
    this.#isRushed ||= isRushed;
  }

  async #select(subQueries: readonly string[]): Promise<readonly Source[]> {
    const chosen = this.#fitSources();
    const { maxSources, contextTokens } = chosen;
    this.#sourceContext = toSourceContext(chosen);
    const hits = this.#hits().slice(0, maxSources);
    if (hits.length === 0) return [];
    const question = {
      ...this.#meant,
      maxSources,
      text: [this.#meant.text, ...subQueries].join('\n'),
    };
    const choice = { question, hits, pages: this.#pages };
    const shareMs = this.#budget.shareMs('rank');
    const sources = await this.#run.trace('select', () =>
      this.#parts.select({ ...choice, contextTokens }, shareMs, this.#signal),
    );
    this.#budget.book('selectMs');
    // A passage shares memory with its page's text: without a copy, the whole text would stay in memory.
    return structuredClone(sources);
  }

  /** A slow model would read the sources of a deep answer for longer than a reader waits who wants it now. */
  #fitSources(): SourceLimits {
    const usual = this.#budget.fitSources(this.#meant);
    const { fitSources } = this.#parts.models;
    if (!this.#isEndingEarly || fitSources === null) return usual;
    const times = { elapsedMs: 0, remainingMs: remainingMs(this.#question.deadlineAtMs) };
    const early = fitSources(this.#meant, times);
    return early.contextTokens < usual.contextTokens ? early : usual;
  }

  #hits(): readonly Hit[] {
    return fuseHits({ question: this.#meant.text, lists: this.#hitLists, pages: this.#pages });
  }
}
