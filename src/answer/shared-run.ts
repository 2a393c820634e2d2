import { abortReason, remainingMs } from '../core/deadline.ts';
import type { AnswerEvent } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';

/** Emits the events of one run. */
export type EmitEvents = (signal: AbortSignal) => AsyncGenerator<AnswerEvent>;

/** A run whose events are stored once for all callers who follow it. */
export class SharedRun {
  readonly #controller = new AbortController();
  readonly #emitted: AnswerEvent[] = [];
  readonly #onEnd: () => void;
  /** Resolves when there is something new, and is then replaced. */
  #news = Promise.withResolvers<void>();
  #end: { readonly thrown?: unknown } | null = null;
  #followers = 0;

  /** @param onEnd called when nobody can join any longer: the run has ended, or all followers have left */
  constructor(emit: EmitEvents, onEnd: () => void) {
    this.#onEnd = onEnd;
    void this.#run(emit);
  }

  /**
   * The events from the first on; text that has accumulated comes as one event. Rejects as the run does. When
   * the last follower leaves, the run stops.
   */
  async *follow(signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    this.#followers++;
    const left = Promise.withResolvers<void>();
    const onAbort = () => left.resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      for (let at = 0; ; ) {
        if (signal.aborted) throw abortReason(signal);
        if (at < this.#emitted.length) {
          const { event, nextAt } = eventAt(this.#emitted, at);
          at = nextAt;
          yield event;
        } else if (this.#end === null) await Promise.race([this.#news.promise, left.promise]);
        else if ('thrown' in this.#end) throw this.#end.thrown;
        else return;
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#leave();
    }
  }

  async #run(emit: EmitEvents): Promise<void> {
    try {
      for await (const event of emit(this.#controller.signal)) {
        this.#emitted.push(event);
        this.#tell();
      }
      this.#end = {};
    } catch (thrown) {
      this.#end = { thrown };
    }
    this.#onEnd();
    this.#tell();
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  #leave(): void {
    this.#followers--;
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

/** How long after its own deadline a question may still get a shared answer, in milliseconds. */
const SLACK_MS = 100;
/** The share of its time that a question may lose by joining a run that began with less. */
const SLACK_SHARE = 0.02;

/** A run that others may join. */
type Running = {
  readonly run: SharedRun;
  /** The time at which it must have ended, on the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  /** The time that it had at its start. */
  readonly timeMs: number;
};

/** The answers in progress, by the key of their question. */
export class RunningAnswers {
  readonly #running = new Map<string, Running>();

  /** Finds a run that this question may share. */
  find(key: string, { deadlineAtMs }: Question): SharedRun | undefined {
    const found = this.#running.get(key);
    return found !== undefined && canShare(found, deadlineAtMs) ? found.run : undefined;
  }

  /** Starts a run at once, which others may join instead of an earlier one. */
  start(key: string, { deadlineAtMs }: Question, emit: EmitEvents): SharedRun {
    const run = new SharedRun(emit, () => {
      if (this.#running.get(key)?.run === run) this.#running.delete(key);
    });
    this.#running.set(key, { run, deadlineAtMs, timeMs: remainingMs(deadlineAtMs) });
    return run;
  }
}

/**
 * A run that ends after the question's deadline is of no use. A run that had less time than the
 * question has may be cut off while the question still has time.
 */
function canShare(run: Running, deadlineAtMs: number): boolean {
  const timeMs = remainingMs(deadlineAtMs);
  const lossMs = Math.max(SLACK_MS, timeMs * SLACK_SHARE);
  return run.deadlineAtMs <= deadlineAtMs + SLACK_MS && run.timeMs + lossMs >= timeMs;
}
