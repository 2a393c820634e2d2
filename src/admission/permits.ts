import type { Caller } from '../core/caller.ts';
import { createFairQueue, type FairQueue, type FairQueueOptions } from './fair-queue.ts';

/** Permits for each key, such as the name of a host. */
export type Permits = {
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
    const queue = queues.get(key) ?? createFairQueue(options);
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
