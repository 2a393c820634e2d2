import type { Budget } from '../../core/budget.ts';
import { abortReason, startDeadline } from '../../core/deadline.ts';
import type { AnswerEvent, Gathering, SearchRecord, SearchWithHits } from '../../core/events.ts';
import type { Question } from '../../core/question.ts';
import type { Hit, Page, Source } from '../../core/source.ts';
import type { Planned, Research } from '../../write/researcher.ts';
import { answerLanguage } from '../answer-language.ts';
import type { Gather, GatherDeps } from '../steps.ts';
import { fuseHits } from './fuse-hits.ts';
import { readPages, searchOnce } from './once.ts';

/** The steps of gathering in rounds, and the token limit for all model calls of one answer. */
export type DeepDeps = GatherDeps & { readonly research: Research; readonly mostTokens: number };

/** The shares of the tokens that the two calls may use. */
const TOKEN_SHARES = { plan: 0.1, gap: 0.4 } as const;
/** The maximum number of searches of both rounds. */
const MOST_SEARCHES = 8;

/**
 * Gathers in up to two rounds within one budget. First, the question and the parts of it that a plan names
 * are searched for side by side, and the pages are read. Then a second round searches for the facts that the
 * sources lack. The sources are selected over all pages of both rounds. `endEarly` skips every search that
 * has not begun, except the search for the question itself.
 */
export function createDeep(steps: DeepDeps): Gather {
  return (question, budget, signal, endEarly) =>
    new DeepGathering(steps, { question, budget, endEarly }, signal).run();
}

type DeepTask = {
  readonly question: Question;
  readonly budget: Budget;
  readonly endEarly: AbortSignal | undefined;
};

class DeepGathering {
  readonly #steps: DeepDeps;
  readonly #question: Question;
  readonly #budget: Budget;
  readonly #signal: AbortSignal;
  readonly #endEarly: AbortSignal | undefined;
  readonly #searches: SearchRecord[] = [];
  readonly #lists: (readonly Hit[])[] = [];
  readonly #pages = new Map<string, Page>();
  #meant: Question;
  #spent = { tokens: 0, calls: 0 };
  #isRushed = false;

  constructor(steps: DeepDeps, { question, budget, endEarly }: DeepTask, signal: AbortSignal) {
    this.#endEarly = endEarly;
    this.#steps = steps;
    this.#question = question;
    this.#meant = question;
    this.#budget = budget;
    this.#signal = signal;
  }

  async *run(): Gathering {
    yield { type: 'begin' };
    await this.#condense();
    const { text } = this.#meant;
    // The question itself is searched for while the plan is made.
    const first = this.#search(text);
    const { plan, findGap } = this.#steps.research;
    const parts = await this.#ask('plan', (limits, signal) => plan(text, limits, signal));
    this.#budget.book('searchMs');
    yield { type: 'plan', subQuestions: [text, ...parts] };
    yield* this.#round(1, [first, ...parts.map((part) => this.#search(part))]);
    let sources = await this.#select(parts);
    const known = { question: text, sources, mostQueries: MOST_SEARCHES - this.#searches.length };
    const missing =
      this.#endsEarly || this.#hits().length === 0
        ? []
        : await this.#ask('gap', (limits, signal) => findGap(known, limits, signal));
    this.#budget.book('searchMs');
    yield { type: 'gap', missing };
    if (missing.length > 0) {
      yield* this.#round(
        2,
        missing.map((words) => this.#search(words)),
      );
      sources = await this.#select([...parts, ...missing]);
    }
    const language = answerLanguage(this.#question, sources);
    const isFound = this.#searches.some(({ outcome }) => outcome.status !== 'failed');
    if (isFound) yield { type: 'sources', sources, language };
    const [searches, isRushed] = [this.#searches, this.#isRushed || this.#endsEarly];
    return { meaning: text, searches, sources, language, ...this.#spent, isRushed };
  }

  get #endsEarly(): boolean {
    return this.#endEarly?.aborted === true;
  }

  async #condense(): Promise<void> {
    const { text } = this.#question;
    const shareMs = this.#budget.shareMs('condense');
    const condensed = await this.#steps.condense(this.#question, shareMs, this.#signal);
    const isSame = condensed.text === text.trim();
    this.#meant = { ...this.#question, text: isSame ? text : condensed.text };
    this.#spend(condensed.tokens, Math.min(1, condensed.tokens));
  }

  #spend(tokens: number, calls: number): void {
    this.#spent = { tokens: this.#spent.tokens + tokens, calls: this.#spent.calls + calls };
  }

  /** The decisions of the research, within its share of time and tokens. */
  async #ask(
    step: 'plan' | 'gap',
    decide: (
      limits: { readonly timeoutMs: number; readonly mostTokens: number },
      signal: AbortSignal,
    ) => Promise<Planned>,
  ): Promise<readonly string[]> {
    using limited = this.#limit(this.#budget.shareMs(step));
    const { mostTokens } = this.#steps;
    const left = Math.min(mostTokens * TOKEN_SHARES[step], mostTokens - this.#spent.tokens);
    const limits = { timeoutMs: this.#budget.shareMs(step), mostTokens: left };
    const { queries, tokens, calls } = await decide(limits, limited.signal);
    this.#refuseIfLeft();
    this.#spend(tokens, calls);
    return queries;
  }

  /** A time limit that also ends when the caller wants the answer now. */
  #limit(timeoutMs: number) {
    const limit = startDeadline(timeoutMs, this.#signal);
    const endEarly = this.#endEarly;
    endEarly?.addEventListener('abort', limit.end, { once: true });
    if (this.#endsEarly) limit.end();
    return {
      signal: limit.signal,
      [Symbol.dispose]() {
        endEarly?.removeEventListener('abort', limit.end);
        limit[Symbol.dispose]();
      },
    };
  }

  /**
   * Never rejects, because all searches of a round run at the same time and are awaited one after the other.
   * If the caller wants the answer now, only the search for the question itself is awaited.
   */
  async #search(words: string): Promise<SearchWithHits> {
    const asked = { question: { ...this.#meant, text: words }, budget: { expired: true } };
    const shareMs = this.#budget.shareMs('roundSearch');
    if (words === this.#meant.text) return searchOnce(this.#steps, { ...asked, shareMs }, this.#signal);
    using limited = this.#limit(shareMs);
    return await searchOnce(this.#steps, { ...asked, shareMs }, limited.signal);
  }

  /** @throws Failure of the signal if the caller left, as opposed to a deadline that passed */
  #refuseIfLeft(): void {
    if (this.#signal.aborted && !this.#budget.expired) throw abortReason(this.#signal);
  }

  async *#round(round: number, searching: readonly Promise<SearchWithHits>[]): AsyncGenerator<AnswerEvent> {
    for (const each of searching) {
      const { hits, ...record } = await each;
      this.#refuseIfLeft();
      const { engine, trail, words: query } = record;
      yield { type: 'search-end', search: this.#searches.length, engine, trail, query, round };
      this.#searches.push(record);
      this.#lists.push(hits);
    }
    this.#budget.book('searchMs');
    const { reading } = this.#steps;
    const unread = this.#hits().filter(({ url }) => !this.#pages.has(url));
    if (reading === null || unread.length === 0 || this.#endsEarly) return;
    const shareMs = this.#budget.shareMs('roundRead');
    using limited = this.#limit(shareMs + LATE_MS);
    const hits = unread.slice(0, reading.maxPages);
    const { fresh = false } = this.#question;
    const asked = { hits, fresh, budget: { expired: true }, shareMs };
    for await (const event of this.#noted(readPages(reading, asked, limited.signal))) {
      yield event.type === 'page-read' || event.type === 'page-skip' ? { ...event, round } : event;
    }
    this.#refuseIfLeft();
    this.#budget.book('readMs');
  }

  async *#noted(events: ReturnType<typeof readPages>): AsyncGenerator<AnswerEvent> {
    const { pages, isRushed } = yield* events;
    for (const [url, page] of pages) this.#pages.set(url, page);
    this.#isRushed ||= isRushed;
  }

  async #select(parts: readonly string[]): Promise<readonly Source[]> {
    const hits = this.#hits().slice(0, this.#meant.maxSources);
    if (hits.length === 0) return [];
    const question = { ...this.#meant, text: [this.#meant.text, ...parts].join('\n') };
    const choice = { question, hits, pages: this.#pages };
    const contextTokens = this.#budget.sourceTokens;
    const shareMs = this.#budget.shareMs('rank');
    const sources = await this.#steps.select({ ...choice, contextTokens }, shareMs, this.#signal);
    this.#budget.book('selectMs');
    // A passage shares memory with its page's text: without a copy, the whole text would stay in memory.
    return structuredClone(sources);
  }

  #hits(): readonly Hit[] {
    return fuseHits({ question: this.#meant.text, lists: this.#lists, pages: this.#pages });
  }
}

/** Reading ends by itself; the time limit is for a reader that hangs. */
const LATE_MS = 500;
