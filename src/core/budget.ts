import type { Deadline } from './deadline.ts';
import type { Timing } from './events.ts';
import type { Question } from './question.ts';

/**
 * How the time of an answer is divided. Each value is a share of the time that is left when its step begins,
 * so a step that needs less leaves more for the others; `maxMs` is the limit of a step for callers who allow
 * plenty of time.
 */
const TIME_SHARES = {
  /** Waiting for a place while other questions are answered. */
  place: { share: 0.4, maxMs: Number.POSITIVE_INFINITY },
  /** Asking a model what to search for; `maxMs` matters if over 16 s are left. */
  query: { share: 0.15, maxMs: 2500 },
  /** Asking a model for the search queries of a deep answer, and for the facts that are still missing. */
  plan: { share: 0.15, maxMs: 15_000 },
  gap: { share: 0.3, maxMs: 30_000 },
  /** The searches of one deep round, and the reading of its pages; most of the time remains for the model. */
  roundSearch: { share: 0.25, maxMs: Number.POSITIVE_INFINITY },
  roundRead: { share: 0.25, maxMs: Number.POSITIVE_INFINITY },
  /** Rewriting statements that no source supports. */
  correct: { share: 0.6, maxMs: 30_000 },
  search: { share: 0.6, maxMs: Number.POSITIVE_INFINITY },
  /** The share is less than half, because the model needs most of the time. */
  read: { share: 0.4, maxMs: Number.POSITIVE_INFINITY },
  /** Waiting for the reranker or embeddings; if they are late, words alone rank the passages. */
  rank: { share: 0.2, maxMs: 3000 },
  /** Waiting for the first words of a model, if there is another model to take over. */
  firstWords: { share: 0.4, maxMs: Number.POSITIVE_INFINITY },
  /** After the deadline: quoting the sources, rendering, sending; the last of many answers needs most. */
  wayOut: { share: 0.1, maxMs: 300 },
} as const;

/** A step of an answer that gets a share of its time. */
type TimedStep = keyof typeof TIME_SHARES;

/** The part of the remaining time that a step may take, in milliseconds. */
export function timeShareMs(step: TimedStep, remainingMs: number): number {
  const { share, maxMs } = TIME_SHARES[step];
  return Math.min(maxMs, remainingMs * share);
}

/** The shortest and the longest time limit of a deep answer that follows the speed of the model. */
export const DEEP_TIME_MS = { min: 90_000, max: 900_000 } as const;

/**
 * The maximum number of model calls for a deep answer, and the number of calls before its draft: one for the
 * plan and one for the gaps. A follow-up needs one more, to be rewritten.
 */
export const DEEP_CALLS = { max: 5, beforeDraft: 2 } as const;

/** The most tokens of all prompts and replies of a deep answer. */
export const DEEP_TOKENS = 15_000;

/** The most source text in a deep answer, in tokens. It is sent twice: to find gaps, and to write. */
export const DEEP_SOURCE_TOKENS = Math.floor(DEEP_TOKENS * 0.27);

/** The sources that a writer gets. */
export type SourceLimits = {
  readonly maxSources: number;
  /** The maximum amount of text in all sources, in tokens. */
  readonly contextTokens: number;
  /** Why it is this amount, in words; absent if it was set. */
  readonly reason?: string;
  /** True if the model is being loaded into memory, so that its first word will be late. */
  readonly isLoading?: true;
};

/** Decides on the sources for a question from the time that it has used, and the time that is left. */
export type FitSources = (
  question: Question,
  times: { readonly elapsedMs: number; readonly remainingMs: number },
) => SourceLimits;

/** What a deep answer by a model of known speed may take. */
export type DeepLimits = {
  /** The maximum amount of source text, in tokens. */
  readonly contextTokens: number;
  /** The time limit of the whole answer, in milliseconds. */
  readonly deadlineMs: number;
  /** The time limit of a call, in milliseconds; 0 if it or the writing after it could not end in time. */
  callMs(call: 'plan' | 'gap' | 'correct', remainingMs: number): number;
};

/** The limits of a deep answer that begins now; null if they do not follow the speed of the model. */
export type FitDeep = () => DeepLimits | null;

/** The budget of an answer, and the time that it has used. */
export type Budget = {
  /** The sources that the writer gets for a question, decided at the time of the call. */
  fitSources(question: Question): SourceLimits;
  /** True if the time for the answer has run out. */
  readonly expired: boolean;
  /** The time that a step may take from now, in milliseconds. */
  shareMs(step: TimedStep): number;
  /** Assigns the time since the last call to a part of the answer. */
  book(part: BookedPart): void;
  /** The time of each part, in milliseconds; together they are the time since the start. */
  readonly booked: Readonly<Record<BookedPart, number>>;
  /** Milliseconds from the start to a time on the clock of `performance.now()`. */
  sinceStartMs(momentMs: number): number;
};

/** A part of an answer whose time is reported. */
type BookedPart = 'searchMs' | 'readMs' | 'selectMs' | 'writeMs' | 'renderMs';

/** The timing of an answer that only had to be found. */
export function timingOfFinding(totalMs: number): Timing {
  const none = { readMs: 0, selectMs: 0, writeMs: 0, checkMs: 0, renderMs: 0 };
  return { ...none, searchMs: totalMs, firstTextMs: totalMs, totalMs };
}

/**
 * Starts measuring one answer.
 * @param sources the maximum amount of source text, in tokens, or what decides it
 */
export function startBudget(deadline: Deadline, sources: number | FitSources): Budget {
  const startedAtMs = performance.now();
  let bookedUntilMs = startedAtMs;
  const booked = { searchMs: 0, readMs: 0, selectMs: 0, writeMs: 0, renderMs: 0 };
  return {
    fitSources(question) {
      if (typeof sources === 'number') return { maxSources: question.maxSources, contextTokens: sources };
      const elapsedMs = performance.now() - startedAtMs;
      return sources(question, { elapsedMs, remainingMs: deadline.remainingMs() });
    },
    get expired() {
      return deadline.expired;
    },
    shareMs: (step) => timeShareMs(step, deadline.remainingMs()),
    book(part) {
      const nowMs = performance.now();
      booked[part] += nowMs - bookedUntilMs;
      bookedUntilMs = nowMs;
    },
    booked,
    sinceStartMs: (momentMs) => momentMs - startedAtMs,
  };
}
