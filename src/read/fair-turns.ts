import { untilAborted } from '../core/deadline.ts';

/** Turns for work that several answers want at the same time. */
export type FairTurns = {
  /**
   * Waits for a turn and returns the function that gives it back, to be called once. `signal` is also who asks: all that
   * comes with the same signal belongs to one answer. Rejects with its reason when it aborts.
   */
  take(signal: AbortSignal): Promise<() => void>;
  /** Whether an answer other than the one of this signal is waiting. */
  othersWait(signal: AbortSignal): boolean;
};

type Waiter = { readonly go: () => void };

/**
 * At most `width` turns at a time. Of the answers that wait, the one that had the fewest turns so far is next, and of equals
 * the one that waits longest: an answer with many slow pages delays the others by one page each and not by all of them.
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
      // The turn may have come in the very moment the signal aborted.
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
