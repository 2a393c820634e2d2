import { DEEP_SOURCE_TOKENS, DEEP_TOKENS } from '../core/budget.ts';
import type { Answerer } from '../core/run.ts';
import { renderWithFormulas as render } from '../render/render.ts';
import { quotePassages } from '../write/passage-writer.ts';
import { createAnswerer } from './answer.ts';
import { createAnswerJudge } from './answer-judge.ts';
import { answerWithoutSearch } from './answer-without-search.ts';
import { createCorrector } from './correct.ts';
import { createDeepGather } from './deep.ts';
import { gatherNothing } from './earlier.ts';
import { createGatherEvidence } from './gather-evidence.ts';
import { limitDeepSources, limitDeepTime } from './limit-deep.ts';
import type { Parts } from './parts.ts';
import { createQuickGather } from './quick.ts';
import { selectWith } from './select-with.ts';
import type { GatherDeps } from './steps.ts';
import { createTextChecks } from './text-checks.ts';

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

/** Gathers the evidence for an answer, without an answer. */
export function gatherSources(parts: Parts): Answerer {
  return createGatherEvidence({
    gather: createQuickGather({ ...gatheringOf(parts), keepsTexts: true }),
    contextTokens: parts.settings.contextTokens,
  });
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
    gather: createDeepGather({ ...gathering, researcher, maxTokens, fitDeep, fitEarly }),
  });
  return fitDeep === null ? deep : limitDeepTime(deep, fitDeep, unmeasuredDeepMs ?? 0);
}

/** Works on the tasks of programs, and talks. */
function answerUnsearched({ settings, models: { writer } }: Parts): Answerer {
  const { answerLinks, modelOnlyFallback, contextTokens } = settings;
  return answerWithoutSearch({
    ...createTextChecks(answerLinks),
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
    ...createTextChecks(settings.answerLinks),
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
