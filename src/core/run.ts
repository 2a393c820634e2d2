import type { Budget } from './budget.ts';
import { type Caller, unnamedCaller } from './caller.ts';
import type { AnswerEvent } from './events.ts';
import type { Failure } from './failure.ts';
import type { Question } from './question.ts';
import { type Trace, untraced } from './trace.ts';

/** Work that somebody waits for. */
export type Errand = {
  readonly caller: Caller;
  /** Aborts when the caller has left or the time is up, and for no other reason. */
  readonly signal: AbortSignal;
};

/** The events of an answer that are made only on request. */
export const DERIVED = ['answer-block', 'marked-block', 'sentence', 'statement', 'support'] as const;
export type Derived = (typeof DERIVED)[number];

/** One question in progress: all that its steps share. */
export type Run = Errand & {
  readonly question: Question;
  /** Aborts when the caller wants a deep answer now, from the findings so far. */
  readonly endEarly?: AbortSignal;
  readonly wants: ReadonlySet<Derived>;
  readonly trace: Trace;
};

/** A run whose time is being measured, as the steps of an answer get it. */
export type TimedRun = Run & { readonly budget: Budget };

/** Emits one answer as it is made. Throws a Failure if there is none. The last event is always `answer-end`. */
export type Answerer = (run: Run) => AsyncGenerator<AnswerEvent>;

const NOTHING_MORE: ReadonlySet<Derived> = new Set();

/** The run of a question; what is not given has its usual value. */
export function runOf(
  question: Question,
  {
    signal,
    caller = unnamedCaller(),
    wants = NOTHING_MORE,
    endEarly,
  }: Pick<Run, 'signal'> & Partial<Pick<Run, 'caller' | 'wants' | 'endEarly'>>,
): Run {
  return { question, caller, signal, endEarly, wants, trace: caller.trace ?? untraced };
}

/** Watches one answer. Never throws. */
export type AnswerObserver = {
  see(event: AnswerEvent): void;
  /** Called once; `failure` is null if the answer is complete, or its caller disconnected. */
  end?(failure: Failure | null): void;
};

/** Starts to watch a run. */
export type ObserveAnswer = (run: Run) => AnswerObserver;
