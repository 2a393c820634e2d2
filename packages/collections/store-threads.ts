import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { StoreUse } from './open-store.ts';
import type { SourceStore } from './store.ts';
import { CollectionProblem } from './store.ts';
import type { OpenStore, Vectors } from './vectors.ts';

// A search takes milliseconds of a processor, and writing a long document takes seconds. In threads of their own they
// keep nobody waiting, and their memory has a limit.

/** What a thread is told when it starts. */
export type StoreThreadData = {
  readonly place: string;
  readonly use: StoreUse;
  /** The folder for compiled code; none if this process has none. */
  readonly compileCache: string | undefined;
};

/** A call of a method of the store, its vectors, or one of its sources. */
export type StoreCall = {
  readonly id: number;
  readonly owner: 'store' | 'vectors' | readonly [collection: string, source: string];
  readonly method: string;
  readonly args: readonly unknown[];
};

/** What it returned, or why it failed; `isProblem` for a CollectionProblem. */
export type StoreReply = { readonly id: number } & (
  | { readonly result: unknown }
  | { readonly failure: string; readonly isProblem: boolean }
);

/** A thread has died before it answered; the next call starts it again. */
export class ThreadEnded extends CollectionProblem {}

type Call = (call: Omit<StoreCall, 'id'>) => Promise<unknown>;

/** The room for new objects. V8 would let it grow to 32 MB, three times, before it collects any. */
const YOUNG_MB = 8;
/** What changes nothing; it does not wait for what is written. */
const READING: ReadonlySet<string> = new Set(['search', 'find', 'parts', 'sampleWord', 'maker', 'nearest']);

/**
 * A store in up to two threads, which start with the first calls that need them: one searches; the other writes, and
 * searches while nothing is written and the first is busy. A thread that dies fails its calls, in words, and the next
 * call starts it again; so does a store that cannot be opened.
 */
export function openStoreThreads(place: string, use: StoreUse): OpenStore {
  const [searching, writing] = [createThread(place, use), createThread(place, use)];
  let changes = 0;
  const change: Call = async (call) => {
    changes++;
    try {
      return await writing.call(call);
    } finally {
      changes--;
    }
  };
  const read: Call = (call) => {
    // Vectors are in the memory of one thread only.
    const mayShare = call.owner === 'store' && changes === 0;
    return (mayShare && writing.waiting() < searching.waiting() ? writing : searching).call(call);
  };
  const ask: Call = (call) => (READING.has(call.method) ? read : change)(call);
  return remote<OpenStore>('store', ask, {
    vectors: remote<Vectors>('vectors', ask),
    async source(...owner) {
      await change({ owner, method: 'open', args: [] });
      return remote<SourceStore>(owner, change);
    },
    async close() {
      await Promise.all([searching.close(), writing.close()]);
    },
  });
}

/** An object whose methods are called in a thread, but for those that are given. */
function remote<Methods extends object>(
  owner: StoreCall['owner'],
  call: Call,
  own: Partial<Methods> = {},
): Methods {
  const methodOf = (_: object, method: string | symbol) => {
    if (Object.hasOwn(own, method)) return Reflect.get(own, method);
    // Whoever awaits the object asks whether it is a promise.
    if (method === 'then' || typeof method === 'symbol') return undefined;
    return (...args: readonly unknown[]) => call({ owner, method, args });
  };
  return new Proxy(own, { get: methodOf }) as Methods;
}

/** A thread that is started when it is called. */
function createThread(place: string, use: StoreUse) {
  const calls = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let isClosed = false;
  let last = 0;

  /** A thread that owes no answer does not keep the process alive. */
  const take = (id: number) => {
    const call = calls.get(id);
    calls.delete(id);
    if (calls.size === 0) worker?.unref();
    return call;
  };
  const settle = (reply: StoreReply) => {
    const call = take(reply.id);
    if ('result' in reply) call?.resolve(reply.result);
    else call?.reject(reply.isProblem ? new CollectionProblem(reply.failure) : new Error(reply.failure));
  };
  const end = (ended: Worker, why: string) => {
    if (worker !== ended) return;
    worker = undefined;
    const error = new ThreadEnded(
      `the thread of the index has ended: ${why}; the next question starts it again`,
    );
    for (const id of [...calls.keys()]) take(id)?.reject(error);
  };
  const start = () => {
    const cache = getCompileCacheDir();
    // Node adds a folder for its version.
    const compileCache = cache === undefined ? undefined : dirname(cache);
    const started = new Worker(new URL('./store-worker.ts', import.meta.url), {
      name: 'index',
      workerData: { place, use, compileCache } satisfies StoreThreadData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    started.on('message', settle);
    started.on('error', (error) => end(started, error instanceof Error ? error.message : 'unknown error'));
    started.on('exit', (status) => end(started, `exit status ${status}`));
    return started;
  };
  const call: Call = async (asked) => {
    if (isClosed) throw new CollectionProblem('the index is closed');
    worker ??= start();
    const id = ++last;
    worker.postMessage({ id, ...asked } satisfies StoreCall);
    worker.ref();
    const settled = Promise.withResolvers<unknown>();
    calls.set(id, settled);
    return await settled.promise;
  };
  return {
    call,
    /** How many calls are not answered yet; a thread that does not run is a little busier than one that is idle. */
    waiting: () => (worker === undefined ? 0.5 : calls.size),
    async close() {
      const closing = worker && call({ owner: 'store', method: 'close', args: [] }).catch(() => undefined);
      isClosed = true;
      await closing;
      await worker?.terminate();
    },
  };
}
