import {
  DEEP_SOURCE_TOKENS,
  DEEP_TOKENS,
  type FitDeep,
  type FitSources,
  startBudget,
} from '../core/budget.ts';
import { remainingMs, startDeadline } from '../core/deadline.ts';
import type { Answerer } from '../core/run.ts';
import { renderWithFormulas as render } from '../render/render.ts';
import { quotePassages } from '../write/passage-writer.ts';
import type { Writer } from '../write/writer.ts';
import { createAnswerJudge } from './add-statements.ts';
import { createAnswerer } from './answer.ts';
import { formOf, withQuestionsOnly } from './answer-by-form.ts';
import { answerWordsForQuestion } from './answer-words.ts';
import { createCorrector, isModel } from './correct.ts';
import { gatherDeeply } from './deep.ts';
import { createTextChecks } from './draft.ts';
import { createQuickGather, gatherNothing, selectWith } from './gather.ts';
import type { Parts } from './parts.ts';
import type { AnswerDeps, GatherDeps } from './steps.ts';

/** Answers in the way that fits the question: quickly, deeply, or without a search. */
export function answerInItsWay(parts: Parts): Answerer {
  const quick = answerQuickly(parts);
  const deep = answerDeeply(parts);
  const unsearched = answerUnsearched(parts);
  return (run) => {
    const { plain, depth } = run.question;
    if (plain !== undefined) return unsearched(run);
    return depth === 'deep' ? deep(run) : quick(run);
  };
}

/**
 * Gathers the evidence for an answer, without an answer; the last event is `gather-end`. Tasks of programs and
 * greetings in a chat are not searched for.
 */
export function gatherSources(parts: Parts): Answerer {
  const gather = createQuickGather({ ...gatheringOf(parts), keepsTexts: true });
  return async function* gatherEvidence(given) {
    const { question, signal } = given;
    using deadline = startDeadline(remainingMs(question.deadlineAtMs), signal);
    const budget = startBudget(deadline, question.sourceTokens ?? parts.settings.contextTokens);
    const run = { ...given, budget, signal: deadline.signal };
    const needsSearch = question.sent === undefined || formOf(question.text) === 'other';
    const evidence = yield* needsSearch
      ? gather({ ...run, question: withQuestionsOnly(question) })
      : gatherNothing(run);
    yield { type: 'gather-end', evidence };
  };
}

/** One search, and one call of the model. */
function answerQuickly(parts: Parts): Answerer {
  const { settings, models } = parts;
  const { writer, fitSources } = models;
  const common = searching(parts);
  return createAnswerer({
    ...common,
    contextTokens: fitSources ?? settings.contextTokens,
    writer,
    gather: createQuickGather({ ...gatheringOf(parts), reading: readingOf(parts) }),
    correct: createCorrector(settings.unsupported, { ...judging(common), writer }),
  });
}

/** Searches in rounds, with plans of the model. */
function answerDeeply(parts: Parts): Answerer {
  const { settings, models } = parts;
  const { unmeasuredDeepMs } = settings;
  const maxTokens = DEEP_TOKENS;
  const { deepWriter: writer, researcher, fitSources: fitEarly } = models;
  const fitDeep = unmeasuredDeepMs === null ? null : models.fitDeep;
  const common = searching(parts);
  const gathering = { ...gatheringOf(parts), reading: readingOf(parts) };
  const deep = createAnswerer({
    ...common,
    maxTokens,
    contextTokens: fitDeep === null ? DEEP_SOURCE_TOKENS : limitDeepSources(fitDeep, DEEP_SOURCE_TOKENS),
    writer,
    correct: createCorrector('ask', { ...judging(common), writer, fitDeep }),
    gather: (run) => gatherDeeply({ ...gathering, researcher, maxTokens, fitDeep, fitEarly }, run),
  });
  return fitDeep === null ? deep : limitDeepTime(deep, fitDeep, unmeasuredDeepMs ?? 0);
}

/** Works on the tasks of programs, and talks. */
function answerUnsearched({ settings, models: { writer } }: Parts): Answerer {
  const { modelOnlyFallback, contextTokens } = settings;
  return answerWithoutSearch({
    ...createTextChecks(),
    render,
    modelOnlyFallback,
    contextTokens,
    writer,
    gather: gatherNothing,
  });
}

/** What both ways of answering with a search have in common. */
function searching({ settings, hasOnlyDocuments }: Parts) {
  return {
    ...createTextChecks(),
    render,
    modelOnlyFallback: settings.modelOnlyFallback,
    quotePassages: settings.modelProvider === 'extractive' ? null : quotePassages,
    corpus: hasOnlyDocuments ? 'documents' : 'web',
  } as const;
}

function judging({ createCitationFilter }: ReturnType<typeof searching>) {
  return { createJudge: createAnswerJudge, createCitationFilter };
}

/** Without a writer, only the sources are shown, so their pages are not read. */
function readingOf({ models, reading }: Parts): Parts['reading'] {
  return models.writer === null ? null : reading;
}

function gatheringOf({ models, answerSources, search, documentSlots, rank, reading }: Parts): GatherDeps {
  return {
    readMessage: models.readMessage,
    recallSources: answerSources?.recall,
    search,
    documents: documentSlots,
    select: selectWith(rank),
    reading,
  };
}

const SLOW_MODEL = 'the model is too slow to read more in the time of one call';

/**
 * Ends each deep answer after a time, in milliseconds, that follows the speed of the model; after
 * `unmeasuredMs` while the speed is not known. An earlier deadline of the question stays.
 */
export function limitDeepTime(answer: Answerer, fit: FitDeep, unmeasuredMs: number): Answerer {
  return (run) => {
    const { question } = run;
    const endAtMs = performance.now() + (fit()?.deadlineMs ?? unmeasuredMs);
    const deadlineAtMs = Math.min(question.deadlineAtMs, endAtMs);
    return answer({ ...run, question: { ...question, deadlineAtMs } });
  };
}

/** The source text of deep answers, which follows the speed of the model; at most `maxTokens`. */
export function limitDeepSources(fit: FitDeep, maxTokens: number): FitSources {
  return ({ maxSources }) => {
    const contextTokens = fit()?.contextTokens ?? maxTokens;
    return contextTokens < maxTokens
      ? { maxSources, contextTokens, reason: SLOW_MODEL }
      : { maxSources, contextTokens };
  };
}

/**
 * Answers without a search: works on texts and on the previous answer, and talks. If there is no model, a
 * chat says so in its answer; elsewhere the answer is empty and `error` says so, as for any question.
 */
export function answerWithoutSearch({
  writer,
  ...deps
}: Omit<AnswerDeps, 'quotePassages' | 'correct' | 'corpus'>): Answerer {
  const createFor = (chosenWriter: Writer | null) =>
    createAnswerer({
      ...deps,
      writer: chosenWriter,
      quotePassages: null,
      correct: null,
      corpus: 'web',
    });
  const answerInWords = createFor(isModel(writer) ? writer : noModelWriter);
  const answerWithError = createFor(null);
  return (run) => {
    const { question } = run;
    const isError = writer === null && question.sent === undefined && question.plain !== 'talk';
    return (isError ? answerWithError : answerInWords)(run);
  };
}

/** The writer without a model for messages without a search: a model is missing, or what this is. */
const noModelWriter: Writer = {
  name: 'instant',
  needsSources: false,
  async *write({ question }) {
    const { needsModel, aboutSayso } = answerWordsForQuestion(question, []);
    yield { type: 'text', text: question.plain === 'talk' ? aboutSayso : needsModel };
  },
};
