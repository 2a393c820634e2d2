import { randomUUID } from 'node:crypto';
import { allItems, CollectionProblem, type SourceStore, type Store } from './store.ts';

const ITEMS_AT_ONCE = 100;
/** Longer than a batch takes; it is renewed with each. */
const LEASE_MS = 60_000;

/**
 * Copies all sources of a store with their documents into another one; nothing is read anew. What is there already is
 * replaced, so that a move that was interrupted can be made again. A run that was interrupted begins anew, and vectors
 * are made again.
 * @throws CollectionProblem if a source is being read meanwhile
 */
export async function moveAll(
  from: Store,
  to: Store,
  signal: AbortSignal,
): Promise<{ readonly sources: number; readonly documents: number }> {
  const holder = randomUUID();
  const sources = await from.sources();
  let documents = 0;
  for (const { collection, name } of sources) {
    const pair = [await from.source(collection, name), await to.source(collection, name)] as const;
    const hold = async () => {
      const isHeld = await Promise.all(pair.map((source) => source.lease(holder, LEASE_MS)));
      if (!isHeld.every(Boolean))
        throw new CollectionProblem(
          `${collection}: ${name} is being read: stop the services that use it first.`,
        );
    };
    try {
      await hold();
      await moveSource(...pair, hold, signal);
      documents += (await pair[1].counts()).documents;
    } finally {
      for (const source of pair) await source.release(holder);
    }
  }
  return { sources: sources.length, documents };
}

async function moveSource(
  from: SourceStore,
  to: SourceStore,
  hold: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const all = await Array.fromAsync(allItems(from), ({ key, depth, document }) => ({
    key,
    depth,
    document: document ?? Infinity,
  }));
  // As they were written: documents that are equally good are found in this order.
  const items = all.sort((one, other) => one.document - other.document);
  for (let at = 0; at < items.length; at += ITEMS_AT_ONCE) {
    signal.throwIfAborted();
    await hold();
    const group = items.slice(at, at + ITEMS_AT_ONCE);
    await to.add(group);
    await to.write(await from.read(group.map(({ key }) => key)));
  }
  await to.retain(new Set(items.map(({ key }) => key)));
  await to.setState(await from.state());
}
