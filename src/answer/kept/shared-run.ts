import { eachUntilAborted } from '../../core/deadline.ts';
import type { AnswerEvent } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';

/** An answer in progress that any number of listeners can follow. */
export type SharedRun = {
  /**
   * The events from the first on; those already emitted come at once. A listener that leaves, by its signal
   * or by closing the generator, does not stop the others; when the last one leaves, the run stops.
   */
  join(signal: AbortSignal): AsyncGenerator<AnswerEvent>;
};

/**
 * Starts a run at once. Its events are in memory once for all listeners; it does not wait for slow ones.
 * @param onEnd called when nobody can join any more: the run has ended, or all listeners have left
 */
export function startSharedRun(
  tell: (signal: AbortSignal) => AsyncGenerator<AnswerEvent>,
  onEnd: () => void,
): SharedRun {
  const controller = new AbortController();
  const told: AnswerEvent[] = [];
  let news = Promise.withResolvers<void>();
  let end: { readonly thrown?: unknown } | null = null;
  let listeners = 0;

  function wake(): void {
    const { resolve } = news;
    news = Promise.withResolvers();
    resolve();
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

  async function* listen(): AsyncGenerator<AnswerEvent> {
    for (let at = 0; ; ) {
      while (at < told.length) {
        const next = upTo(told, at);
        at = next.at;
        yield next.event;
      }
      if (end !== null) {
        if ('thrown' in end) throw end.thrown;
        return;
      }
      await news.promise;
    }
  }

  void run();
  return {
    async *join(signal) {
      listeners++;
      try {
        yield* eachUntilAborted(listen(), signal);
      } finally {
        if (--listeners === 0 && end === null) {
          onEnd();
          controller.abort(new Failure('cancelled', 'The caller left.'));
        }
      }
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
