import { randomUUID } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseBase } from './document-address.ts';
import { refreshFeed } from './feed.ts';
import { refreshFolder } from './folder.ts';
import { updateCopy } from './git.ts';
import { refreshList } from './list.ts';
import { fileKind, type ReadFile } from './read-file.ts';
import type { ReadPage } from './read-page.ts';
import { refreshSite } from './site.ts';
import { CollectionProblem, type CollectionSettings, type SourceSettings } from './sources-file.ts';
import type { SourceCounts, SourceState, SourceStore, Store } from './store.ts';
import { HostBusy, type Visitor } from './visitor.ts';

/** What sources are read with. */
export type Reading = {
  readonly visitor: Visitor;
  /** Reads pages of the web. */
  readonly readPage: ReadPage;
  /** Reads the operator's own files, with limits that ordinary documents do not reach. */
  readonly readFile: ReadFile;
  /** Where copies of repositories are kept. */
  readonly copies: string;
};

/** A source with its state, as `sayso sources status` shows it. */
export type SourceStatus = {
  readonly collection: string;
  readonly source: SourceSettings;
  readonly state: SourceState;
  readonly counts: SourceCounts;
};

/** Hears what happens to a source. */
export type OnRefreshed = (report: {
  readonly collection: string;
  readonly source: string;
  readonly tookMs: number;
  readonly problem: string | null;
}) => void;

/** Another instance takes over this long after one has died. */
const LEASE_MS = 20_000;
const RENEW_MS = 5_000;
/** The wait after a failure; it doubles with each further one, up to the interval of the source. */
const RETRY_MS = 60_000;
/** Editors write a file in several steps. */
const SETTLE_MS = 300;
/** How often other sources and instances are looked after. */
const LOOK_MS = 5_000;
/** Where changes of a folder are not told, it is listed this often. */
const UNWATCHED_MS = 60_000;

/**
 * Looks at one source now, unless another instance does (`isTaken`). What fails becomes `problem`, in words, and part
 * of its state, which says when it is due next. Rejects as `signal` does, or if the store fails.
 */
export async function refresh(
  source: SourceSettings,
  store: SourceStore,
  reading: Reading,
  signal: AbortSignal,
): Promise<{ readonly isTaken: boolean; readonly problem: string | null }> {
  const holder = randomUUID();
  if (!(await store.lease(holder, LEASE_MS))) return { isTaken: true, problem: null };
  const lost = new AbortController();
  const renewal = setInterval(async () => {
    const isHeld = await store.lease(holder, LEASE_MS).catch(() => false);
    if (!isHeld) lost.abort(new Error('another instance has taken it over'));
  }, RENEW_MS);
  try {
    const before = await store.state();
    const failure = await look(source, store, reading, AbortSignal.any([signal, lost.signal])).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    signal.throwIfAborted();
    // The instance that has taken it over writes its state.
    if (lost.signal.aborted) return { isTaken: true, problem: null };
    const state = failure === null ? succeeded(before, source) : failed(before, source, failure.error);
    await store.setState(state);
    return { isTaken: false, problem: state.problem };
  } finally {
    clearInterval(renewal);
    await store.release(holder).catch(() => undefined);
  }
}

function succeeded({ runs }: SourceState, { every }: SourceSettings): SourceState {
  const now = Date.now();
  return { runs: runs + 1, doneAtMs: now, nextAtMs: now + every, failures: 0, problem: null };
}

/** The next look waits as long as the host asked for, or longer with each failure. */
function failed(before: SourceState, { every }: SourceSettings, error: unknown): SourceState {
  const failures = before.failures + 1;
  const problem = error instanceof Error ? error.message : 'unknown error';
  const waitMs = Math.min(every, RETRY_MS * 2 ** Math.min(20, failures - 1));
  const nextAtMs = error instanceof HostBusy ? error.untilMs : Date.now() + waitMs;
  return { ...before, failures, problem, nextAtMs };
}

async function look(
  source: SourceSettings,
  store: SourceStore,
  reading: Reading,
  signal: AbortSignal,
): Promise<void> {
  const { readFile } = reading;
  const base = 'base_url' in source && source.base_url !== undefined ? parseBase(source.base_url).href : null;
  if ('site' in source) return refreshSite(source, store, reading, signal);
  if ('feed' in source) return refreshFeed(source, store, reading, signal);
  if ('list' in source) return refreshList(source.list, store, reading, signal);
  const isRepository = 'git' in source;
  const folder = isRepository ? await updateCopy(source, reading.copies, signal) : source.folder;
  const paths = isRepository ? source.paths : undefined;
  const { unread } = await refreshFolder(folder, store, { base, readFile, paths }, signal);
  const [first] = unread;
  if (first !== undefined)
    throw new CollectionProblem(
      `${unread.length > 1 ? `${unread.length} folders, such as ` : ''}${first.path}: ${first.reason}; what is known of it stays`,
    );
  await store.sweep();
}

/**
 * Keeps all sources fresh until it is closed: each when it is due, folders when they change. Several instances share the
 * work through the store.
 */
export function keepFresh(
  collections: readonly CollectionSettings[],
  {
    store,
    reading,
    onRefreshed,
  }: { readonly store: Store; readonly reading: Reading; readonly onRefreshed: OnRefreshed },
): AsyncDisposable {
  const closing = new AbortController();
  const { signal } = closing;
  const all = collections.flatMap(({ name: collection, sources }) =>
    sources.map((source) => ({ collection, source })),
  );
  const loops = all.map(({ collection, source }) =>
    keepOne(
      source,
      { open: () => store.source(collection, source.name), collection, reading, onRefreshed },
      signal,
    ),
  );
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.allSettled(loops);
    },
  };
}

async function keepOne(
  source: SourceSettings,
  {
    open,
    collection,
    reading,
    onRefreshed,
  }: { open(): Promise<SourceStore>; collection: string; reading: Reading; onRefreshed: OnRefreshed },
  signal: AbortSignal,
): Promise<void> {
  using changes = 'folder' in source ? watchFolder(source.folder) : NO_CHANGES;
  // What changed while nobody watched is not told.
  let hasChanged = 'folder' in source;
  while (!signal.aborted) {
    try {
      const store = await open();
      hasChanged = changes.take() || hasChanged;
      const { nextAtMs } = await store.state();
      const isDue = hasChanged || Date.now() >= nextAtMs;
      if (isDue) {
        const startedMs = performance.now();
        const { isTaken, problem } = await refresh(source, store, reading, signal);
        // The instance that has it may have listed the folder before the change, or die.
        hasChanged &&= isTaken;
        if (!isTaken)
          onRefreshed({ collection, source: source.name, tookMs: performance.now() - startedMs, problem });
      }
    } catch (error) {
      if (signal.aborted) return;
      onRefreshed({
        collection,
        source: source.name,
        tookMs: 0,
        problem: error instanceof Error ? error.message : 'unknown error',
      });
    }
    await Promise.race([setTimeout(LOOK_MS, undefined, { signal }), changes.next(signal)]).catch(
      () => undefined,
    );
  }
}

type Changes = Disposable & {
  /** Whether something has changed since the last call. */
  take(): boolean;
  /** Resolves when something has changed and writing has settled. */
  next(signal: AbortSignal): Promise<unknown>;
};

const NO_CHANGES: Changes = {
  take: () => false,
  next: () => new Promise(() => undefined),
  [Symbol.dispose]: () => undefined,
};

/** Whether a path is of a kind that is read, or may be a folder; an index may be in the folder that it indexes. */
function mayBeRead(path: string): boolean {
  return !basename(path).includes('.') || !('reason' in fileKind(path));
}

/** Tells when a folder changes. A system that cannot tell is asked every minute. */
function watchFolder(folder: string): Changes {
  let hasChanged = false;
  let wake = () => undefined as unknown;
  const note = () => {
    hasChanged = true;
    wake();
  };
  let watcher: FSWatcher | undefined;
  let poll: NodeJS.Timeout | undefined;
  const pollInstead = () => {
    watcher?.close();
    poll ??= setInterval(note, UNWATCHED_MS).unref();
  };
  try {
    watcher = watch(folder, { recursive: true, persistent: false }, (_, name) => {
      if (name === null || mayBeRead(name)) note();
    }).on('error', pollInstead);
  } catch {
    pollInstead();
  }
  return {
    take() {
      const had = hasChanged;
      hasChanged = false;
      return had;
    },
    async next(signal) {
      if (!hasChanged) await new Promise<unknown>((resolve) => (wake = () => resolve(undefined)));
      await setTimeout(SETTLE_MS, undefined, { signal });
    },
    [Symbol.dispose]() {
      watcher?.close();
      clearInterval(poll);
    },
  };
}

/** The state of all sources. */
export async function statusOf(
  collections: readonly CollectionSettings[],
  store: Store,
): Promise<readonly SourceStatus[]> {
  return await Promise.all(
    collections.flatMap(({ name: collection, sources }) =>
      sources.map(async (source) => {
        const own = await store.source(collection, source.name);
        return { collection, source, state: await own.state(), counts: await own.counts() };
      }),
    ),
  );
}

/** The folder of the copies of repositories beside an index. */
export function copiesBeside(file: string): string {
  return `${file}.copies`;
}
