import { abortReason } from '../core/deadline.ts';
import type { Caller } from '../core/run.ts';

/** How many turns there are at a time. */
type FairQueueOptions = {
  readonly width: number;
  /** The most for one caller; as many as there are if absent. */
  readonly maxPerCaller?: number;
};

type Waiter = { readonly go: () => void };
type Queued = Map<object, Set<Waiter>>;

/**
 * Lets several callers, and the requests of each caller, take turns at the same work, at most `width` at a
 * time. The next turn goes to the waiting caller that has the fewest turns now; among equals, to the one that
 * was served longest ago. Of one caller's requests, the one that has had the fewest turns is next; among
 * equals, the one that has waited longest. A caller with many slow pages therefore delays the others by one
 * page each, not by all of them.
 */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>;
  /** Those who wait, by caller and request; the caller that was served longest ago is first. */
  readonly #lines = new Map<string, Queued>();
  /** The turns in progress of each caller and of each request. */
  readonly #turnsOf = new Map<string | object, number>();
  readonly #turnsHad = new WeakMap<object, number>();
  /** The number of turns in progress. */
  running = 0;

  constructor({ width, maxPerCaller = width }: FairQueueOptions) {
    this.#options = { width, maxPerCaller };
  }

  /** The number of those who wait for a turn. */
  get waiting(): number {
    return this.#lines.values().reduce((sum, line) => sum + lengthOf(line), 0);
  }

  /**
   * Waits for a turn and returns the function that ends it, to be called once. Rejects with the signal's
   * reason when it aborts; the caller is marked as crowded out if others were served instead.
   */
  async take(caller: Caller, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw abortReason(signal);
    if (this.isFreeFor(caller)) this.#begin(caller);
    else await this.#wait(caller, signal);
    const giveBack = () => this.#end(caller);
    if (!signal.aborted) return giveBack;
    // It aborted after the turn had been granted, and before this function went on.
    giveBack();
    throw abortReason(signal);
  }

  /** Whether the caller would get a turn at once. */
  isFreeFor(caller: Caller): boolean {
    return this.running < this.#options.width && this.#mayHave(caller.name);
  }

  /** The number of turns that are granted before the next one of this caller. */
  aheadOf(caller: Caller): number {
    const mine = lengthOf(this.#lines.get(caller.name));
    let ahead = mine;
    // Callers take turns: each other one is served at most once before each of this one's requests.
    for (const [other, line] of this.#lines)
      if (other !== caller.name) ahead += Math.min(lengthOf(line), mine + 1);
    return ahead;
  }

  /** Whether another request is waiting. */
  othersWait(caller: Caller): boolean {
    const mine = this.#lines.get(caller.name);
    if (mine === undefined) return this.#lines.size > 0;
    return this.#lines.size > 1 || mine.size > Number(mine.has(caller));
  }

  /** Whether another request has a turn now. */
  #othersRun(caller: Caller): boolean {
    return this.running > (this.#turnsOf.get(caller) ?? 0);
  }

  #mayHave(caller: string): boolean {
    return (this.#turnsOf.get(caller) ?? 0) < this.#options.maxPerCaller;
  }

  #begin(caller: Caller): void {
    this.running++;
    for (const one of [caller.name, caller]) this.#turnsOf.set(one, (this.#turnsOf.get(one) ?? 0) + 1);
    this.#turnsHad.set(caller, (this.#turnsHad.get(caller) ?? 0) + 1);
  }

  #end(caller: Caller): void {
    this.running--;
    for (const one of [caller.name, caller]) {
      const turns = (this.#turnsOf.get(one) ?? 0) - 1;
      if (turns > 0) this.#turnsOf.set(one, turns);
      else this.#turnsOf.delete(one);
    }
    this.#nextWaiter()?.go();
  }

  #nextWaiter(): Waiter | undefined {
    let next: string | undefined;
    let fewest = this.#options.maxPerCaller;
    for (const caller of this.#lines.keys()) {
      const turns = this.#turnsOf.get(caller) ?? 0;
      if (turns >= fewest) continue;
      next = caller;
      fewest = turns;
    }
    if (next === undefined) return undefined;
    const line = this.#lines.get(next) ?? new Map();
    this.#lines.delete(next);
    this.#lines.set(next, line);
    const [waiter] = line.get(this.#nextRequest(line)) ?? [];
    return waiter;
  }

  /** The request of this caller that is next; the line itself, which is none, if nobody waits in it. */
  #nextRequest(line: Queued): object {
    let next: object = line;
    let fewest = Number.POSITIVE_INFINITY;
    for (const request of line.keys()) {
      const had = this.#turnsHad.get(request) ?? 0;
      if (had >= fewest) continue;
      next = request;
      fewest = had;
    }
    return next;
  }

  #wait(caller: Caller, signal: AbortSignal): Promise<void> {
    const line: Queued = this.#lines.get(caller.name) ?? new Map();
    const waiters = line.get(caller) ?? new Set();
    this.#lines.set(caller.name, line.set(caller, waiters));
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', onAbort);
        waiters.delete(waiter);
        if (waiters.size === 0) line.delete(caller);
        if (line.size === 0) this.#lines.delete(caller.name);
      };
      const onAbort = () => {
        leave();
        if (this.#othersRun(caller)) caller.isCrowdedOut = true;
        reject(abortReason(signal));
      };
      const waiter: Waiter = {
        go: () => {
          leave();
          this.#begin(caller);
          resolve();
        },
      };
      waiters.add(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}

function lengthOf(line: Queued | undefined): number {
  return line?.values().reduce((sum, waiters) => sum + waiters.size, 0) ?? 0;
}

/** Permits for each key, such as the name of a host. */
type Permits = {
  /**
   * Waits for a permit and returns the function that releases it, to be called once. Rejects with the
   * signal's reason.
   */
  take(key: string, caller: Caller, signal: AbortSignal): Promise<() => void>;
};

/** Grants permits for each key as a fair queue does. Callers who stop waiting delay nobody else. */
export function createPermits(options: FairQueueOptions): Permits {
  const queues = new Map<string, FairQueue>();

  async function take(key: string, caller: Caller, signal: AbortSignal): Promise<() => void> {
    const queue = queues.get(key) ?? new FairQueue(options);
    queues.set(key, queue);
    const deleteIfIdle = () => {
      if (queue.running + queue.waiting === 0) queues.delete(key);
    };
    try {
      const giveBack = await queue.take(caller, signal);
      return () => {
        giveBack();
        deleteIfIdle();
      };
    } catch (error) {
      deleteIfIdle();
      throw error;
    }
  }

  return { take };
}
