import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { abortReason } from '../../core/deadline.ts';
import { Failure } from '../../core/failure.ts';
import { parseWebUrl } from '../../core/url.ts';
import type { Refusal } from './collection-document.ts';
import { nothingToIndex } from './collection-index.ts';
import { createKnownFiles } from './known-files.ts';
import { type ListedFile, listFolder } from './list-folder.ts';
import type { ReadContent } from './read-content-document.ts';
import { replaceIndex } from './replace-index.ts';
import { type FolderReport, updateFiles } from './update-files.ts';

/** Raise it whenever files are read differently: what older versions read is then read again. */
const READING_VERSION = 1;

/** A folder to index and how. */
export type FolderOrder = {
  readonly folder: string;
  /** The index. */
  readonly file: string;
  /** Stands in front of the path of a document that names no URL; without it the service shows such a document itself. */
  readonly baseUrl?: string;
  /** Read every file again, also those that have not changed. */
  readonly rebuild?: boolean;
  /** Called before each file is looked at: how many come before it, how many there are, and its path. */
  readonly onProgress?: (done: number, total: number, path: string) => void;
};

/**
 * Brings the index of a folder up to date, or makes it: what `sayso index FOLDER --to FILE` does. Files that have not changed since
 * the last run are not read again, and documents whose file has gone are removed. The old index stays until the new one is whole.
 *
 * Throws a Failure `misconfigured` in words when the folder is missing or holds nothing to index, when `baseUrl` is no http(s)
 * URL, or `file` cannot be written, and the signal's reason when it aborts.
 */
export async function indexFolder(
  order: FolderOrder,
  readContent: ReadContent,
  signal: AbortSignal,
): Promise<FolderReport & { readonly bytes: number }> {
  const { folder, file, baseUrl, rebuild = false } = order;
  const base = baseUrl === undefined ? null : parseBase(baseUrl);
  const found = await Array.fromAsync(listFolder(folder, signal));
  const listed = found.filter((each): each is ListedFile => !('reason' in each));
  const skipped = found.filter((each): each is Refusal => 'reason' in each);
  const settings = await originOf(folder, base);
  const change = async (database: DatabaseSync) => {
    const known = createKnownFiles(database);
    known.setOrigin(settings);
    const update = { database, known, listed, base, readContent, onProgress: order.onProgress };
    const report = await updateFiles(update, signal);
    if (signal.aborted) throw abortReason(signal);
    const refused = [...skipped, ...report.refused].sort((one, other) => (one.path < other.path ? -1 : 1));
    if (report.indexed === 0) throw nothingToIndex(refused);
    return { ...report, refused };
  };
  const isReusable = (database: DatabaseSync) => !rebuild && createKnownFiles(database).origin() === settings;
  const { result, bytes } = await replaceIndex({ file, isReusable, change });
  return { ...result, bytes };
}

/** What the documents depend on beside their files; the folder as a hash, for the index need not tell where it came from. */
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
