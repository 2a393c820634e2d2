import { abortReason, remainingMs } from '../../core/deadline.ts';
import type { AnswerEvent } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';

/** The answers in progress, by the key of their question. */
export type RunningAnswers = {
  /** Finds a run that this question may share. */
  find(key: string, question: Question): SharedRun | undefined;
  /**
   * Starts a run at once. Its events are stored once for all followers, and it does not wait for slow ones.
   */
  start(key: string, question: Question, tell: Replay): SharedRun;
};

/** Emits the events of one run; `endEarly` aborts when all followers of the run want the answer at once. */
export type Replay = (signal: AbortSignal, endEarly: AbortSignal) => AsyncGenerator<AnswerEvent>;

/** An answer in progress that any number of callers can follow. */
export type SharedRun = {
  /**
   * Follows the events from the first on; those already emitted come at once. `endEarly` aborts when this
   * caller wants the answer at once.
   */
  follow(signal: AbortSignal, endEarly?: AbortSignal): Follower;
};

/**
 * One caller of a shared run. Dispose it (`using`). A follower that leaves does not stop the others; when the
 * last one leaves, the run stops.
 */
export type Follower = Disposable & {
  /**
   * True if only this caller wants the answer at once, and the writing has not begun; no more events come
   * then.
   */
  readonly hasGivenUp: boolean;
  /**
   * The next event; null after the last. Text that has accumulated comes as one event. Rejects as the run
   * does.
   */
  next(): Promise<AnswerEvent | null>;
};

/** How long after its own deadline a question may still get a shared answer, in milliseconds. */
const SLACK_MS = 100;

/** Makes an empty registry. */
export function createRunningAnswers(): RunningAnswers {
  const running = new Map<string, Set<Running>>();

  function remove(key: string, one: Running): void {
    const others = running.get(key);
    others?.delete(one);
    if (others?.size === 0) running.delete(key);
  }

  return {
    find(key, { deadlineAtMs }) {
      for (const one of running.get(key) ?? []) if (suits(one, deadlineAtMs)) return one.run;
      return undefined;
    },
    start(key, { deadlineAtMs }, tell) {
      let one: Running;
      const run = new Run(tell, () => remove(key, one));
      one = { run, deadlineAtMs, timeMs: remainingMs(deadlineAtMs) };
      running.set(key, (running.get(key) ?? new Set()).add(one));
      return run;
    },
  };
}

/** A run, the time at which it must have ended, and the time that it had at its start. */
type Running = { readonly run: SharedRun; readonly deadlineAtMs: number; readonly timeMs: number };

/**
 * A run that ends after the question's deadline is of no use. A run that had less time than the
 * question has may be cut off while the question still has time.
 */
function suits(run: Running, deadlineAtMs: number): boolean {
  return run.deadlineAtMs <= deadlineAtMs + SLACK_MS && run.timeMs + SLACK_MS >= remainingMs(deadlineAtMs);
}

/** Followers of an answer that cannot end early. */
const NEVER = new AbortController().signal;

class Run implements SharedRun {
  readonly #controller = new AbortController();
  readonly #told: AnswerEvent[] = [];
  /** Wakes every follower that waits for the next event. */
  readonly #wakers = new Set<() => void>();
  readonly #onEnd: () => void;
  #end: { readonly thrown?: unknown } | null = null;
  #followers = 0;
  readonly #early = new AbortController();
  /** The number of followers that want the answer at once. */
  #endedEarly = 0;

  /** @param onEnd called when nobody can join any longer: the run has ended, or all followers have left */
  constructor(tell: Replay, onEnd: () => void) {
    this.#onEnd = onEnd;
    void this.#run(tell);
  }

  follow(signal: AbortSignal, endEarly: AbortSignal = NEVER): Follower {
    this.#followers++;
    let at = 0;
    let wakeUp: () => void = () => undefined;
    const onAbort = () => wakeUp();
    signal.addEventListener('abort', onAbort);
    const onEndEarly = () => {
      this.#endedEarly++;
      this.#endEarlyIfAllWant();
      wakeUp();
    };
    if (endEarly.aborted) onEndEarly();
    else endEarly.addEventListener('abort', onEndEarly);
    const hasGivenUp = () => endEarly.aborted && !this.#early.signal.aborted && !this.#isWritten;
    const next = async (): Promise<AnswerEvent | null> => {
      if (signal.aborted) throw abortReason(signal);
      if (hasGivenUp()) return null;
      if (at < this.#told.length) {
        const { event, after } = upTo(this.#told, at);
        at = after;
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
      if (endEarly.aborted) this.#endedEarly--;
      this.#leave();
    };
    return {
      next,
      get hasGivenUp() {
        return hasGivenUp();
      },
      [Symbol.dispose]: leave,
    };
  }

  /** The event with the sources comes right before the writing begins. */
  get #isWritten(): boolean {
    return this.#end !== null || this.#told.some(({ type }) => type === 'sources' || type === 'answer-delta');
  }

  #endEarlyIfAllWant(): void {
    if (this.#followers === 0 || this.#endedEarly < this.#followers) return;
    this.#onEnd();
    this.#early.abort();
  }

  async #run(tell: Replay): Promise<void> {
    try {
      for await (const event of tell(this.#controller.signal, this.#early.signal)) {
        this.#told.push(event);
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
    for (const each of this.#wakers) each();
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

/** The event at a position, and the next position. Accumulated text comes in one piece. */
function upTo(
  told: readonly AnswerEvent[],
  from: number,
): { readonly event: AnswerEvent; readonly after: number } {
  let at = from;
  let text = '';
  for (let event = told[at]; event?.type === 'answer-delta'; event = told[++at]) text += event.text;
  const event = told[at];
  if (at > from || event === undefined) return { event: { type: 'answer-delta', text }, after: at };
  return { event, after: at + 1 };
}
