import { abortReason, type Deadline, startDeadline, untilAborted } from '../core/deadline.ts';
import type { AnswerEvent, Answerer } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Hit, Page, Question, Source } from '../core/terms.ts';
import { withoutAddresses } from '../core/without-addresses.ts';
import type { Search, SearchReport } from '../search/search.ts';
import type { Condense } from '../write/condenser.ts';
import type { Writer, WritingTask } from '../write/writer.ts';
import { answerLanguage } from './answer-language.ts';
import { answerWords } from './answer-words.ts';
import { conclude, finishedText, NOTHING_BEFORE } from './conclusion.ts';
import { type Corpus, corpusWords } from './corpus-words.ts';
import { type CitationFilter, type Draft, writeDraft } from './draft.ts';
import { type PageReading, readPages } from './reading.ts';
import { quoteSources } from './stand-in.ts';
import { startStopwatch } from './stopwatch.ts';
import { judge, type Verdict, waitOf } from './verdict.ts';

/** The steps of an answer, each known only by its interface. */
export type Steps = {
  readonly condense: Condense;
  readonly search: Search;
  /** Null if answers use only what the back-ends return. */
  readonly reading: PageReading | null;
  /** `pages` holds the pages that were read, by the URL of their hit. */
  select(
    question: Question,
    hits: readonly Hit[],
    pages: ReadonlyMap<string, Page>,
  ): Promise<readonly Source[]>;
  /** Null when no model is configured. */
  readonly writer: Writer | null;
  /** Quotes the sources if the writer wrote nothing; null to report only the failure. */
  readonly standIn: Writer | null;
  createCitationFilter(sourceCount: number): CitationFilter;
  /** `language` is a BCP 47 tag or `und`. */
  render(
    markdown: string,
    sources: readonly Source[],
    language: string,
  ): { readonly html: string; readonly speech: string };
  /** Whether the model may answer without sources if all slots fail or find nothing. */
  readonly modelOnlyFallback: boolean;
  /** What the configured slots search. */
  readonly corpus: Corpus;
};

/** The share of an answer's time that the search may use, so that some is left to write. */
const SEARCH_SHARE = 0.6;
const NO_PAGES: ReadonlyMap<string, Page> = new Map();

/**
 * One complete answer: condense (a follow-up), search, read, select, write, check, render, with one signal
 * and one deadline. `verdict.ts` decides what the outcome of the search means, `conclusion.ts` what remains
 * of a draft that was cut off.
 */
export function createAnswerer(steps: Steps): Answerer {
  return async function* answer(question, signal) {
    using deadline = startDeadline(question.deadlineMs, signal);
    const watch = startStopwatch(['searchMs', 'readMs', 'selectMs', 'writeMs', 'renderMs']);

    const condensed = await steps.condense(question, deadline.remainingMs(), deadline.signal);
    const meant = { ...question, text: condensed.text };
    const report = await searchWithin(steps, meant, deadline);
    watch.lap('searchMs');
    const query = meant.text === question.text ? {} : { query: meant.text };
    yield { type: 'search-end', engine: report.engine, trail: report.trail, ...query };

    const { writer, modelOnlyFallback, corpus } = steps;
    const asked = corpusWords(answerLanguage(question, []), corpus);
    const verdict = judge(report, { writer, modelOnlyFallback, corpus, words: asked });
    const hits = report.outcome.status === 'ok' ? report.outcome.hits : [];
    const { reading } = steps;
    const isRead = verdict.kind === 'write' && reading !== null && hits.length > 0;
    const pages = isRead ? yield* readPages(reading, hits, deadline) : NO_PAGES;
    watch.lap('readMs');

    const sources = hits.length > 0 ? await steps.select(meant, hits, pages) : [];
    const language = answerLanguage(question, sources);
    watch.lap('selectMs');
    if (report.outcome.status !== 'failed') yield { type: 'sources', sources, language };

    const draft = yield* draftOf(verdict, { steps, question, meant, sources, deadline }, signal);
    const { finding, preface } = verdict.kind === 'write' ? verdict : NOTHING_BEFORE;
    const isWritten = draft.failure === null || finishedText(draft, preface) !== '';
    if (draft.failure !== null && !isWritten && report.outcome.status === 'failed')
      throw new Failure(
        'search-unavailable',
        `${verdict.error} ${withoutAddresses(draft.failure.message)}`,
        waitOf(report.outcome),
      );
    const quotes = isWritten ? '' : await quotesOf(steps, meant, sources, signal);
    watch.lap('writeMs');

    const { text, error, errorMissingInText } = conclude(draft, {
      error: verdict.error,
      finding,
      preface,
      quotes,
      words: answerWords(language),
    });
    const { html, speech } = steps.render(text, sources, language);
    watch.lap('renderMs');

    const laps = watch.read();
    yield {
      type: 'timing',
      timing: {
        ...laps,
        writeMs: laps.writeMs - draft.checkMs,
        checkMs: draft.checkMs,
        firstTextMs: draft.firstTextAtMs === null ? null : watch.since(draft.firstTextAtMs),
        totalMs: watch.since(performance.now()),
      },
    };
    const model = draft.model ?? steps.writer?.name ?? '';
    const said = { text, html, speech, sources, language, error, errorMissingInText };
    yield {
      type: 'answer-end',
      answer: { ...said, model, searchEngine: report.engine, tokensUsed: condensed.tokens + draft.tokens },
    };
  };
}

type Scene = {
  readonly steps: Steps;
  readonly question: Question;
  /** The question that is searched for: a follow-up is rewritten so that it can be read alone. */
  readonly meant: Question;
  readonly sources: readonly Source[];
  readonly deadline: Deadline;
};

/** Runs the writer, or emits the verdict's fixed text. Throws only if the caller left. */
async function* draftOf(
  verdict: Verdict,
  { steps, question, meant, sources, deadline }: Scene,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, Draft> {
  if (verdict.kind === 'say') {
    if (verdict.text !== '') yield { type: 'answer-delta', text: verdict.text };
    return { text: verdict.text, tokens: 0, model: null, firstTextAtMs: null, checkMs: 0, failure: null };
  }
  const searchedFor = meant.text === question.text ? {} : { searchedFor: meant.text };
  const { ground } = verdict;
  const task = { question, ...searchedFor, sources, ground, remainingMs: deadline.remainingMs() };
  const filter = steps.createCitationFilter(sources.length);
  const drafting = { writer: verdict.writer, preface: verdict.preface, task, filter };
  const draft = yield* writeDraft(drafting, deadline.signal);
  if (signal.aborted) throw abortReason(signal);
  if (draft.failure !== null) yield { type: 'write-failure', failure: draft.failure };
  return draft;
}

/** Quotes for an answer whose writer wrote nothing; empty if there is nothing to quote with. */
async function quotesOf(
  { standIn }: Steps,
  question: Question,
  sources: readonly Source[],
  signal: AbortSignal,
): Promise<string> {
  if (standIn === null || sources.length === 0) return '';
  const task: WritingTask = { question, sources, ground: 'sources', remainingMs: 0 };
  return quoteSources(standIn, task, signal);
}

/** Searches, but leaves time to write. A search that is still running at the deadline counts as failed. */
async function searchWithin(steps: Steps, question: Question, deadline: Deadline): Promise<SearchReport> {
  const limit = Math.max(question.maxSources, steps.reading?.maxPages ?? 0);
  const query = { text: question.text, limit, scope: question.scope };
  try {
    const searching = steps.search(query, deadline.remainingMs() * SEARCH_SHARE, deadline.signal);
    return await untilAborted(searching, deadline.signal);
  } catch (error) {
    if (!deadline.expired) throw error;
    const cause = 'it did not end in time';
    return { outcome: { status: 'failed', reason: 'timeout', cause }, engine: 'none', trail: [] };
  }
}
