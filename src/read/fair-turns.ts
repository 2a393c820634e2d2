import { untilAborted } from '../core/deadline.ts';

/** Lets several answers take turns at the same work. */
export type FairTurns = {
  /**
   * Waits for a turn and returns the function that ends it, to be called once. `signal` also identifies the
   * answer: all calls with the same signal belong to one answer. Rejects with its reason when it aborts.
   */
  take(signal: AbortSignal): Promise<() => void>;
  /** Whether an answer with another signal is waiting. */
  othersWait(signal: AbortSignal): boolean;
};

type Waiter = { readonly go: () => void };

/**
 * Allows at most `width` turns at a time. The next turn goes to the waiting answer that has had the fewest
 * turns; among equals, to the one that has waited longest. An answer with many slow pages therefore delays
 * the others by one page each, not by all of them.
 */
export function createFairTurns(width: number): FairTurns {
  return new Turns(width);
}

class Turns implements FairTurns {
  readonly #width: number;
  readonly #waiting = new Map<AbortSignal, Set<Waiter>>();
  readonly #turnsHad = new WeakMap<AbortSignal, number>();
  #busy = 0;

  constructor(width: number) {
    this.#width = width;
  }

  async take(signal: AbortSignal): Promise<() => void> {
    if (this.#busy >= this.#width) await this.#inLine(signal);
    else {
      this.#busy++;
      this.#count(signal);
    }
    return () => this.#giveBack();
  }

  othersWait(signal: AbortSignal): boolean {
    return this.#waiting.size > Number(this.#waiting.has(signal));
  }

  #count(signal: AbortSignal): void {
    this.#turnsHad.set(signal, this.#countOf(signal) + 1);
  }

  #countOf(signal: AbortSignal): number {
    return this.#turnsHad.get(signal) ?? 0;
  }

  #nextToServe(): AbortSignal | undefined {
    let next: AbortSignal | undefined;
    for (const signal of this.#waiting.keys())
      if (next === undefined || this.#countOf(signal) < this.#countOf(next)) next = signal;
    return next;
  }

  #leaveLine(signal: AbortSignal, waiter: Waiter): void {
    const waiters = this.#waiting.get(signal);
    if (waiters?.delete(waiter) === true && waiters.size === 0) this.#waiting.delete(signal);
  }

  #giveBack(): void {
    const signal = this.#nextToServe();
    const [waiter] = (signal && this.#waiting.get(signal)) ?? [];
    if (signal === undefined || waiter === undefined) this.#busy--;
    else {
      this.#leaveLine(signal, waiter);
      this.#count(signal);
      waiter.go();
    }
  }

  async #inLine(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    let isMine = false;
    const waiter: Waiter = {
      go: () => {
        isMine = true;
        turn.resolve();
      },
    };
    const waiters = this.#waiting.get(signal) ?? new Set();
    this.#waiting.set(signal, waiters.add(waiter));
    try {
      await untilAborted(turn.promise, signal);
    } catch (error) {
      // The signal may abort at the moment at which a turn is granted; the turn then ends at once.
      if (isMine) this.#giveBack();
      else this.#leaveLine(signal, waiter);
      throw error;
    }
  }
}
