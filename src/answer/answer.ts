import { abortReason, type Deadline, startDeadline, untilAborted } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { Hit, Question, Source } from '../core/terms.ts';
import type { Search, SearchReport } from '../search/search.ts';
import type { Writer } from '../write/writer.ts';
import { conclude, finishedText, NOTHING_BEFORE } from './conclusion.ts';
import { type CitationFilter, type Draft, writeDraft } from './draft.ts';
import type { Answerer } from './events.ts';
import { startStopwatch } from './stopwatch.ts';
import { judge } from './verdict.ts';

/** The steps of an answer, each known by its interface alone. */
export type Steps = {
  readonly search: Search;
  select(question: Question, hits: readonly Hit[]): readonly Source[];
  /** Null when no model is configured. */
  readonly writer: Writer | null;
  createCitationFilter(sourceCount: number): CitationFilter;
  render(markdown: string, sources: readonly Source[]): { readonly html: string; readonly speech: string };
  /** Whether the model answers alone when all slots fail or find nothing. */
  readonly modelOnlyFallback: boolean;
};

/** The share of an answer's time that searching may use, so that some is left to write. */
const SEARCH_SHARE = 0.6;

/**
 * The whole story of one answer: search, select, write, check, render, under one signal and one deadline.
 * Which answer follows from what the search came to stands in `verdict.ts`, what a broken draft is worth in
 * `conclusion.ts`.
 */
export function createAnswerer(steps: Steps): Answerer {
  return async function* answer(question, signal) {
    using deadline = startDeadline(question.deadlineMs, signal);
    const watch = startStopwatch(['searchMs', 'selectMs', 'writeMs', 'renderMs']);

    const report = await searchWithin(steps.search, question, deadline);
    watch.lap('searchMs');
    yield { type: 'search-end', engine: report.engine, trail: report.trail };

    const sources = report.outcome.status === 'ok' ? steps.select(question, report.outcome.hits) : [];
    watch.lap('selectMs');
    const verdict = judge(report, steps.writer, steps.modelOnlyFallback);
    if (report.outcome.status !== 'failed') yield { type: 'sources', sources };

    let draft = say('');
    if (verdict.kind === 'write') {
      const task = { question, sources, ground: verdict.ground, remainingMs: deadline.remainingMs() };
      const filter = steps.createCitationFilter(sources.length);
      draft = yield* writeDraft(
        { writer: verdict.writer, preface: verdict.preface, task, filter },
        deadline.signal,
      );
      if (signal.aborted) throw abortReason(signal);
      if (draft.failure !== null) yield { type: 'write-failure', failure: draft.failure };
      if (
        draft.failure !== null &&
        report.outcome.status === 'failed' &&
        finishedText(draft, verdict.preface) === ''
      )
        throw new Failure('search-unavailable', `${verdict.error} ${draft.failure.message}`);
    } else if (verdict.text !== '') {
      draft = say(verdict.text);
      yield { type: 'answer-delta', text: verdict.text };
    }
    watch.lap('writeMs');

    const before = verdict.kind === 'write' ? verdict : { ...NOTHING_BEFORE, error: verdict.error };
    const { text, error, errorMissingInText } = conclude(draft, before);
    const { html, speech } = steps.render(text, sources);
    watch.lap('renderMs');

    const firstTextMs = draft.firstTextAtMs === null ? null : watch.since(draft.firstTextAtMs);
    yield {
      type: 'timing',
      timing: { ...watch.read(), firstTextMs, totalMs: watch.since(performance.now()) },
    };
    const model = draft.model ?? steps.writer?.name ?? '';
    const said = { text, html, speech, sources, error, errorMissingInText };
    yield {
      type: 'answer-end',
      answer: { ...said, model, searchEngine: report.engine, tokensUsed: draft.tokens },
    };
  };
}

/** A draft that says something fixed. */
function say(text: string): Draft {
  return { text, tokens: 0, model: null, firstTextAtMs: null, failure: null };
}

/** Searches, leaving time to write. A search that outlives even the deadline counts as failed. */
async function searchWithin(search: Search, question: Question, deadline: Deadline): Promise<SearchReport> {
  const query = { text: question.text, limit: question.maxSources, language: question.language };
  try {
    const searching = search(query, deadline.remainingMs() * SEARCH_SHARE, deadline.signal);
    return await untilAborted(searching, deadline.signal);
  } catch (error) {
    if (!deadline.expired) throw error;
    const cause = 'it did not end in time';
    return { outcome: { status: 'failed', reason: 'timeout', cause }, engine: 'none', trail: [] };
  }
}
