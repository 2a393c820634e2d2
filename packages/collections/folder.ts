import { type ListedFile, listFolder, loadFile, type SizedFile } from './folder-files.ts';
import { isDocumentName, type ReadFile } from './read-file.ts';
import { allItems, type Item, type KnownItem, type Refusal, type SourceStore } from './store.ts';

/** Increase it whenever files are read in a new way: files that older versions read are then read again. */
const READING_VERSION = 4;
/** Files are written in groups: one at a time costs two to three times as much. A crash loses little. */
const FILES_AT_ONCE = 16;
const GROUP_MS = 500;

/** What a look at a folder brought. */
export type FolderLook = {
  /** New or changed files that were read. */
  readonly read: number;
  /** Unchanged files that are documents. */
  readonly unchanged: number;
  /** Documents whose files are gone. */
  readonly removed: number;
  /** Files and folders that were passed over, with the reasons. */
  readonly skipped: readonly Refusal[];
  /** The folders among them that could not be listed: what is known of them stays. */
  readonly unread: readonly Refusal[];
};

/** How a folder is read. */
type FolderReading = {
  /** The base URL for documents without a complete URL of their own; null if the service shows them. */
  readonly base: string | null;
  readonly readFile: ReadFile;
  /** Folders in it, or files; all of it if absent. */
  readonly paths?: readonly string[] | undefined;
  /** Called before each file with the number of files so far, the total, and its path. */
  readonly onProgress?: ((done: number, total: number, path: string) => void) | undefined;
};

/**
 * Looks at a folder: reads new and changed files and notes all that are there.
 * @throws CollectionProblem if the folder is missing or cannot be read; rejects as the signal does
 */
export async function refreshFolder(
  folder: string,
  store: SourceStore,
  { onProgress, paths, ...reading }: FolderReading,
  signal: AbortSignal,
): Promise<FolderLook> {
  const isWanted = wantedBy(paths);
  const listing = await listFolder(folder, signal);
  const { unread } = listing;
  const files = listing.files.filter(({ path }) => isWanted(path));
  const skipped = [...listing.skipped, ...unread].filter(({ path }) => isWanted(path));
  const refused = skipped
    .filter(({ path }) => isDocumentName(path))
    .map(({ path, reason }): Item => ({ key: path, mark: '', hash: '', is: 'refused', reason }));
  const kept = [...(unread.length === 0 ? [] : await itemsIn(unread, store)), ...refused];
  // Before others are read: a document may get the address of one that is gone.
  const removed = await store.retain(
    new Set([...files.map(({ path }) => path), ...kept.map(({ key }) => key)]),
  );
  await store.write(kept);
  const counts = { read: 0, unchanged: 0, removed };
  let group: Item[] = [];
  let writtenMs = performance.now();
  for (const [done, file] of files.entries()) {
    signal.throwIfAborted();
    onProgress?.(done, files.length, file.path);
    const known = await store.known(file.path);
    const item = await lookAt(file, known, reading, signal);
    if (item.is === 'document') counts.read++;
    else if (item.is === 'unchanged' && known?.refusal === null) counts.unchanged++;
    group.push(item);
    if (group.length < FILES_AT_ONCE && performance.now() - writtenMs < GROUP_MS) continue;
    await store.write(group);
    group = [];
    writtenMs = performance.now();
  }
  await store.write(group);
  return { ...counts, skipped, unread };
}

/** What is known of folders that cannot be listed now, such as those of a disk that is not there. */
async function itemsIn(folders: readonly Refusal[], store: SourceStore): Promise<readonly Item[]> {
  const kept: Item[] = [];
  for await (const { refusal, ...known } of allItems(store))
    if (folders.some(({ path }) => path === '.' || known.key.startsWith(`${path}/`)))
      kept.push(
        refusal === null ? { ...known, is: 'unchanged' } : { ...known, is: 'refused', reason: refusal },
      );
  return kept;
}

function wantedBy(paths: readonly string[] | undefined): (path: string) => boolean {
  if (paths === undefined) return () => true;
  const wanted = paths.map((path) => path.replace(/^\.?\/+|\/+$/g, ''));
  return (path) => wanted.some((each) => each === '' || path === each || path.startsWith(`${each}/`));
}

async function lookAt(
  file: ListedFile,
  known: KnownItem | null,
  { base, readFile }: Pick<FolderReading, 'base' | 'readFile'>,
  signal: AbortSignal,
): Promise<Item> {
  const { path } = file;
  if (known?.mark === markOf(file, base)) return { ...known, is: 'unchanged' };
  const loaded = await loadFile(file, signal);
  if ('reason' in loaded) return { key: path, mark: '', hash: '', is: 'refused', reason: loaded.reason };
  const { bytes, hash } = loaded;
  const state = { key: path, mark: markOf(loaded, base), hash };
  if (known?.hash === hash && isReadAlike(known.mark, state.mark)) return { ...state, is: 'unchanged' };
  const document = await readFile({ path, bytes, base }, signal);
  if ('reason' in document) return { ...state, is: 'refused', reason: document.reason };
  return { ...state, is: 'document', document, remark: document.remark };
}

/** What tells that a file has changed, and then what tells that it would be read in another way. */
function markOf({ size, modifiedMs }: SizedFile, base: string | null): string {
  return `${size} ${modifiedMs}|${READING_VERSION} ${base ?? ''}`;
}

function isReadAlike(one: string, other: string): boolean {
  return one.slice(one.indexOf('|')) === other.slice(other.indexOf('|'));
}
