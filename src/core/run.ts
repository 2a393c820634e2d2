import type { Answer } from './answer.ts';
import type { Budget } from './budget.ts';
import type { AnswerEvent, Timing } from './events.ts';
import { Failure } from './failure.ts';
import type { Question } from './question.ts';
import type { Amount } from './usage.ts';

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
type AnswerObserver = {
  see(event: AnswerEvent): void;
  /** Called once; `failure` is null if the answer is complete, or its caller disconnected. */
  end?(failure: Failure | null): void;
};

/** Starts to watch a run. */
export type ObserveAnswer = (run: Run) => AnswerObserver;

/**
 * Who work is done for: one object for each request. What is shared is divided between callers, then between
 * the requests of a caller.
 */
export type Caller = {
  /** A name that all requests of one caller share; empty where there is only one caller. */
  readonly name: string;
  /** The name of its key in `KEYS_FILE`; absent for other keys, and without one. */
  readonly key?: string;
  /** Who asks with a key that several share; empty if the request does not say, absent for other keys. */
  readonly user?: string;
  /** The name of the interface; absent if nobody needs it. */
  readonly via?: string;
  /** The group of that key. */
  readonly group?: string;
  /** The collections that its key allows; all if absent. */
  readonly collections?: readonly string[];
  /** The depths of answers that its key allows; all if absent. */
  readonly depths?: readonly string[];
  /** What its key may spend; absent if that is any amount. */
  readonly budget?: Allowance;
  /** True once the request has lost a page because the service was busy with others. */
  isCrowdedOut?: boolean;
  /**
   * Counts work against the rate of the caller; the first unit was counted when the request arrived. Null if
   * nothing has to be counted, which is the usual case. May reject with a Failure `rate-limited`.
   */
  charge?(units: number): Promise<void> | null;
  /** How the caller opens documents of the service; absent for callers who get no links. */
  readonly documents?: DocumentPlace;
  /** Traces what is done for the request; absent if nothing is traced. */
  readonly trace?: Trace;
};

/** What a caller may still spend. */
export type Allowance = {
  /**
   * Holds what work that begins may take, for at most `heldMs`; afterwards, it is settled with what the work
   * used. Rejects with a Failure `budget-exceeded`.
   */
  hold(most: Amount, heldMs: number): Promise<{ settle(used: Amount): Promise<void> }>;
};

/** The way in which one caller opens the documents of the service. */
export type DocumentPlace = {
  /** The address at which the caller reaches the service, such as `http://localhost:3000`. */
  publicUrl(): string;
  /** Signs the path of a document; null for a service without keys. */
  readonly signer: { sign(path: string): string } | null;
};

/** A request of its own, of a caller without a name. */
export function unnamedCaller(): Caller {
  return { name: '' };
}

/** Facts about a step. Only fixed words and numbers, never a question or a result. */
export type TraceFacts = Readonly<Record<string, string | number>>;

/** A step that is being traced. */
export type Span = {
  /** Adds facts. */
  set(facts: TraceFacts): void;
  /** Traces the parts of the step. */
  readonly trace: Trace;
};

/** Traces the steps of one request. */
export type Trace = {
  /** Runs a step. */
  <Result>(name: string, step: (span: Span) => Promise<Result>): Promise<Result>;
  /** Runs a step whose results arrive one after the other. */
  each<Item>(name: string, facts: TraceFacts, items: AsyncGenerator<Item>): AsyncGenerator<Item>;
  /** Records a step that began and ended in the past, by `performance.now()`. */
  past(name: string, facts: TraceFacts, time: { readonly startMs: number; readonly endMs: number }): void;
};

const NO_SPAN: Span = {
  set: () => undefined,
  get trace() {
    return untraced;
  },
};

/** Runs the steps and records nothing. */
export const untraced: Trace = Object.assign(
  <Result>(_name: string, step: (span: Span) => Promise<Result>) => step(NO_SPAN),
  {
    each: <Item>(_name: string, _facts: TraceFacts, items: AsyncGenerator<Item>) => items,
    past: () => undefined,
  },
);

/** A whole answer, with its times and tokens. */
export type Collected = {
  readonly answer: Answer;
  readonly timing: Timing;
  /** The models' calls and tokens; null for a cached answer. */
  readonly usage: UsageEvent | null;
  /** Its judged statements; absent unless the caller asked for them. */
  readonly statements?: AnswerEnd['statements'];
};

type UsageEvent = Extract<AnswerEvent, { type: 'usage' }>;
type AnswerEnd = Extract<AnswerEvent, { type: 'answer-end' }>;

/**
 * Collects the whole answer from its events. Reads to the end instead of returning at `answer-end`, because
 * leaving a generator early closes the wrappers around it before they have seen the end.
 * @throws Failure whenever the events do; Failure `internal` if they end without an answer
 */
export async function collect(events: AsyncIterable<AnswerEvent>): Promise<Collected> {
  let end: AnswerEnd | null = null;
  let timing: Timing | null = null;
  let usage: UsageEvent | null = null;
  for await (const event of events) {
    if (event.type === 'answer-end') end = event;
    if (event.type === 'timing') timing = event.timing;
    if (event.type === 'usage') usage = event;
  }
  if (end === null || timing === null) throw new Failure('internal', 'The answer never ended.');
  const { answer, statements } = end;
  return { answer, timing, usage, statements };
}
