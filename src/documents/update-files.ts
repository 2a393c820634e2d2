import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { abortReason } from '../core/deadline.ts';
import { errorCode } from '../core/failure.ts';
import type { Refusal } from './collection-document.ts';
import { type CollectionWriter, createCollectionWriter } from './collection-writer.ts';
import type { KnownFile, KnownFiles } from './known-files.ts';
import { type ListedFile, whyUnread } from './list-folder.ts';
import { type FolderReading, readFileDocument } from './read-file-document.ts';

/** A remark for the owner of a document on the text that was left out of its file. */
type Remark = { readonly path: string; readonly remark: string };

/** The result of indexing a folder. */
export type FolderReport = {
  readonly indexed: number;
  /** The number of new or changed files that were read into the index. */
  readonly read: number;
  /** Unchanged files that are in the index and were not read again. */
  readonly unchanged: number;
  /** Documents that were removed because their files were deleted. */
  readonly removed: number;
  /** All skipped files, with the reasons. */
  readonly refused: readonly Refusal[];
  /** The text that was left out of files that were read. */
  readonly remarks: readonly Remark[];
};

/** An open index and the files that it should contain. */
type FilesUpdate = FolderReading & {
  readonly database: DatabaseSync;
  readonly knownFiles: KnownFiles;
  readonly listed: readonly ListedFile[];
  readonly onProgress: ((done: number, total: number, path: string) => void) | undefined;
};

/** Reads new and changed files and removes deleted ones. Throws the signal's reason when it aborts. */
export async function updateFiles(update: FilesUpdate, signal: AbortSignal): Promise<FolderReport> {
  const { database, knownFiles, listed, onProgress } = update;
  const writer = createCollectionWriter(database);
  const removed = removeGone(knownFiles, writer, new Set(listed.map(({ path }) => path)));
  const counts = { read: 0, unchanged: 0 };
  const refused: Refusal[] = [];
  const remarks: Remark[] = [];
  for (const [done, file] of listed.entries()) {
    if (signal.aborted) throw abortReason(signal);
    onProgress?.(done, listed.length, file.path);
    const { isRead, reason, remark } = await updateFile(file, { update, writer }, signal);
    if (reason === null) counts[isRead ? 'read' : 'unchanged']++;
    else refused.push({ path: file.path, reason });
    if (remark !== null) remarks.push({ path: file.path, remark });
  }
  return { indexed: writer.count(), ...counts, removed, refused, remarks };
}

function removeGone(knownFiles: KnownFiles, writer: CollectionWriter, present: ReadonlySet<string>): number {
  const gone = knownFiles.all().filter(({ path }) => !present.has(path));
  for (const { path, document } of gone) {
    knownFiles.forget(path);
    if (document !== null) writer.remove(document);
  }
  return gone.filter(({ document }) => document !== null).length;
}

/** The result for one file: whether it was read, why it was refused, and which text was left out. */
type Update = { readonly isRead: boolean; readonly reason: string | null; readonly remark: string | null };

async function updateFile(
  file: ListedFile,
  { update, writer }: { readonly update: FilesUpdate; readonly writer: CollectionWriter },
  signal: AbortSignal,
): Promise<Update> {
  const { path, kind, location } = file;
  const before = update.knownFiles.find(path);
  if (before?.bytes === file.bytes && before.modifiedMs === file.modifiedMs) return toUnchanged(before);
  const content = await readFile(location).catch((error: unknown) => errorCode(error) ?? 'unknown error');
  if (typeof content === 'string') {
    forget(before, update.knownFiles, writer);
    return { isRead: true, reason: whyUnread(path, content), remark: null };
  }
  const hash = createHash('sha256').update(content).digest();
  const { bytes, modifiedMs } = file;
  if (before !== null && hash.equals(before.hash)) {
    update.knownFiles.keep({ ...before, bytes, modifiedMs });
    return toUnchanged(before);
  }
  forget(before, update.knownFiles, writer);
  const document = await readFileDocument({ path, kind, bytes: content }, update, signal);
  const state = { path, bytes, modifiedMs, hash };
  if ('reason' in document)
    return remember(update.knownFiles, { ...state, document: null, refusal: document.reason, remark: null });
  const added = writer.add(document);
  // This file is not recorded, so that it is indexed as soon as the other document with the same address is
  // deleted.
  if ('reason' in added) return { isRead: true, reason: added.reason, remark: null };
  const remark = document.remark ?? null;
  return remember(update.knownFiles, { ...state, document: added.id, refusal: null, remark });
}

function toUnchanged({ refusal, remark }: KnownFile): Update {
  return { isRead: false, reason: refusal, remark };
}

function remember(knownFiles: KnownFiles, file: KnownFile): Update {
  knownFiles.keep(file);
  return { isRead: true, reason: file.refusal, remark: file.remark };
}

function forget(before: KnownFile | null, knownFiles: KnownFiles, writer: CollectionWriter): void {
  if (before === null) return;
  knownFiles.forget(before.path);
  if (before.document !== null) writer.remove(before.document);
}
