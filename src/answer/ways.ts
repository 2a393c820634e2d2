import { DEEP_SOURCE_TOKENS, DEEP_TOKENS, type FitDeep, type FitSources } from '../core/budget.ts';
import type { Evidence, Gathering } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import type { TimedRun } from '../core/run.ts';
import type { Writer } from '../write/writer.ts';
import { gatherDeeply } from './deep.ts';
import { gatherQuickly } from './gather.ts';
import type { Parts } from './parts.ts';
import { gatherNothing, noModelWriter } from './without-search.ts';

/** How a question is answered: quickly, deeply, or without a search. */
type Way = {
  gather(run: TimedRun, parts: Parts): Gathering;
  /** Null if no model is configured. */
  readonly writer: Writer | null;
  /** The maximum amount of source text that the writer gets, in tokens, or what decides it. */
  readonly contextTokens: number | FitSources;
  /** What happens to statements that the sources do not support: they stay, go, or are rewritten. */
  readonly unsupported: 'mark' | 'drop' | 'ask';
  /** The maximum number of tokens of all model calls together; no limit if absent. */
  readonly maxTokens?: number;
  /** When the answer has to end, by `performance.now()`, if that is before the deadline of the question. */
  readonly endAtMs?: number;
};

/** An answer in progress: its run, how it is made, and what was found for it. */
export type AnswerInProgress = TimedRun & {
  readonly parts: Parts;
  readonly way: Way;
  readonly evidence: Evidence;
};

/** The way that fits a question. */
export function wayOf(question: Question, parts: Parts): Way {
  const { settings, models } = parts;
  if (question.intent !== undefined) return withoutSearch(question, parts);
  if (question.depth === 'deep') return deeply(parts);
  return {
    gather: gatherQuickly,
    writer: models.writer,
    contextTokens: models.fitSources ?? settings.contextTokens,
    unsupported: settings.unsupported,
  };
}

/** Searches in rounds, with plans of the model. A slow model gets more time and fewer sources. */
function deeply({ settings, models }: Parts): Way {
  const { fitDeep } = models;
  const usual = {
    gather: gatherDeeply,
    writer: models.deepWriter,
    unsupported: 'ask',
    maxTokens: DEEP_TOKENS,
  } as const;
  if (fitDeep === null) return { ...usual, contextTokens: DEEP_SOURCE_TOKENS };
  const timeMs = fitDeep()?.deadlineMs ?? settings.unmeasuredDeepMs ?? 0;
  return { ...usual, contextTokens: limitDeepSources(fitDeep), endAtMs: performance.now() + timeMs };
}

const SLOW_MODEL = 'the model is too slow to read more in the time of one call';

/** The source text of deep answers, which follows the speed of the model. */
export function limitDeepSources(fit: FitDeep): FitSources {
  return ({ maxSources }) => {
    const contextTokens = fit()?.contextTokens ?? DEEP_SOURCE_TOKENS;
    const reason = contextTokens < DEEP_SOURCE_TOKENS ? SLOW_MODEL : undefined;
    return { maxSources, contextTokens: Math.min(contextTokens, DEEP_SOURCE_TOKENS), reason };
  };
}

/**
 * Works on texts and on the previous answer, and talks. If there is no model, a chat says so in its answer;
 * elsewhere the answer is empty and `error` says so, as for any question.
 */
function withoutSearch({ intent, sent }: Question, { settings, models: { writer } }: Parts): Way {
  const isError = writer === null && sent === undefined && intent !== 'talk';
  const isModel = writer?.needsSources === false;
  return {
    gather: gatherNothing,
    writer: isModel || isError ? writer : noModelWriter,
    contextTokens: settings.contextTokens,
    unsupported: 'mark',
  };
}
