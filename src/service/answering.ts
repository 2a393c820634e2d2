import { admitAnswers, admitCalls } from '../admission/admission.ts';
import type { Admissions } from '../admission/create-admissions.ts';
import {
  addStatements,
  exceptServiceMessages,
  type JudgedFields,
  judgeAnswer,
} from '../answer/add-statements.ts';
import { addSupport } from '../answer/add-support.ts';
import { createAnswerer } from '../answer/answer.ts';
import { answerByIntent, intentOf, withQuestionsOnly } from '../answer/answer-by-intent.ts';
import { answerDoubts } from '../answer/answer-doubts.ts';
import { answerInstantly } from '../answer/answer-instantly.ts';
import { answerReworks, sourcesOf } from '../answer/answer-reworks.ts';
import { cacheAnswers } from '../answer/cache/cache-answers.ts';
import { createChooseAnswer } from '../answer/choose-answer.ts';
import { createCorrect, createDropping } from '../answer/correct.ts';
import type { TextFilter } from '../answer/draft.ts';
import { createDeep } from '../answer/gather/deep.ts';
import { gatherEarlier } from '../answer/gather/earlier.ts';
import { createOnce, withHits } from '../answer/gather/once.ts';
import { selectWith } from '../answer/gather/select-with.ts';
import { isDoubt } from '../answer/intent/about-answer.ts';
import { findRework } from '../answer/intent/find-rework.ts';
import { noModelWriter } from '../answer/no-model-writer.ts';
import { rememberVerdicts } from '../answer/remember-verdicts.ts';
import type { AnswerDeps, Gather, GatherDeps, PageReading } from '../answer/steps.ts';
import { withFormulas } from '../answer/with-formulas.ts';
import type { Settings } from '../config/settings.ts';
import { startBudget } from '../core/budget.ts';
import { remainingMs, startDeadline } from '../core/deadline.ts';
import { byDepth } from '../core/depth.ts';
import type { Answerer, AnswerWrapper, Gathering } from '../core/events.ts';
import type { Intent, Question } from '../core/question.ts';
import type { Service } from '../core/service.ts';
import {
  createAnswerFilter,
  createCitationFilter,
  createOutputPolicy,
  createToHarmless,
  linkHostsOf,
  loadFormulas,
} from '../lib/markdown/index.ts';
import { createJudge, createRightSource, findQuotes } from '../lib/verdicts/index.ts';
import type { Ranking } from '../models/ranking/ranking.ts';
import type { Instrumentation } from '../observe/instrumentation.ts';
import { observeAnswers } from '../observe/observe-answers.ts';
import { render } from '../render/render.ts';
import { cachedSearch } from '../search/cached-search.ts';
import type { Search } from '../search/search.ts';
import type { TrackedSlot } from '../search/tracked-slot.ts';
import type { Writer } from '../write/writer.ts';
import type { ServiceCaches } from './create-caches.ts';
import type { Writing } from './writing.ts';

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
  /** The writer that quotes the sources. */
  readonly quoting: Writer;
};

type Checks = Pick<AnswerDeps, 'createCitationFilter' | 'toHarmless'>;

/** The steps that check what is written. */
function checksOf({ answerLinks }: Settings): Checks {
  return {
    createCitationFilter: (sources, language) =>
      createAnswerFilter(
        createCitationFilter(sources.length, createRightSource(sources, language)),
        createOutputPolicy(linkHostsOf(answerLinks, sources)),
      ),
    toHarmless: createToHarmless(answerLinks),
  };
}

/** The steps that check the result of a task, in which brackets are no citations. */
function taskChecksOf({ answerLinks }: Settings): Checks {
  return {
    createCitationFilter: () =>
      createAnswerFilter(NO_CITATIONS, createOutputPolicy(linkHostsOf(answerLinks, []))),
    toHarmless: createToHarmless(answerLinks),
  };
}

const NO_CITATIONS: TextFilter = { push: (piece) => piece, end: () => '', moves: [] };

/** Judges the statements of answers; each statement of an answer is compared once. */
const createAnswerJudge = rememberVerdicts(exceptServiceMessages(createJudge));
const judge = (answer: JudgedFields) => judgeAnswer(answer, createAnswerJudge);

/**
 * The functions that answer, gather, search and compare answers with their sources. The wrappers of an
 * answer, from the outside in: a trace, metrics for its callers, instant answers, the intent and rework, the
 * cache, admission, and metrics for the run.
 */
export function createAnswering(
  settings: Settings,
  deps: AnsweringDeps,
): Pick<Service, 'answer' | 'gather' | 'search' | 'chooseAnswer' | 'compared' | 'judgeAnswer'> {
  const { instruments, admissions, caches, writing, pages, ranking } = deps;
  const search = caches.searches === null ? deps.search : cachedSearch(deps.search, caches.searches);
  const gatherDeps = instruments.gathering({
    condense: writing.condense,
    search,
    select: selectWith(ranking.rank),
    reading: pages?.reading ?? null,
  });
  const searching = searchingAnswerer(settings, deps, gatherDeps);
  const cached = caches.answers === null ? searching : cacheAnswers(caches.answers)(searching);
  const checks = checksOf(settings);
  const talk = unsearched(settings, deps, checks);
  const task = unsearched(settings, deps, taskChecksOf(settings));
  const rework = reworkWrapper(talk, deps);
  const hasRework = hasModel(writing.writer) && caches.sources !== null;
  const followed = new Set<Intent>(hasRework ? ['search', 'answer'] : ['search']);
  const byIntent = answerByIntent({ search: rework(cached), answer: rework(talk), task, talk, followed });
  const answer = settings.instant ? answerInstantly({ render, now: Date.now })(byIntent) : byIntent;
  const gather = evidenceGatherer(settings, followed, createOnce({ ...gatherDeps, keepsTexts: true }));
  return {
    answer: instruments.traced(observeAnswers(withFormulas(loadFormulas)(answer), ...instruments.callers)),
    gather: instruments.traced(
      observeAnswers(admitAnswers(gather, admissions.answers), ...instruments.gatherers),
    ),
    search: admitCalls(
      async ({ timeoutMs, ...query }, signal) => withHits(query.text, await search(query, timeoutMs, signal)),
      admissions.answers,
    ),
    chooseAnswer:
      writing.chooseCalls &&
      admitCalls(createChooseAnswer(writing.chooseCalls, { ...checks, render }), admissions.answers),
    compared: { support: addSupport(findQuotes), statement: addStatements(createAnswerJudge) },
    judgeAnswer: judge,
  };
}

/** Gathers evidence for programs that write their own answers. */
function evidenceGatherer({ contextTokens }: Settings, followed: ReadonlySet<Intent>, gather: Gather) {
  return async function* gatherEvidence(question: Question, signal: AbortSignal): Gathering {
    using deadline = startDeadline(remainingMs(question.deadlineAtMs), signal);
    const budget = startBudget(deadline, question.sourceTokens ?? contextTokens);
    const needsSearch = question.sent === undefined || intentOf(question) === 'search';
    if (!needsSearch) return yield* gatherEarlier(question, budget, deadline.signal);
    return yield* gather(withQuestionsOnly(question, followed), budget, deadline.signal);
  };
}

/** Answers from a search, quick or deep; the innermost answerers, which call back-ends, pages and models. */
function searchingAnswerer(settings: Settings, deps: AnsweringDeps, gatherDeps: GatherDeps): Answerer {
  const { contextTokens, modelProvider, modelOnlyFallback, unsupported, deepTokens } = settings;
  const { instruments, admissions, slots, writing, quoting } = deps;
  // Without a writer, only the sources are shown, so their pages are not read.
  const reading = writing.writer === null ? null : gatherDeps.reading;
  const onlyDocuments = slots.length > 0 && slots.every(({ documents }) => documents);
  const checks = checksOf(settings);
  const common = {
    ...checks,
    render,
    modelOnlyFallback,
    fallbackWriter: modelProvider === 'extractive' ? null : quoting,
    corpus: onlyDocuments ? 'documents' : 'web',
  } as const;
  const quick = createAnswerer(
    instruments.steps({
      ...common,
      contextTokens,
      writer: writing.writer,
      gather: createOnce({ ...gatherDeps, reading }),
      correct: correctionOf(unsupported, writing.writer, checks),
    }),
  );
  const research = instruments.research(writing.research);
  const deep = createAnswerer(
    instruments.steps({
      ...common,
      mostTokens: deepTokens,
      contextTokens: Math.floor(deepTokens * DEEP_SOURCE_SHARE),
      writer: writing.deepWriter,
      correct: correctionOf('ask', writing.deepWriter, checks),
      gather: createDeep({ ...gatherDeps, reading, research, mostTokens: deepTokens }),
    }),
  );
  const admitted = {
    quick: admitAnswers(observeAnswers(quick, ...instruments.run), admissions.answers),
    deep: admitAnswers(observeAnswers(deep, ...instruments.run), admissions.deep),
  };
  return (question, signal, endEarly) => byDepth(question.depth, admitted)(question, signal, endEarly);
}

/**
 * The share of a deep answer's tokens for source text: the text is sent twice, to find gaps and to write.
 */
const DEEP_SOURCE_SHARE = 0.27;

/** The treatment of statements that no source supports; null to keep them. */
function correctionOf(
  unsupported: Settings['unsupported'],
  writer: Writer | null,
  { createCitationFilter }: Checks,
): AnswerDeps['correct'] {
  if (unsupported === 'mark') return null;
  if (unsupported === 'drop') return createDropping(createAnswerJudge);
  if (!hasModel(writer)) return null;
  return createCorrect({ createJudge: createAnswerJudge, writer, createCitationFilter });
}

/**
 * Answers without a search: works on texts and on the previous answer, and talks. If there is no model, a
 * chat says so in its answer; elsewhere the answer is empty and `error` says so, as for any question.
 */
function unsearched(
  { contextTokens, modelOnlyFallback }: Settings,
  { instruments, admissions, writing: { writer } }: AnsweringDeps,
  checks: Checks,
): Answerer {
  const answererBy = (by: Writer | null) => {
    const steps: AnswerDeps = {
      ...checks,
      render,
      modelOnlyFallback,
      contextTokens,
      writer: by,
      gather: gatherEarlier,
      fallbackWriter: null,
      correct: null,
      corpus: 'web',
    };
    return createAnswerer(instruments.steps(steps));
  };
  const [telling, refusing] = [answererBy(hasModel(writer) ? writer : noModelWriter), answererBy(null)];
  const one: Answerer = (question, signal) => {
    const isRefused = writer === null && question.sent === undefined && question.plain !== 'talk';
    return (isRefused ? refusing : telling)(question, signal);
  };
  return admitAnswers(observeAnswers<void>(one, ...instruments.run), admissions.answers);
}

/** Whether a model can write without sources. */
function hasModel(writer: Writer | null): writer is Writer {
  return writer?.needsSources === false;
}

/**
 * Reworks previous answers if there is a model, and shows the verdicts of those that are doubted; changes
 * nothing if the sources of answers are not stored.
 */
function reworkWrapper(
  talk: Answerer,
  { caches: { sources: cache }, writing }: AnsweringDeps,
): AnswerWrapper {
  if (cache === null) return (answerer) => answerer;
  const answer = hasModel(writing.writer) ? talk : null;
  const doubts = { isDoubt, sourcesOf: (text: string) => sourcesOf(text, cache), judge, render };
  const rework = answerReworks({ find: findRework, answer, cache });
  return (answerer) => rework(answerDoubts(doubts)(answerer));
}
