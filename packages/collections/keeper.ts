import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { parseBase } from './document-address.ts';
import { refreshFeed } from './feed.ts';
import { refreshFolder } from './folder.ts';
import { updateCopy } from './git.ts';
import { HostBusy } from './host.ts';
import { refreshList } from './list.ts';
import type { ReadFile } from './read-file.ts';
import type { ReadPage } from './read-page.ts';
import { refreshSite } from './site.ts';
import type { CollectionSettings, SourceSettings } from './sources-file.ts';
import {
  CollectionProblem,
  type SourceCounts,
  type SourceState,
  type SourceStore,
  type Store,
} from './store.ts';
import type { Visitor } from './visitor.ts';
import { NO_CHANGES, watchFolder } from './watch-folder.ts';

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
/** How often other sources and instances are looked after. */
const LOOK_MS = 5_000;

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
  const web = { ...reading, language: source.language };
  if ('site' in source) return refreshSite(source, store, web, signal);
  if ('feed' in source) return refreshFeed(source, store, web, signal);
  if ('list' in source) return refreshList(source.list, store, web, signal);
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

type Keeping = { readonly store: Store; readonly reading: Reading; readonly onRefreshed: OnRefreshed };

/**
 * Keeps all sources fresh until it is closed: each when it is due, folders when they change. Several instances share the
 * work through the store.
 */
export function keepFresh(collections: readonly CollectionSettings[], keeping: Keeping): AsyncDisposable {
  const closing = new AbortController();
  const loops = collections.flatMap(({ name, sources }) =>
    sources.map((source) => keepOne({ collection: name, source }, keeping, closing.signal)),
  );
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.allSettled(loops);
    },
  };
}

async function keepOne(
  { collection, source }: { readonly collection: string; readonly source: SourceSettings },
  { store, reading, onRefreshed }: Keeping,
  signal: AbortSignal,
): Promise<void> {
  using changes = 'folder' in source ? watchFolder(source.folder) : NO_CHANGES;
  // What changed while nobody watched is not told.
  let hasChanged = 'folder' in source;
  while (!signal.aborted) {
    const startedMs = performance.now();
    const tell = (problem: string | null) =>
      onRefreshed({ collection, source: source.name, tookMs: performance.now() - startedMs, problem });
    try {
      const own = await store.source(collection, source.name);
      hasChanged = changes.take() || hasChanged;
      if (hasChanged || Date.now() >= (await own.state()).nextAtMs) {
        const { isTaken, problem } = await refresh(source, own, reading, signal);
        // The instance that has it may have listed the folder before the change, or die.
        hasChanged &&= isTaken;
        if (!isTaken) tell(problem);
      }
    } catch (error) {
      if (signal.aborted) return;
      tell(error instanceof Error ? error.message : 'unknown error');
    }
    await Promise.race([setTimeout(LOOK_MS, undefined, { signal }), changes.next(signal)]).catch(
      () => undefined,
    );
  }
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
