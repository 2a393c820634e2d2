import { abortReason, remainingMs } from '../../core/deadline.ts';
import type { AnswerEvent } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';

/** Emits the events of one run; `endEarly` aborts when all followers of the run want the answer at once. */
export type EmitEvents = (signal: AbortSignal, endEarly: AbortSignal) => AsyncGenerator<AnswerEvent>;

/** An answer in progress that any number of callers can follow. */
export type SharedRun = {
  /** Follows the events from the first on. `endEarly` aborts when this caller wants the answer at once. */
  follow(signal: AbortSignal, endEarly?: AbortSignal): Follower;
};

/** One caller of a shared run. Dispose it (`using`); when the last one leaves, the run stops. */
export type Follower = Disposable & {
  /** True if only this caller wants it at once and writing has not begun; no more events come then. */
  hasGivenUp(): boolean;
  /** The next event, or null. Text that has accumulated comes as one event. Rejects as the run does. */
  next(): Promise<AnswerEvent | null>;
};

/** Followers of an answer that cannot end early. */
const NEVER = new AbortController().signal;

/** A run whose events are stored once for all followers. */
export class FollowedRun implements SharedRun {
  readonly #controller = new AbortController();
  readonly #emitted: AnswerEvent[] = [];
  /** Wakes every follower that waits for the next event. */
  readonly #wakers = new Set<() => void>();
  readonly #onEnd: () => void;
  #end: { readonly thrown?: unknown } | null = null;
  #followers = 0;
  readonly #early = new AbortController();
  /** The number of followers that want the answer at once. */
  #earlyFollowers = 0;

  /** @param onEnd called when nobody can join any longer: the run has ended, or all followers have left */
  constructor(emit: EmitEvents, onEnd: () => void) {
    this.#onEnd = onEnd;
    void this.#run(emit);
  }

  follow(signal: AbortSignal, endEarly: AbortSignal = NEVER): Follower {
    this.#followers++;
    let at = 0;
    let wakeUp: () => void = () => undefined;
    const onAbort = () => wakeUp();
    signal.addEventListener('abort', onAbort);
    const onEndEarly = () => {
      this.#earlyFollowers++;
      this.#endEarlyIfAllWant();
      wakeUp();
    };
    if (endEarly.aborted) onEndEarly();
    else endEarly.addEventListener('abort', onEndEarly);
    const hasGivenUp = () => endEarly.aborted && !this.#early.signal.aborted && !this.#isWriting;
    const next = async (): Promise<AnswerEvent | null> => {
      if (signal.aborted) throw abortReason(signal);
      if (hasGivenUp()) return null;
      if (at < this.#emitted.length) {
        const { event, nextAt } = eventAt(this.#emitted, at);
        at = nextAt;
        return event;
      }
      if (this.#end !== null) {
        if ('thrown' in this.#end) throw this.#end.thrown;
        return null;
      }
      await new Promise<void>((resolve) => {
        wakeUp = resolve;
        this.#wakers.add(resolve);
      });
      return next();
    };
    const leave = () => {
      signal.removeEventListener('abort', onAbort);
      endEarly.removeEventListener('abort', onEndEarly);
      this.#wakers.delete(wakeUp);
      if (endEarly.aborted) this.#earlyFollowers--;
      this.#leave();
    };
    return { next, hasGivenUp, [Symbol.dispose]: leave };
  }

  /** Whether the writing has begun; the event with the sources comes right before it. */
  get #isWriting(): boolean {
    return (
      this.#end !== null || this.#emitted.some(({ type }) => type === 'sources' || type === 'answer-delta')
    );
  }

  #endEarlyIfAllWant(): void {
    if (this.#followers === 0 || this.#earlyFollowers < this.#followers) return;
    this.#onEnd();
    this.#early.abort();
  }

  async #run(emit: EmitEvents): Promise<void> {
    try {
      for await (const event of emit(this.#controller.signal, this.#early.signal)) {
        this.#emitted.push(event);
        this.#wake();
      }
      this.#end = {};
    } catch (thrown) {
      this.#end = { thrown };
    }
    this.#onEnd();
    this.#wake();
  }

  #wake(): void {
    for (const wakeUp of this.#wakers) wakeUp();
    this.#wakers.clear();
  }

  #leave(): void {
    this.#followers--;
    this.#endEarlyIfAllWant();
    if (this.#followers > 0 || this.#end !== null) return;
    this.#onEnd();
    this.#controller.abort(new Failure('cancelled', 'The caller left.'));
  }
}

/** The event at a position, and the next position. All text up to the next other event comes as one event. */
function eventAt(
  events: readonly AnswerEvent[],
  start: number,
): { readonly event: AnswerEvent; readonly nextAt: number } {
  let at = start;
  let text = '';
  for (let event = events[at]; event?.type === 'answer-delta'; event = events[++at]) text += event.text;
  const event = events[at];
  if (at > start || event === undefined) return { event: { type: 'answer-delta', text }, nextAt: at };
  return { event, nextAt: at + 1 };
}

/** The answers in progress, by the key of their question. */
export type RunningAnswers = {
  /** Finds a run that this question may share. */
  find(key: string, question: Question): SharedRun | undefined;
  /** Starts a run at once. Its events are stored once for all followers; it does not wait for slow ones. */
  start(key: string, question: Question, emit: EmitEvents): SharedRun;
};

/** How long after its own deadline a question may still get a shared answer, in milliseconds. */
const SLACK_MS = 100;
/** The share of its time that a question may lose by joining a run that began with less. */
const SLACK_SHARE = 0.02;

/** Makes an empty registry. */
export function createRunningAnswers(): RunningAnswers {
  const running = new Map<string, Set<Running>>();

  function remove(key: string, entry: Running): void {
    const entries = running.get(key);
    entries?.delete(entry);
    if (entries?.size === 0) running.delete(key);
  }

  return {
    find(key, { deadlineAtMs }) {
      for (const entry of running.get(key) ?? []) if (canShare(entry, deadlineAtMs)) return entry.run;
      return undefined;
    },
    start(key, { deadlineAtMs }, emit) {
      let entry: Running;
      const run = new FollowedRun(emit, () => remove(key, entry));
      entry = { run, deadlineAtMs, timeMs: remainingMs(deadlineAtMs) };
      running.set(key, (running.get(key) ?? new Set()).add(entry));
      return run;
    },
  };
}

/** A run that others may join. */
type Running = {
  readonly run: SharedRun;
  /** The time at which it must have ended, on the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  /** The time that it had at its start. */
  readonly timeMs: number;
};

/**
 * A run that ends after the question's deadline is of no use. A run that had less time than the
 * question has may be cut off while the question still has time.
 */
function canShare(run: Running, deadlineAtMs: number): boolean {
  const timeMs = remainingMs(deadlineAtMs);
  const lossMs = Math.max(SLACK_MS, timeMs * SLACK_SHARE);
  return run.deadlineAtMs <= deadlineAtMs + SLACK_MS && run.timeMs + lossMs >= timeMs;
}
