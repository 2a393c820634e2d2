import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { parseWebUrl } from '@sayso/text/url.ts';
import { abortReason } from '../core/deadline.ts';
import { errorCode, Failure } from '../core/failure.ts';
import type { Refusal } from './document.ts';
import { replaceIndex } from './index-file.ts';
import {
  type FileKind,
  type FolderReading,
  fileKind,
  type ReadContent,
  readFileDocument,
} from './read-file.ts';
import { type EmbeddingOrder, type EmbeddingReport, embedParts } from './vectors.ts';
import { createCollectionWriter, nothingToIndex } from './write-collection.ts';

/** Increase it whenever files are read in a new way: files that older versions read are then read again. */
const READING_VERSION = 2;

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
  readonly embedding?: EmbeddingOrder | null;
};

/** The result of indexing a folder. */
type FolderReport = {
  readonly indexed: number;
  /** The number of new or changed files that were read into the index. */
  readonly read: number;
  /** Unchanged files that are in the index and were not read again. */
  readonly unchanged: number;
  /** Documents that were removed because their files were deleted. */
  readonly removed: number;
  /** All skipped files, with the reasons. */
  readonly refused: readonly Refusal[];
  /** For the owner of a document: the text that was left out of its file. */
  readonly remarks: readonly { readonly path: string; readonly remark: string }[];
};

/**
 * Creates or updates the index of a folder, for `sayso index FOLDER --to FILE`. Files that have not changed
 * since the last run are not read again, and documents of deleted files are removed. The old index stays in
 * place until the new one is complete.
 *
 * Throws a Failure `misconfigured` if the folder is missing or contains nothing to index, if `baseUrl` is not
 * an http(s) URL, or if `file` cannot be written; throws the signal's reason when it aborts.
 */
export async function indexFolder(
  order: FolderOrder,
  readContent: ReadContent,
  signal: AbortSignal,
): Promise<FolderReport & { readonly bytes: number; readonly vectors: EmbeddingReport | null }> {
  const { folder, file, baseUrl, rebuild = false, onProgress, embedding = null } = order;
  const base = baseUrl === undefined ? null : parseBase(baseUrl);
  const found = await Array.fromAsync(listFolder(folder, signal));
  const listed = found.filter((each): each is ListedFile => !('reason' in each));
  const skipped = found.filter((each): each is Refusal => 'reason' in each);
  const settings = await originOf(folder, base);
  const change = async (database: DatabaseSync) => {
    database.exec('delete from origin');
    database.prepare('insert into origin values (?)').run(settings);
    const report = await updateFiles(database, listed, { base, readContent, onProgress }, signal);
    if (signal.aborted) throw abortReason(signal);
    const refused = [...skipped, ...report.refused].sort((one, other) => (one.path < other.path ? -1 : 1));
    if (report.indexed === 0) throw nothingToIndex(refused);
    const tell = (done: number, total: number) => onProgress?.(done, total, 'embedding texts');
    const vectors = embedding === null ? null : await embedParts(database, embedding, tell, signal);
    return { ...report, refused, vectors };
  };
  const isReusable = (database: DatabaseSync) =>
    !rebuild && database.prepare('select settings from origin').get()?.settings === settings;
  return await replaceIndex(file, change, isReusable);
}

/** What the documents depend on besides files. The path is hashed: the index does not reveal it. */
async function originOf(folder: string, base: URL | null): Promise<string> {
  const place = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex');
  return JSON.stringify({ version: READING_VERSION, folder: place, base: base?.href ?? null });
}

function parseBase(text: string): URL {
  const base = parseWebUrl(text);
  if (base === null || base.search !== '' || base.hash !== '') {
    throw new Failure('misconfigured', `The base URL "${text}" is not an http or https URL without ? and #.`);
  }
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}

/** The state of a file when it was last read, and the result. */
type KnownFile = {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** SHA-256 of its content. */
  readonly hash: Uint8Array;
  /** The id of its document; null if it was refused. */
  readonly document: number | null;
  /** Why it was refused; null if it was not. */
  readonly refusal: string | null;
  /** The text that was left out of its document; null if the file was read completely. */
  readonly remark: string | null;
};

/** Reads new and changed files and removes deleted ones. Throws the signal's reason when it aborts. */
async function updateFiles(
  database: DatabaseSync,
  listed: readonly ListedFile[],
  { onProgress, ...reading }: FolderReading & { readonly onProgress: FolderOrder['onProgress'] | undefined },
  signal: AbortSignal,
): Promise<FolderReport> {
  const writer = createCollectionWriter(database);
  const known = 'select path, bytes, modified_ms as modifiedMs, hash, document, refusal, remark from files';
  const findKnown = database.prepare(`${known} where path = ?`);
  const putKnown = database.prepare('insert or replace into files values (?, ?, ?, ?, ?, ?, ?)');
  const removeKnown = database.prepare('delete from files where path = ?');

  const keep = (file: KnownFile) => {
    const { path, bytes, modifiedMs, hash, document, refusal, remark } = file;
    putKnown.run(path, bytes, modifiedMs, hash, document, refusal, remark);
    return { ...file, isRead: true };
  };
  const forget = (before: KnownFile | undefined) => {
    if (before === undefined) return;
    removeKnown.run(before.path);
    if (before.document !== null) writer.remove(before.document);
  };
  /** Whether a file was read, why it was refused, and which text was left out. */
  const update = async ({ path, kind, location, bytes, modifiedMs }: ListedFile) => {
    const before = findKnown.get(path) as KnownFile | undefined;
    if (before?.bytes === bytes && before.modifiedMs === modifiedMs) return { ...before, isRead: false };
    const content = await readFile(location).catch((error: unknown) => errorCode(error) ?? 'unknown error');
    if (typeof content === 'string') {
      forget(before);
      return { isRead: true, refusal: whyUnread(path, content), remark: null };
    }
    const hash = createHash('sha256').update(content).digest();
    if (before !== undefined && hash.equals(before.hash))
      return { ...keep({ ...before, bytes, modifiedMs }), isRead: false };
    forget(before);
    const document = await readFileDocument({ path, kind, bytes: content }, reading, signal);
    const state = { path, bytes, modifiedMs, hash };
    if ('reason' in document)
      return keep({ ...state, document: null, refusal: document.reason, remark: null });
    const added = writer.add(document);
    // This file is not recorded, so that it is indexed as soon as the other document with the same address
    // is deleted.
    if ('reason' in added) return { isRead: true, refusal: added.reason, remark: null };
    return keep({ ...state, document: added.id, refusal: null, remark: document.remark ?? null });
  };

  const present = new Set(listed.map(({ path }) => path));
  const all = database.prepare(known).all() as KnownFile[];
  const gone = all.filter(({ path }) => !present.has(path));
  for (const each of gone) forget(each);
  const removed = gone.filter(({ document }) => document !== null).length;
  const counts = { read: 0, unchanged: 0 };
  const refused: Refusal[] = [];
  const remarks: { path: string; remark: string }[] = [];
  for (const [done, file] of listed.entries()) {
    if (signal.aborted) throw abortReason(signal);
    onProgress?.(done, listed.length, file.path);
    const { isRead, refusal, remark } = await update(file);
    if (refusal === null) counts[isRead ? 'read' : 'unchanged']++;
    else refused.push({ path: file.path, reason: refusal });
    if (remark !== null) remarks.push({ path: file.path, remark });
  }
  return { indexed: writer.count(), ...counts, removed, refused, remarks };
}

/** A file that may become a document. */
type ListedFile = {
  /** Its path on the disk. */
  readonly location: string;
  /** Its path relative to the folder, with slashes. */
  readonly path: string;
  readonly kind: FileKind;
  readonly bytes: number;
  readonly modifiedMs: number;
};

/**
 * The files of a folder and its subfolders, ordered by name. Skipped files are listed with the reason:
 * unsupported kinds, symbolic links (they can lead out of the folder), and files that are too large. A hidden
 * folder or `node_modules` counts as one skipped file.
 *
 * Throws a Failure `misconfigured` if the folder cannot be read, and the signal's reason when it aborts.
 */
export async function* listFolder(folder: string, signal: AbortSignal): AsyncGenerator<ListedFile | Refusal> {
  await insistOnFolder(folder);
  const waiting = [folder];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const subfolders: string[] = [];
    const entries = await readdir(current, { withFileTypes: true }).catch(errorCode);
    if (!Array.isArray(entries))
      yield { path: pathIn(folder, current), reason: `it cannot be read (${entries})` };
    else
      for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
        if (signal.aborted) throw abortReason(signal);
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

function whySkipped(entry: Dirent): string | null {
  if (entry.isSymbolicLink()) return 'it is a symbolic link, which is not followed';
  if (entry.name.startsWith('.')) return 'it is hidden';
  if (entry.isDirectory()) return entry.name === 'node_modules' ? 'it contains installed packages' : null;
  return entry.isFile() ? null : 'it is not a regular file';
}

async function describe(location: string, path: string): Promise<ListedFile | Refusal> {
  const kind = fileKind(path);
  if ('reason' in kind) return { path, reason: kind.reason };
  try {
    const { size, mtimeMs } = await stat(location);
    if (size > kind.maxBytes) return { path, reason: `it is larger than ${kind.maxBytes / 1_000_000} MB` };
    return { location, path, kind, bytes: size, modifiedMs: mtimeMs };
  } catch (error) {
    return { path, reason: whyUnread(path, errorCode(error)) };
  }
}

/** Why a listed file cannot be read. Node replaces bytes of names that are not UTF-8: no such file. */
function whyUnread(path: string, code: string | undefined): string {
  return code === 'ENOENT' && path.includes('\ufffd')
    ? 'its name is not UTF-8'
    : `it cannot be read (${code})`;
}

async function insistOnFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    const code = errorCode(error);
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new Failure('misconfigured', `The folder ${folder} ${why}.`, { cause: error });
  });
  if (!found.isDirectory()) throw new Failure('misconfigured', `${folder} is not a folder.`);
}
