import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileKind } from './read-file.ts';

/** Editors write a file in several steps. */
const SETTLE_MS = 300;
/** Where changes of a folder are not told, it is listed this often. */
const UNWATCHED_MS = 60_000;

type Changes = Disposable & {
  /** Whether something has changed since the last call. */
  take(): boolean;
  /** Resolves when something has changed and writing has settled. */
  next(signal: AbortSignal): Promise<unknown>;
};

/** Of what is no folder. */
export const NO_CHANGES: Changes = {
  take: () => false,
  next: () => new Promise(() => undefined),
  [Symbol.dispose]: () => undefined,
};

/** Whether a path is of a kind that is read, or may be a folder; an index may be in the folder that it indexes. */
function mayBeRead(path: string): boolean {
  return !basename(path).includes('.') || !('reason' in fileKind(path));
}

/** Which folder is at a path: one that takes the place of another, or comes back, has to be watched anew. */
function folderAt(path: string): string {
  try {
    const { dev, ino } = statSync(path);
    return `${dev} ${ino}`;
  } catch {
    return 'none';
  }
}

/** Tells when a folder changes, or is another one. A system that cannot tell is asked every minute. */
export function watchFolder(folder: string): Changes {
  let hasChanged = false;
  let watched = folderAt(folder);
  let wake = () => undefined as unknown;
  const note = () => {
    hasChanged = true;
    wake();
  };
  let watcher: FSWatcher | undefined;
  let poll: NodeJS.Timeout | undefined;
  const stop = () => {
    watcher?.close();
    clearInterval(poll);
  };
  const pollInstead = () => {
    stop();
    poll = setInterval(note, UNWATCHED_MS).unref();
  };
  const start = () => {
    stop();
    try {
      watcher = watch(folder, { recursive: true, persistent: false }, (_, name) => {
        if (name === null || mayBeRead(name)) note();
      }).on('error', pollInstead);
    } catch {
      pollInstead();
    }
  };
  start();
  return {
    take() {
      const now = folderAt(folder);
      if (now !== watched) {
        watched = now;
        hasChanged = true;
        start();
      }
      const had = hasChanged;
      hasChanged = false;
      return had;
    },
    async next(signal) {
      if (!hasChanged) await new Promise<unknown>((resolve) => (wake = () => resolve(undefined)));
      await setTimeout(SETTLE_MS, undefined, { signal });
    },
    [Symbol.dispose]: stop,
  };
}
