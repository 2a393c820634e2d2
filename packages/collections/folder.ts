import { createHash } from 'node:crypto';
import { constants, type Dirent, type Stats } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fileKind, isDocumentName, type ReadFile } from './read-file.ts';
import { CollectionProblem } from './sources-file.ts';
import { allItems, type Item, type KnownItem, type Refusal, type SourceStore } from './store.ts';

/** Increase it whenever files are read in a new way: files that older versions read are then read again. */
const READING_VERSION = 4;
/** Unchanged files are noted in groups of this size; what was read is written at once, so that a crash costs little. */
const FILES_AT_ONCE = 16;

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

/**
 * Looks at a folder: reads new and changed files and notes all that are there.
 * @param onProgress called before each file with the number of files so far, the total, and its path
 * @throws CollectionProblem if the folder is missing or cannot be read; rejects as the signal does
 */
export async function refreshFolder(
  folder: string,
  store: SourceStore,
  {
    onProgress,
    paths,
    ...reading
  }: FolderReading & {
    readonly onProgress?: OnProgress | undefined;
    /** Folders in it, or files; all of it if absent. */
    readonly paths?: readonly string[] | undefined;
  },
  signal: AbortSignal,
): Promise<FolderLook> {
  const isWanted = wantedBy(paths);
  const listed = await Array.fromAsync(listFolder(folder, signal));
  const unread = listed.filter((each) => 'isFolder' in each);
  const found = listed.filter(({ path }) => isWanted(path));
  const files = found.filter((each): each is ListedFile => !('reason' in each));
  const skipped = found.filter((each): each is Refusal => 'reason' in each);
  const refused = skipped
    .filter(({ path }) => isDocumentName(path))
    .map(({ path, reason }): Item => ({ key: path, mark: '', hash: '', is: 'refused', reason }));
  const kept = [...(unread.length === 0 ? [] : await itemsIn(unread, store)), ...refused];
  // Before others are read: a document may get the address of one that is gone.
  const removed = await store.retain(
    new Set([...files, ...kept].map((each) => ('path' in each ? each.path : each.key))),
  );
  await store.write(kept);
  const counts = { read: 0, unchanged: 0, removed };
  let group: Item[] = [];
  for (const [done, file] of files.entries()) {
    signal.throwIfAborted();
    onProgress?.(done, files.length, file.path);
    const known = await store.known(file.path);
    const item = await lookAt(file, known, reading, signal);
    if (item.is === 'document') counts.read++;
    else if (item.is === 'unchanged' && known?.refusal === null) counts.unchanged++;
    group.push(item);
    if (group.length < FILES_AT_ONCE && item.is === 'unchanged') continue;
    await store.write(group);
    group = [];
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

type OnProgress = (done: number, total: number, path: string) => void;

/** How files are read. */
type FolderReading = {
  /** The base URL for documents without a complete URL of their own; null if the service shows them. */
  readonly base: string | null;
  readonly readFile: ReadFile;
};

async function lookAt(
  file: ListedFile,
  known: KnownItem | null,
  { base, readFile }: FolderReading,
  signal: AbortSignal,
): Promise<Item> {
  const { path } = file;
  if (known?.mark === markOf(file, base)) return { ...known, is: 'unchanged' };
  const loaded = await load(file, signal);
  if ('reason' in loaded) return { key: path, mark: '', hash: '', is: 'refused', reason: loaded.reason };
  const { bytes, hash } = loaded;
  const state = { key: path, mark: markOf(loaded, base), hash };
  if (known?.hash === hash && isReadAlike(known.mark, state.mark)) return { ...state, is: 'unchanged' };
  const document = await readFile({ path, bytes, base }, signal);
  if ('reason' in document) return { ...state, is: 'refused', reason: document.reason };
  return { ...state, is: 'document', document, remark: document.remark };
}

const CHUNK_BYTES = 1_000_000;
/** A link or a pipe that has taken the place of a file is not opened, or not waited for. */
const NO_OTHER = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The bytes of a file as it is when it is opened, and their hash, piece by piece: other work goes on meanwhile. */
async function load({ location, path }: ListedFile, signal: AbortSignal) {
  try {
    await using handle = await open(location, NO_OTHER);
    const found = await handle.stat();
    if (!(await isInPlace({ location, path }, found))) return { reason: LEADS_OUT };
    const sized = sizedFile(path, found);
    if ('reason' in sized) return sized;
    const bytes = new Uint8Array(found.size);
    const hash = createHash('sha256');
    let end = 0;
    for (let read = 1; read > 0 && end < bytes.length; end += read) {
      signal.throwIfAborted();
      ({ bytesRead: read } = await handle.read(bytes, end, Math.min(CHUNK_BYTES, bytes.length - end)));
      hash.update(bytes.subarray(end, end + read));
    }
    return { ...sized, bytes: end < bytes.length ? bytes.slice(0, end) : bytes, hash: hash.digest('hex') };
  } catch (error) {
    signal.throwIfAborted();
    return { reason: whyUnread(path, codeOf(error)) };
  }
}

/** Whether a file that was opened is the one at its path: a folder above it may have become a link that leads elsewhere. */
async function isInPlace({ location, path }: Pick<ListedFile, 'location' | 'path'>, opened: Stats) {
  const root = resolve(location).slice(0, -path.length);
  const real = await realpath(location);
  const { dev, ino } = await stat(real);
  return real === join(await realpath(root), path) && dev === opened.dev && ino === opened.ino;
}

/** What tells that a file has changed, and then what tells that it would be read in another way. */
function markOf({ size, modifiedMs }: SizedFile, base: string | null): string {
  return `${size} ${modifiedMs}|${READING_VERSION} ${base ?? ''}`;
}

function isReadAlike(one: string, other: string): boolean {
  return one.slice(one.indexOf('|')) === other.slice(other.indexOf('|'));
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** By these, a file is seen to have changed. */
type SizedFile = { readonly size: number; readonly modifiedMs: number };

/** A file that may become a document. */
type ListedFile = SizedFile & {
  /** Its path on the disk. */
  readonly location: string;
  /** Its path relative to the folder, with slashes. */
  readonly path: string;
};

/** A folder that could not be listed. */
type UnreadFolder = Refusal & { readonly isFolder: true };

/**
 * The files of a folder and its subfolders, ordered by name. Skipped files are listed with the reason:
 * unsupported kinds, symbolic links (they can lead out of the folder), and files that are too large. A hidden
 * folder or `node_modules` counts as one skipped file.
 *
 * Throws a CollectionProblem if the folder cannot be read, and the signal's reason when it aborts.
 */
export async function* listFolder(
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<ListedFile | Refusal | UnreadFolder> {
  await insistOnFolder(folder);
  const waiting = [folder];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const subfolders: string[] = [];
    const entries = await readdir(current, { withFileTypes: true }).catch(codeOf);
    if (!Array.isArray(entries))
      yield { path: pathIn(folder, current), reason: `it cannot be read (${entries})`, isFolder: true };
    else
      for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
        signal.throwIfAborted();
        const location = join(current, entry.name);
        const path = pathIn(folder, location);
        const reason = whySkipped(entry);
        if (reason !== null) yield { path, reason };
        else if (entry.isDirectory()) subfolders.push(location);
        else yield await describe(location, path);
      }
    waiting.push(...subfolders.reverse());
  }
}

/** The path relative to the folder, with slashes. */
function pathIn(folder: string, location: string): string {
  return relative(folder, location).split(sep).join('/') || '.';
}

const IS_LINK = 'it is a symbolic link, which is not followed';
const LEADS_OUT = 'a folder above it became a symbolic link, which is not followed';
const NO_FILE = 'it is not a regular file';

function whySkipped(entry: Dirent): string | null {
  if (entry.isSymbolicLink()) return IS_LINK;
  if (entry.name.startsWith('.')) return 'it is hidden';
  if (entry.isDirectory()) return entry.name === 'node_modules' ? 'it contains installed packages' : null;
  return entry.isFile() ? null : NO_FILE;
}

async function describe(location: string, path: string): Promise<ListedFile | Refusal> {
  try {
    const sized = sizedFile(path, await stat(location));
    return 'reason' in sized ? { path, ...sized } : { location, path, ...sized };
  } catch (error) {
    return { path, reason: whyUnread(path, codeOf(error)) };
  }
}

/** The size and time of a file, or why it is not read. */
function sizedFile(path: string, found: Stats): SizedFile | { readonly reason: string } {
  const kind = fileKind(path);
  if ('reason' in kind) return kind;
  if (!found.isFile()) return { reason: NO_FILE };
  if (found.size > kind.maxBytes) return { reason: `it is larger than ${kind.maxBytes / 1_000_000} MB` };
  return { size: found.size, modifiedMs: found.mtimeMs };
}

/** Why a listed file cannot be read. Node replaces bytes of names that are not UTF-8: no such file. */
function whyUnread(path: string, code: string | undefined): string {
  if (code === 'ELOOP') return IS_LINK;
  return code === 'ENOENT' && path.includes('\ufffd')
    ? 'its name is not UTF-8'
    : `it cannot be read (${code})`;
}

async function insistOnFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    const code = codeOf(error);
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new CollectionProblem(`The folder ${folder} ${why}.`, { cause: error });
  });
  if (!found.isDirectory()) throw new CollectionProblem(`${folder} is not a folder.`);
}
