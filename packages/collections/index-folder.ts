import { randomUUID } from 'node:crypto';
import { constants, copyFile, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseBase } from './document-address.ts';
import { type EmbeddingOrder, type EmbeddingReport, embedParts } from './embed-parts.ts';
import { refreshFolder } from './folder.ts';
import { createReadFile } from './read-file.ts';
import type { ReadPage } from './read-page.ts';
import { CollectionProblem } from './sources-file.ts';
import { isOverwritable, openForReading, openForWriting, unwritable } from './sqlite-file.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { NewDocument, Refusal } from './store.ts';
import type { OpenStore } from './vectors.ts';

/** A folder and the options for indexing it. */
export type FolderOrder = {
  readonly folder: string;
  readonly file: string;
  /** The base URL for documents without a complete URL; without it, the service shows them itself. */
  readonly baseUrl?: string;
  /** Whether to read all files again, including unchanged ones. */
  readonly rebuild?: boolean;
  /** Called before each file with the number of files so far, the total, and the file's path. */
  readonly onProgress?: (done: number, total: number, path: string) => void;
  /** The embedding of texts; without it, new texts get no vectors, and existing vectors are kept. */
  readonly embedding?: Omit<EmbeddingOrder, 'collections'> | null;
};

/** The result of indexing a folder. */
type FolderReport = {
  readonly indexed: number;
  /** The number of new or changed files that were read. */
  readonly read: number;
  /** Unchanged files that are in the index and were not read again. */
  readonly unchanged: number;
  /** Documents that were removed because their files were deleted. */
  readonly removed: number;
  /** All skipped files, with the reasons. */
  readonly refused: readonly Refusal[];
  /** For the owner of a document: the text that was left out of its file. */
  readonly remarks: readonly { readonly path: string; readonly remark: string }[];
  readonly vectors: EmbeddingReport | null;
};

/**
 * Creates or updates the index of a folder, for `sayso index FOLDER --to FILE`. Files that have not changed since the
 * last run are not read again, and documents of deleted files are removed. The index can be searched meanwhile, and a
 * run that is interrupted leaves it whole.
 * @throws CollectionProblem if the folder is missing or contains nothing to index, if `baseUrl` is not an http(s) URL,
 * or if `file` cannot be written; rejects as the signal does
 */
export async function indexFolder(
  order: FolderOrder,
  readPage: ReadPage,
  signal: AbortSignal,
): Promise<FolderReport & { readonly bytes: number }> {
  const { folder, file, baseUrl, rebuild = false, onProgress, embedding = null } = order;
  const base = baseUrl === undefined ? null : parseBase(baseUrl);
  return await changeIndex(file, { rebuild }, async (store) => {
    await store.keepOnly([{ collection: DOCUMENTS, name: resolve(folder) }]);
    const source = await store.source(DOCUMENTS, resolve(folder));
    const { skipped, read, unchanged, removed } = await refreshFolder(
      folder,
      source,
      { base: base?.href ?? null, readFile: createReadFile(readPage), onProgress },
      signal,
    );
    await source.sweep();
    const { documents: indexed } = await source.counts();
    const unread = (await source.refusals(MAX_LISTED)).map(({ key, reason }) => ({ path: key, reason }));
    const isOwn = ({ path }: Refusal) => resolve(folder, path).startsWith(`${resolve(file)}.`);
    const told = new Set(unread.map(({ path }) => path));
    const others = skipped.filter((each) => !told.has(each.path) && !isOwn(each));
    const refused = [...others, ...unread].sort((one, other) => (one.path < other.path ? -1 : 1));
    if (indexed === 0) throw nothingToIndex(refused);
    const tell = (done: number, total: number) => onProgress?.(done, total, 'embedding texts');
    const toEmbed = embedding && { ...embedding, collections: [DOCUMENTS] };
    const vectors = toEmbed && (await embedParts(store.vectors, toEmbed, tell, signal));
    const remarks = await source.remarks(MAX_LISTED);
    return { indexed, read, unchanged, removed, refused, remarks, vectors };
  });
}

/** The one collection of an index that a command writes. */
const DOCUMENTS = 'documents';
const MAX_LISTED = 1_000_000;

type Documents = AsyncIterable<NewDocument> | Iterable<NewDocument>;

/**
 * Writes documents in memory into a new index.
 * @throws CollectionProblem as `indexFolder`; rejects as the signal does
 */
export async function indexDocuments(
  { documents, file }: { readonly documents: Documents; readonly file: string },
  signal: AbortSignal,
): Promise<{ readonly indexed: number; readonly bytes: number; readonly refused: readonly Refusal[] }> {
  return await changeIndex(file, { rebuild: true }, async (store) => {
    const source = await store.source(DOCUMENTS, 'given');
    for await (const document of documents) {
      signal.throwIfAborted();
      await source.write([{ key: document.path, mark: '', hash: '', is: 'document', document }]);
    }
    signal.throwIfAborted();
    const { documents: indexed } = await source.counts();
    const refused = (await source.refusals(MAX_LISTED)).map(({ key, reason }) => ({ path: key, reason }));
    if (indexed === 0) throw nothingToIndex(refused);
    return { indexed, refused };
  });
}

/**
 * Changes a copy of an index, or a new one, which then replaces the old one in one step: a running service sees either
 * of them, never a part, and a run that fails leaves the old one. The new index can be read only by those who could
 * read the old one.
 */
async function changeIndex<T>(
  file: string,
  { rebuild }: { readonly rebuild: boolean },
  change: (store: OpenStore) => Promise<T>,
): Promise<T & { readonly bytes: number }> {
  const temporary = `${file}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    if (!isOverwritable(file)) throw new CollectionProblem(`${file} exists and is not a Sayso index.`);
    await createAs(file, temporary);
    const isCopy = !rebuild && (await copyIfWhole(file, temporary));
    const database = openForWriting(temporary, 'once');
    const store = openSqliteStore(database);
    let result: T;
    try {
      result = await change(store);
      // When a copy grows, SQLite merges its index; optimizing the whole index would take as long as writing a new one.
      if (!isCopy) database.exec(`insert into words (words) values ('optimize')`);
    } finally {
      await store.close();
    }
    return { ...result, bytes: await moveInPlace(temporary, file) };
  } catch (error) {
    await rm(temporary, { force: true });
    // The store names the copy; who runs the command knows only the index.
    const isOfStore = error instanceof CollectionProblem && isOfSqlite(error.cause);
    const cause = isOfStore ? error.cause : error;
    if (cause instanceof CollectionProblem || !isOfDisk(cause)) throw error;
    throw unwritable(file, cause);
  }
}

/** Creates an empty file with the permissions of the one it replaces: an index contains the texts. */
async function createAs(file: string, temporary: string): Promise<void> {
  const replaced = await stat(file).catch(() => null);
  await writeFile(temporary, '', { flag: 'wx', ...(replaced !== null && { mode: replaced.mode & 0o777 }) });
}

/** Copies the old index if there is one that this version can change; a damaged one is written again. */
async function copyIfWhole(file: string, temporary: string): Promise<boolean> {
  try {
    openForReading(file).close();
  } catch {
    return false;
  }
  await copyFile(file, temporary, constants.COPYFILE_FICLONE);
  return true;
}

/** Puts the new index in the place of the old one, and returns its size in bytes. */
async function moveInPlace(temporary: string, file: string): Promise<number> {
  const handle = await open(temporary, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  const { size } = await stat(temporary);
  await rename(temporary, file);
  return size;
}

function isOfDisk(error: unknown): boolean {
  return isOfSqlite(error) || (error instanceof Error && 'syscall' in error);
}

function isOfSqlite(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error;
}

/** The failure of an index without documents, with the first reason. */
function nothingToIndex([first]: readonly Refusal[]): CollectionProblem {
  const why =
    first === undefined
      ? 'no document was found.'
      : `none of the documents can be used. ${first.path}: ${first.reason}.`;
  return new CollectionProblem(`There is nothing to index: ${why}`);
}
