import type { HistoryEntry } from '../state/state.ts';

/** The maximum number of stored conversations; the oldest ones that are not pinned are removed. */
export const maxEntries = 200;

// The version of an entry. Entries of older versions are discarded, because the history is not an archive.
const VERSION = 1;
const STORE = 'entries';

/** The history of this browser. Every function rejects if the browser forbids its database. */
export type Entries = {
  /** Adds an entry or replaces the one with its `id`. */
  keep(entry: HistoryEntry): Promise<void>;
  /** All entries, newest first. */
  list(): Promise<HistoryEntry[]>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
};

/** Opens the database `name` on first use. */
export function createEntries(name = 'sayso'): Entries {
  let opened: Promise<IDBDatabase> | null = null;

  async function within<Value>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Value>,
  ): Promise<Value> {
    opened ??= open(name);
    const transaction = (await opened).transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    await finished(transaction);
    return request.result;
  }

  async function list(): Promise<HistoryEntry[]> {
    const all: HistoryEntry[] = await within('readonly', (store) => store.index('at').getAll());
    return all.reverse();
  }

  async function keep(entry: HistoryEntry): Promise<void> {
    await within('readwrite', (store) => store.put(entry));
    // Only the ids are read, because the entries may be long.
    const ids = await within('readonly', (store) => store.index('at').getAllKeys());
    if (ids.length <= maxEntries) return;
    const others = (await list()).filter(({ isPinned, collection }) => !isPinned && !collection);
    for (const { id } of others.slice(maxEntries - ids.length)) await remove(id);
  }

  async function remove(id: string): Promise<void> {
    await within('readwrite', (store) => store.delete(id));
  }

  async function clear(): Promise<void> {
    await within('readwrite', (store) => store.clear());
  }

  return { keep, list, remove, clear };
}

function open(name: string): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>();
  const request = indexedDB.open(name, VERSION);
  request.onupgradeneeded = () => {
    const { result } = request;
    if (result.objectStoreNames.contains(STORE)) result.deleteObjectStore(STORE);
    result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('at', 'at');
  };
  request.onsuccess = () => {
    // Closes the database when a tab with a newer version wants to change it, because that tab would
    // otherwise wait for this one.
    request.result.onversionchange = () => request.result.close();
    resolve(request.result);
  };
  request.onerror = () => reject(request.error);
  return promise;
}

function finished(transaction: IDBTransaction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  transaction.oncomplete = () => resolve();
  transaction.onabort = () => reject(transaction.error);
  return promise;
}
