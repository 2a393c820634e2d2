import { untilAborted } from '../core/deadline.ts';

/** Turns at work for which several answers compete. */
export type FairTurns = {
  /**
   * Waits for a turn and returns the function that ends it, to be called once. `signal` also identifies the
   * answer: all calls with the same signal belong to one. Rejects with its reason when it aborts.
   */
  take(signal: AbortSignal): Promise<() => void>;
  /** Whether an answer other than this signal's is waiting. */
  othersWait(signal: AbortSignal): boolean;
};

type Waiter = { readonly go: () => void };

/**
 * Allows at most `width` turns at a time. The next turn goes to the waiting answer that has had the fewest
 * turns or, among equals, has waited longest: an answer with many slow pages delays the others by one page
 * each, not by all of them.
 */
export function createFairTurns(width: number): FairTurns {
  const waiting = new Map<AbortSignal, Set<Waiter>>();
  const turnsHad = new WeakMap<AbortSignal, number>();
  let busy = 0;

  function nextToServe(): AbortSignal | undefined {
    let next: AbortSignal | undefined;
    for (const signal of waiting.keys())
      if (next === undefined || countOf(signal) < countOf(next)) next = signal;
    return next;
  }

  function countOf(signal: AbortSignal): number {
    return turnsHad.get(signal) ?? 0;
  }

  function leaveLine(signal: AbortSignal, waiter: Waiter): void {
    const waiters = waiting.get(signal);
    if (waiters?.delete(waiter) === true && waiters.size === 0) waiting.delete(signal);
  }

  function giveBack(): void {
    const signal = nextToServe();
    const [waiter] = (signal && waiting.get(signal)) ?? [];
    if (signal === undefined || waiter === undefined) busy--;
    else {
      leaveLine(signal, waiter);
      turnsHad.set(signal, countOf(signal) + 1);
      waiter.go();
    }
  }

  async function inLine(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    let isMine = false;
    const waiter: Waiter = {
      go: () => {
        isMine = true;
        turn.resolve();
      },
    };
    const waiters = waiting.get(signal) ?? new Set();
    waiting.set(signal, waiters.add(waiter));
    try {
      await untilAborted(turn.promise, signal);
    } catch (error) {
      // The turn may have been granted at the moment when the signal aborted.
      if (isMine) giveBack();
      else leaveLine(signal, waiter);
      throw error;
    }
  }

  return {
    async take(signal) {
      if (busy >= width) await inLine(signal);
      else {
        busy++;
        turnsHad.set(signal, countOf(signal) + 1);
      }
      return giveBack;
    },
    othersWait: (signal) => waiting.size > Number(waiting.has(signal)),
  };
}
