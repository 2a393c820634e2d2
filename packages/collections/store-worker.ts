import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { CollectionProblem } from './store.ts';
import type { StoreCall, StoreReply, StoreThreadData } from './store-threads.ts';

// A thread of store-threads.ts. It opens the store with its first call, and again with the next one if that has failed.

const { place, use, compileCache }: StoreThreadData = workerData;
if (compileCache !== undefined) enableCompileCache(compileCache);
// The import follows the line above, so that the compiled code is kept for the next thread.
const { openStore } = await import('./open-store.ts');

let opening: ReturnType<typeof openStore> | undefined;
const sources = new Map<string, object>();

parentPort?.on('message', async (call: StoreCall) => {
  parentPort?.postMessage(await answer(call));
});

async function answer({ id, owner, method, args }: StoreCall): Promise<StoreReply> {
  try {
    const called = await ownerOf(owner, method);
    if (method === 'open') return { id, result: undefined };
    return { id, result: await Reflect.apply(Reflect.get(called, method), called, args) };
  } catch (error) {
    const failure = error instanceof Error ? error.message : 'unknown error';
    return { id, failure, isProblem: error instanceof CollectionProblem };
  }
}

/** What has a method: the store, its vectors, or a source, which `open` opens anew. */
async function ownerOf(owner: StoreCall['owner'], method: string): Promise<object> {
  opening ??= openStore(place, use);
  const store = await opening.catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  if (method === 'keepOnly') sources.clear();
  if (owner === 'store') return store;
  if (owner === 'vectors') return store.vectors;
  const key = JSON.stringify(owner);
  const known = method === 'open' ? undefined : sources.get(key);
  const source = known ?? (await store.source(...owner));
  sources.set(key, source);
  return source;
}
