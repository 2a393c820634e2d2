import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import type { Reading } from '@sayso/collections';
import type { Piscina } from 'piscina';
import { FairQueue } from '../admission/fair-queue.ts';
import { abortReason } from '../core/deadline.ts';
import { type Caller, type Errand, unnamedCaller } from '../core/run.ts';
import type { Content } from './content.ts';
import { startPageClock } from './page-clock.ts';

/** Extracts text from bytes in worker threads, so that no page blocks the service. */
export type ExtractorPool = {
  /**
   * Starts a thread if none is running: called while a page is fetched, so that its text need not wait for
   * the thread. Settles when it has started. Never rejects; a thread that cannot be started is reported when
   * a page needs it.
   */
  readonly prepare: () => Promise<void>;
  /**
   * Reads one page. The bytes are transferred: their buffer is empty afterwards. A page that exceeds its time
   * limit, or the memory of a thread, is skipped, and the thread is replaced; it reads no other page at that
   * time. Callers and their requests take turns. Rejects only with the signal's reason.
   */
  readonly read: (
    bytes: Uint8Array<ArrayBuffer>,
    contentType: string,
    signal: AbortSignal,
    caller?: Caller,
  ) => Promise<Content>;
  /** Reads one file of the operator, as `read` reads a page. */
  readonly readFile: Reading['readFile'];
  /** Ends all threads; pages in progress are skipped. Never rejects. */
  readonly close: () => Promise<void>;
};

/**
 * Limits for threads and pages, and a listener for faults. Times are in milliseconds, `…Mb` are in MB.
 */
type PoolOptions = {
  /** The maximum number of threads; none is started before it is needed. */
  readonly maxThreads: number;
  /** Time for a thread to start and to begin its page. */
  readonly startMs: number;
  /** CPU time for one page, counted from the moment when its thread begins to read it. */
  readonly maxMs: number;
  /** Time for one page if other requests are waiting for a thread. */
  readonly busyMs: number;
  /** Heap limit of one thread. */
  readonly maxHeapMb: number;
  /** Limit for the memory that one thread uses outside of its heap. */
  readonly maxOutsideMb: number;
  /** A thread ends after this time without a page. */
  readonly idleMs: number;
  /**
   * Called with the error of a thread that ran out of memory or could not be started. The service keeps
   * running.
   */
  readonly onFault: (error: unknown) => void;
};

const DEFAULTS: PoolOptions = {
  maxThreads: 2,
  startMs: 10_000,
  maxMs: 500,
  busyMs: 150,
  maxHeapMb: 192,
  maxOutsideMb: 128,
  idleMs: 60_000,
  onFault: () => undefined,
};
const BYTES_PER_MB = 2 ** 20;
const TOO_SLOW = 'it took too long to read';
const TOO_LARGE = 'it took too much memory to read';
const FAILED = 'it could not be read';

type Threads = {
  readonly piscina: Piscina;
  readonly turns: FairQueue;
  readonly options: PoolOptions;
  readonly caller: Caller;
  readonly task: 'toPage' | 'toDocument';
};

/** Creates a pool. Threads and the code that they need are loaded with the first page, or by `prepare`. */
export function createExtractorPool(given: Partial<PoolOptions> = {}): ExtractorPool {
  const options = { ...DEFAULTS, ...given };
  const turns = new FairQueue({ width: options.maxThreads });
  let started: Promise<Piscina> | undefined;

  async function readInTurn<Result>(
    task: 'toPage' | 'toDocument',
    job: Job,
    { caller, signal }: Errand,
  ): Promise<Result | Skipped> {
    if (signal.aborted) throw abortReason(signal);
    const giveBack = await turns.take(caller, signal);
    try {
      started ??= startThreads(options);
      const piscina = await started;
      return await readOne<Result>({ piscina, turns, options, caller, task }, job, signal);
    } finally {
      giveBack();
    }
  }

  async function startFirst(): Promise<void> {
    started ??= startThreads(options);
    const piscina = await started;
    if (piscina.threads.length === 0) await piscina.run(undefined, { name: 'isReady' });
  }

  return {
    prepare: () => startFirst().catch(() => undefined),
    read: (bytes, contentType, signal, caller = unnamedCaller()) =>
      readInTurn<Content>('toPage', { bytes, contentType }, { caller, signal }),
    async readFile(file, signal) {
      const read = readInTurn<Awaited<ReturnType<Reading['readFile']>>>;
      const found = await read('toDocument', file, { caller: unnamedCaller(), signal });
      return 'status' in found ? { path: file.path, reason: found.reason } : found;
    },
    close: async () => {
      const piscina = await started;
      started = undefined;
      // Rejects if a thread could not be started, or if it ends by itself in the meantime.
      await piscina?.destroy().catch(options.onFault);
    },
  };
}

async function startThreads({ maxThreads, maxHeapMb, idleMs, onFault }: PoolOptions): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  const piscina = new Piscina({
    filename: new URL('./page-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMs,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    argv: compileCache(),
  });
  // Without a listener, a thread that ends between two pages would end the process.
  piscina.on('error', onFault);
  return piscina;
}

/** The folder for compiled code, if this process has one: Node's own choice is a folder that all programs share. */
function compileCache(): string[] {
  const folder = getCompileCacheDir();
  // Node adds a folder for its version.
  return folder === undefined ? [] : [dirname(folder)];
}

/** The parameter of a task of the thread. */
type Job = { readonly bytes: Uint8Array<ArrayBuffer> } & Readonly<Record<string, unknown>>;

/** What could not be read within the limits. */
type Skipped = Extract<Content, { status: 'skipped' }>;

async function readOne<Result>(
  { piscina, turns, options, caller, task }: Threads,
  job: Job,
  signal: AbortSignal,
): Promise<Result | Skipped> {
  const excess = new AbortController();
  const maxMs = () => (turns.othersWait(caller) ? Math.min(options.busyMs, options.maxMs) : options.maxMs);
  const clock = startPageClock(
    {
      startMs: options.startMs,
      maxMs,
      cpuMsOf: (id) => cpuMsOf(piscina, id),
      maxOutsideBytes: options.maxOutsideMb * BYTES_PER_MB,
      outsideBytesOf: (id) => outsideBytesOf(piscina, id),
    },
    (limit) => excess.abort(limit === 'time' ? TOO_SLOW : TOO_LARGE),
  );
  try {
    return await piscina.run(
      { ...job, begun: clock.begun },
      { name: task, transferList: [job.bytes.buffer], signal: AbortSignal.any([signal, excess.signal]) },
    );
  } catch (error) {
    if (signal.aborted) throw abortReason(signal);
    if (excess.signal.aborted) {
      if (excess.signal.reason === TOO_SLOW && turns.othersWait(caller)) caller.isCrowdedOut = true;
      return { status: 'skipped', reason: String(excess.signal.reason) };
    }
    options.onFault(error);
    return { status: 'skipped', reason: FAILED };
  } finally {
    clock.stop();
  }
}

async function cpuMsOf(piscina: Piscina, threadId: number): Promise<number | null> {
  const usage = await askThread(piscina, threadId, (thread) => thread.cpuUsage());
  return usage === null ? null : (usage.user + usage.system) / 1_000;
}

async function outsideBytesOf(piscina: Piscina, threadId: number): Promise<number | null> {
  const heap = await askThread(piscina, threadId, (thread) => thread.getHeapStatistics());
  return heap?.external_memory ?? null;
}

/** What a thread says of itself; null if it has ended in the meantime. */
async function askThread<Told>(
  { threads }: Piscina,
  threadId: number,
  ask: (thread: Piscina['threads'][number]) => Promise<Told>,
): Promise<Told | null> {
  const thread = threads.find((each) => each.threadId === threadId);
  return thread === undefined ? null : ask(thread).catch(() => null);
}
