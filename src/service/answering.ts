import { findQuotes } from '@sayso/verdicts';
import { type Admissions, admitAnswers, admitCalls } from '../admission/admission.ts';
import { addStatements, type JudgedFields, judgeAnswer } from '../answer/add-statements.ts';
import { addSupport } from '../answer/add-support.ts';
import { createAnswerer } from '../answer/answer.ts';
import { answerByForm } from '../answer/answer-by-form.ts';
import { answerInstantly } from '../answer/answer-instantly.ts';
import { createAnswerJudge } from '../answer/answer-judge.ts';
import { createAnswerSources, withAnswerIds } from '../answer/answer-sources.ts';
import { answerWithoutSearch } from '../answer/answer-without-search.ts';
import { reuseAnswers } from '../answer/cache/reuse-answers.ts';
import { createCorrector } from '../answer/correct.ts';
import { createDeepGather } from '../answer/gather/deep.ts';
import { gatherNothing } from '../answer/gather/earlier.ts';
import { createGatherEvidence } from '../answer/gather/gather-evidence.ts';
import { createQuickGather } from '../answer/gather/quick.ts';
import { toSearchWithHits } from '../answer/gather/search-within-budget.ts';
import { selectWith } from '../answer/gather/select-with.ts';
import { judgeWithModel } from '../answer/judge-with-model.ts';
import { limitDeepSources, limitDeepTime } from '../answer/limit-deep.ts';
import type { GatherDeps } from '../answer/steps.ts';
import { createTextChecks } from '../answer/text-checks.ts';
import type { Settings } from '../config/settings.ts';
import { DEEP_SOURCE_TOKENS, DEEP_TOKENS } from '../core/budget.ts';
import type { Answerer, AnswerWrapper } from '../core/events.ts';
import type { Service } from '../core/service.ts';
import type { Ranking } from '../models/ranking/ranking.ts';
import type { Instrumentation } from '../observe/instrumentation.ts';
import { observeAnswers } from '../observe/observe-answers.ts';
import type { PageReading } from '../read/reading.ts';
import { renderWithFormulas as render } from '../render/render.ts';
import { cachedSearch } from '../search/cached-search.ts';
import type { Search } from '../search/search.ts';
import type { TrackedSlot } from '../search/slot.ts';
import type { Writing } from '../write/create-writing.ts';
import { quotePassages } from '../write/passage-writer.ts';
import type { ServiceCaches } from './create-caches.ts';

/** The parts of the service that make answers, after they have been opened. */
export type AnsweringDeps = {
  readonly instruments: Instrumentation;
  readonly caches: ServiceCaches;
  readonly admissions: Admissions;
  readonly slots: readonly TrackedSlot[];
  /** Searches the slots without the cache. */
  readonly search: Search;
  /** Null if answers use only what the back-ends return. */
  readonly pages: { readonly reading: PageReading } | null;
  readonly ranking: Pick<Ranking, 'rank'>;
  readonly writing: Writing;
};

const judge = (answer: JudgedFields) => judgeAnswer(answer, createAnswerJudge);

/**
 * The functions that answer, gather, search and compare answers with their sources. The wrappers of an
 * answer, from the outside in: a trace, metrics for its callers, instant answers, the form of the message, the
 * id of the answer, the cache, admission, and metrics for the run.
 */
export function createAnswering(
  settings: Settings,
  deps: AnsweringDeps,
): Pick<Service, 'answer' | 'gather' | 'search' | 'compared' | 'judgeAnswer'> {
  const { instruments, admissions, caches, writing, pages, ranking } = deps;
  const known = caches.sources && createAnswerSources(caches.sources);
  const search = caches.searches === null ? deps.search : cachedSearch(deps.search, caches.searches);
  const gatherDeps = instruments.gathering({
    readMessage: writing.readMessage,
    ...(known && { recallSources: known.recall }),
    search,
    documents: new Set(
      deps.slots.flatMap(({ documents, position }) => (documents === undefined ? [] : position)),
    ),
    select: selectWith(ranking.rank),
    reading: pages?.reading ?? null,
  });
  const searching = searchingAnswerer(settings, deps, gatherDeps);
  const cached = caches.answers === null ? searching : reuseAnswers(caches.answers)(searching);
  const answered = known === null ? cached : withAnswerIds(known)(cached);
  const unsearched = createUnsearched(settings, deps);
  const byForm = answerByForm({ other: answered, task: unsearched, talk: unsearched });
  const answer = settings.instant ? answerInstantly({ render, now: Date.now })(byForm) : byForm;
  const gather = createGatherEvidence({
    gather: createQuickGather({ ...gatherDeps, keepsTexts: true }),
    contextTokens: settings.contextTokens,
  });
  return {
    answer: instruments.traced(observeAnswers(answer, ...instruments.callers)),
    gather: instruments.traced(
      observeAnswers(admitAnswers(gather, admissions.answers), ...instruments.gatherers),
    ),
    search: admitCalls(
      async ({ timeoutMs, ...query }, signal) =>
        toSearchWithHits(query.text, await search(query, timeoutMs, signal)),
      admissions.answers,
    ),
    compared: { support: addSupport(findQuotes), statement: statementsOf(deps) },
    judgeAnswer: judge,
  };
}

/** Adds the statements of answers, with the verdicts of a model if one is configured. */
function statementsOf({ writing: { judge }, caches: { verdicts: caching } }: AnsweringDeps): AnswerWrapper {
  const addCompared = addStatements(createAnswerJudge);
  if (judge === null) return addCompared;
  const refine = judgeWithModel({ judge, caching });
  return (answerer) => refine(addCompared(answerer));
}

/** Answers without a search: works on the tasks of programs, and talks. */
function createUnsearched(
  { answerLinks, modelOnlyFallback, contextTokens }: Settings,
  { instruments, admissions, writing: { writer } }: AnsweringDeps,
): Answerer {
  const answerer = answerWithoutSearch({
    ...createTextChecks(answerLinks),
    render,
    modelOnlyFallback,
    contextTokens,
    writer,
    gather: gatherNothing,
    createAnswerer: (steps) => createAnswerer(instruments.steps(steps)),
  });
  return admitAnswers(observeAnswers(answerer, ...instruments.run), admissions.answers);
}

/** Answers from a search, quick or deep; the innermost answerers, which call back-ends, pages and models. */
function searchingAnswerer(settings: Settings, deps: AnsweringDeps, gatherDeps: GatherDeps): Answerer {
  const { contextTokens, modelProvider, modelOnlyFallback, unsupported, unmeasuredDeepMs } = settings;
  const { instruments, admissions, slots, writing } = deps;
  // Without a writer, only the sources are shown, so their pages are not read.
  const reading = writing.writer === null ? null : gatherDeps.reading;
  const onlyDocuments = slots.length > 0 && slots.every(({ documents }) => documents);
  const checks = createTextChecks(settings.answerLinks);
  const judging = { createJudge: createAnswerJudge, createCitationFilter: checks.createCitationFilter };
  const common = {
    ...checks,
    render,
    modelOnlyFallback,
    quotePassages: modelProvider === 'extractive' ? null : quotePassages,
    corpus: onlyDocuments ? 'documents' : 'web',
  } as const;
  const quick = createAnswerer(
    instruments.steps({
      ...common,
      contextTokens: writing.fitSources ?? contextTokens,
      writer: writing.writer,
      gather: createQuickGather({ ...gatherDeps, reading }),
      correct: createCorrector(unsupported, { ...judging, writer: writing.writer }),
    }),
  );
  const researcher = instruments.researcher(writing.researcher);
  const fitDeep = unmeasuredDeepMs === null ? null : writing.fitDeep;
  const fits = { fitDeep, fitEarly: writing.fitSources };
  const deep = createAnswerer(
    instruments.steps({
      ...common,
      maxTokens: DEEP_TOKENS,
      contextTokens: fitDeep === null ? DEEP_SOURCE_TOKENS : limitDeepSources(fitDeep, DEEP_SOURCE_TOKENS),
      writer: writing.deepWriter,
      correct: createCorrector('ask', { ...judging, writer: writing.deepWriter, fitDeep }),
      gather: createDeepGather({ ...gatherDeps, reading, researcher, maxTokens: DEEP_TOKENS, ...fits }),
    }),
  );
  const deepInTime = fitDeep === null ? deep : limitDeepTime(deep, fitDeep, unmeasuredDeepMs ?? 0);
  const answerQuickly = admitAnswers(observeAnswers(quick, ...instruments.run), admissions.answers);
  const answerDeeply = admitAnswers(observeAnswers(deepInTime, ...instruments.run), admissions.deep);
  return (question, signal, endEarly) =>
    question.depth === 'deep' ? answerDeeply(question, signal, endEarly) : answerQuickly(question, signal);
}
