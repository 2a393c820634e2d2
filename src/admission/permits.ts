import { createFairQueue, type FairQueue, type FairQueueOptions } from './fair-queue.ts';

/** Permits for each key, such as the name of a host. */
export type Permits = {
  /**
   * Waits for a permit and returns the function that releases it, to be called once. Rejects with the
   * signal's reason.
   */
  take(key: string, signal: AbortSignal): Promise<() => void>;
};

/** Grants permits for each key as a fair queue does. Callers who stop waiting delay nobody else. */
export function createPermits(options: FairQueueOptions): Permits {
  const lines = new Map<string, FairQueue>();

  async function take(key: string, signal: AbortSignal): Promise<() => void> {
    const line = lines.get(key) ?? createFairQueue(options);
    lines.set(key, line);
    const forget = () => {
      if (line.running + line.waiting === 0) lines.delete(key);
    };
    try {
      const giveBack = await line.take(signal);
      return () => {
        giveBack();
        forget();
      };
    } catch (error) {
      forget();
      throw error;
    }
  }

  return { take };
}
