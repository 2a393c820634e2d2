import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { abortReason } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import { parseWebUrl } from '../lib/text/url.ts';
import type { Refusal } from './collection-document.ts';
import { nothingToIndex } from './collection-index.ts';
import { type EmbeddingOrder, type EmbeddingReport, embedParts } from './embed-parts.ts';
import { createKnownFiles } from './known-files.ts';
import { type ListedFile, listFolder } from './list-folder.ts';
import type { ReadContent } from './read-content-file.ts';
import { replaceIndex } from './replace-index.ts';
import { type FolderReport, updateFiles } from './update-files.ts';

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
  readonly embedding?: Omit<EmbeddingOrder, 'onProgress'> | null;
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
  const { folder, file, baseUrl, rebuild = false } = order;
  const base = baseUrl === undefined ? null : parseBase(baseUrl);
  const found = await Array.fromAsync(listFolder(folder, signal));
  const listed = found.filter((each): each is ListedFile => !('reason' in each));
  const skipped = found.filter((each): each is Refusal => 'reason' in each);
  const settings = await originOf(folder, base);
  const change = async (database: DatabaseSync) => {
    const knownFiles = createKnownFiles(database);
    knownFiles.setOrigin(settings);
    const update = { database, knownFiles, listed, base, readContent, onProgress: order.onProgress };
    const report = await updateFiles(update, signal);
    if (signal.aborted) throw abortReason(signal);
    const refused = [...skipped, ...report.refused].sort((one, other) => (one.path < other.path ? -1 : 1));
    if (report.indexed === 0) throw nothingToIndex(refused);
    return { ...report, refused, vectors: await embedInto(database, order, signal) };
  };
  const isReusable = (database: DatabaseSync) => !rebuild && createKnownFiles(database).origin() === settings;
  const { result, bytes } = await replaceIndex({ file, isReusable, change });
  return { ...result, bytes };
}

async function embedInto(
  database: DatabaseSync,
  { embedding = null, onProgress }: FolderOrder,
  signal: AbortSignal,
): Promise<EmbeddingReport | null> {
  if (embedding === null) return null;
  const tell = (done: number, total: number) => onProgress?.(done, total, 'embedding texts');
  return await embedParts(database, { ...embedding, onProgress: tell }, signal);
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
