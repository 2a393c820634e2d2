import { eachUntilAborted } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { AnswerEvent } from './events.ts';

/** An answer that is coming about, for as many listeners as like. */
export type SharedRun = {
  /**
   * The events from the first on: what was told already comes at once. Who leaves, by the signal or by closing the generator,
   * does not stop the others; the last who leaves stops the run.
   */
  join(signal: AbortSignal): AsyncGenerator<AnswerEvent>;
};

/**
 * Starts a run at once. What it tells stands in memory once, for all who listen; it goes on as fast as it can, whoever is
 * slow to listen.
 * @param onEnd called when nobody can join any more: the run is over, or everybody left
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

/** The event at a place, and the place after it. Text that has piled up comes in one piece. */
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
