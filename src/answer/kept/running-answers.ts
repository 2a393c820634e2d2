import { abortReason } from '../../core/deadline.ts';
import type { AnswerEvent } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/terms.ts';

/** The answers in progress, by the key of their question. */
export type RunningAnswers = {
  /** Finds a run that this question may share. */
  find(key: string, question: Question): SharedRun | undefined;
  /** Starts a run at once. Its events are in memory once for all followers; it does not wait for slow ones. */
  start(key: string, question: Question, tell: Tell): SharedRun;
};

/** Emits the events of one run. */
export type Tell = (signal: AbortSignal) => AsyncGenerator<AnswerEvent>;

/** An answer in progress that any number of callers can follow. */
export type SharedRun = {
  /** Follows the events from the first on; those already emitted come at once. */
  follow(signal: AbortSignal): Follower;
};

/**
 * One caller of a shared run. Dispose it (`using`). A follower that leaves, by its signal or disposed, does not
 * stop the others; when the last one leaves, the run stops.
 */
export type Follower = Disposable & {
  /** The next event; null after the last. Accumulated text comes in one piece. Rejects as the run does. */
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
    find(key, { deadlineMs }) {
      const endsAtMs = performance.now() + deadlineMs;
      for (const one of running.get(key) ?? []) if (suits(one, deadlineMs, endsAtMs)) return one.run;
      return undefined;
    },
    start(key, { deadlineMs }, tell) {
      let one: Running;
      const run = startSharedRun(tell, () => remove(key, one));
      one = { run, deadlineMs, endsAtMs: performance.now() + deadlineMs };
      running.set(key, (running.get(key) ?? new Set()).add(one));
      return run;
    },
  };
}

type Running = { readonly run: SharedRun; readonly deadlineMs: number; readonly endsAtMs: number };

/**
 * A run that ends too late is useless, and one with less time than the question may be cut off where the
 * question would not be.
 */
function suits(run: Running, deadlineMs: number, endsAtMs: number): boolean {
  return run.endsAtMs <= endsAtMs + SLACK_MS && run.deadlineMs + SLACK_MS >= deadlineMs;
}

/** @param onEnd called when nobody can join any more: the run has ended, or all followers have left */
function startSharedRun(tell: Tell, onEnd: () => void): SharedRun {
  const controller = new AbortController();
  const told: AnswerEvent[] = [];
  /** Continues each follower that waits. */
  const wakers = new Set<() => void>();
  let end: { readonly thrown?: unknown } | null = null;
  let followers = 0;

  function wake(): void {
    for (const each of wakers) each();
    wakers.clear();
  }

  async function run(): Promise<void> {
    try {
      for await (const event of tell(controller.signal)) {
        told.push(event);
        wake();
      }
      end = {};
    } catch (thrown) {
      end = { thrown };
    }
    onEnd();
    wake();
  }

  function leave(): void {
    if (--followers > 0 || end !== null) return;
    onEnd();
    controller.abort(new Failure('cancelled', 'The caller left.'));
  }

  void run();
  return {
    follow(signal) {
      followers++;
      let at = 0;
      let wakeUp: () => void = () => undefined;
      const onAbort = () => wakeUp();
      signal.addEventListener('abort', onAbort);
      return {
        async next() {
          while (true) {
            if (signal.aborted) throw abortReason(signal);
            if (at < told.length) {
              const next = upTo(told, at);
              at = next.at;
              return next.event;
            }
            if (end !== null) {
              if ('thrown' in end) throw end.thrown;
              return null;
            }
            await new Promise<void>((resolve) => {
              wakeUp = resolve;
              wakers.add(resolve);
            });
          }
        },
        [Symbol.dispose]() {
          signal.removeEventListener('abort', onAbort);
          wakers.delete(wakeUp);
          leave();
        },
      };
    },
  };
}

/** The event at a position, and the next position. Accumulated text comes in one piece. */
function upTo(
  told: readonly AnswerEvent[],
  from: number,
): { readonly event: AnswerEvent; readonly at: number } {
  let at = from;
  let text = '';
  for (let event = told[at]; event?.type === 'answer-delta'; event = told[++at]) text += event.text;
  const event = told[at];
  if (at > from || event === undefined) return { event: { type: 'answer-delta', text }, at };
  return { event, at: at + 1 };
}
