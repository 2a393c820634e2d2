import type { Piscina } from 'piscina';
import { abortReason } from '../core/deadline.ts';
import type { Content } from './content.ts';
import { startPageClock } from './page-clock.ts';

/** Bytes in, text out, in threads of their own, so that no page holds up the service. */
export type ExtractorPool = {
  /**
   * Reads one page. The bytes are handed over: their buffer is empty afterwards. A page that takes longer than `maxMs` or more
   * memory than a thread has is skipped, and the thread is replaced. Rejects only with the signal's reason.
   */
  readonly read: (
    bytes: Uint8Array<ArrayBuffer>,
    contentType: string,
    signal: AbortSignal,
  ) => Promise<Content>;
  /** Ends all threads; what they work on is skipped. */
  readonly close: () => Promise<void>;
};

/** What threads and pages may take. `maxMs` and `idleMs` are in milliseconds, `maxHeapMb` is in MB. */
export type PoolLimits = {
  /** Threads at most; none runs before the first page. */
  readonly maxThreads: number;
  /** Time for one page once work on it has begun. */
  readonly maxMs: number;
  /** Heap of one thread. */
  readonly maxHeapMb: number;
  /** After so long without a page a thread ends. */
  readonly idleMs: number;
};

const DEFAULT_LIMITS: PoolLimits = { maxThreads: 2, maxMs: 500, maxHeapMb: 192, idleMs: 60_000 };
const TOO_SLOW = 'it took too long to read';
const TOO_BIG = 'it could not be read';

/** Makes a pool; threads and what they need are loaded with the first page. */
export function createExtractorPool(limits: Partial<PoolLimits> = {}): ExtractorPool {
  const all = { ...DEFAULT_LIMITS, ...limits };
  let started: Promise<Piscina> | undefined;
  return {
    read: async (bytes, contentType, signal) => {
      started ??= startThreads(all);
      return readOne(await started, { bytes, contentType, maxMs: all.maxMs }, signal);
    },
    close: async () => {
      await (await started)?.destroy();
      started = undefined;
    },
  };
}

async function startThreads({ maxThreads, maxHeapMb, idleMs }: PoolLimits): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  return new Piscina({
    filename: new URL('./page-worker.ts', import.meta.url).href,
    name: 'toPage',
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMs,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
}

type Order = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly maxMs: number;
};

async function readOne(
  pool: Piscina,
  { bytes, contentType, maxMs }: Order,
  signal: AbortSignal,
): Promise<Content> {
  if (signal.aborted) throw abortReason(signal);
  const overdue = new AbortController();
  const clock = startPageClock(maxMs, () => overdue.abort());
  const transferList = [bytes.buffer];
  try {
    return await pool.run(
      { bytes, contentType, begun: clock.begun },
      { transferList, signal: AbortSignal.any([signal, overdue.signal]) },
    );
  } catch {
    if (signal.aborted) throw abortReason(signal);
    return { status: 'skipped', reason: overdue.signal.aborted ? TOO_SLOW : TOO_BIG };
  } finally {
    clock.stop();
  }
}
