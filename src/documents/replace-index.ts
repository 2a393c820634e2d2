import { randomUUID } from 'node:crypto';
import { constants, copyFile, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { errorCode, Failure } from '../core/failure.ts';
import { createCollectionFile, isOverwritable, openCollectionCopy } from './collection-file.ts';

/** The result of writing an index, and its size. */
export type Replaced<T> = { readonly result: T; readonly bytes: number };

/** The functions that change an index. */
export type IndexChange<T> = {
  readonly file: string;
  /** Whether the old index can be changed instead of being written again; if absent, it cannot. */
  isReusable?(database: DatabaseSync): boolean;
  /** Changes the database in an open transaction. If it throws, the old index remains. */
  change(database: DatabaseSync): Promise<T>;
};

/**
 * Writes a new index and replaces the old one in one step: a running service sees either the old index or the
 * new one, never a part of it. The new index can be read only by those who could read the old one. If
 * anything fails, the old index stays in place and no other file is left behind.
 *
 * Throws a Failure `misconfigured` if `file` cannot be written or belongs to another program. Errors thrown
 * by `change` are passed on.
 */
export async function replaceIndex<T>({ file, isReusable, change }: IndexChange<T>): Promise<Replaced<T>> {
  const temporary = `${file}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    if (!isOverwritable(file)) throw new Failure('misconfigured', `${file} exists and is not a Sayso index.`);
    const copied = isReusable === undefined ? null : await copyOld(file, temporary, isReusable);
    if (copied === null) await createAs(file, temporary);
    const result = await changeIn(copied ?? createCollectionFile(temporary), copied !== null, change);
    return { result, bytes: await moveInPlace(temporary, file) };
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof Failure) throw error;
    throw unwritable(file, error);
  }
}

/** A copy of the old index for changes; null if there is none, or if it cannot be reused. */
async function copyOld(
  file: string,
  temporary: string,
  isReusable: (database: DatabaseSync) => boolean,
): Promise<DatabaseSync | null> {
  if ((await stat(file).catch(() => null)) === null) return null;
  await createAs(file, temporary);
  await copyFile(file, temporary, constants.COPYFILE_FICLONE);
  const database = openCollectionCopy(temporary);
  if (database !== null && isReusable(database)) return database;
  database?.close();
  await rm(temporary, { force: true });
  return null;
}

/** Creates an empty file with the permissions of the one it replaces: an index contains the texts. */
async function createAs(file: string, temporary: string): Promise<void> {
  const replaced = await stat(file).catch(() => null);
  await writeFile(temporary, '', { flag: 'wx', ...(replaced !== null && { mode: replaced.mode & 0o777 }) });
}

async function changeIn<T>(
  database: DatabaseSync,
  isCopy: boolean,
  change: (database: DatabaseSync) => Promise<T>,
): Promise<T> {
  try {
    const result = await change(database);
    // When a copy grows, SQLite merges its index; optimizing the whole index would take as long as writing a
    // new one.
    if (!isCopy) database.exec(`insert into words (words) values ('optimize')`);
    database.exec('commit');
    return result;
  } finally {
    database.close();
  }
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

function unwritable(file: string, error: unknown): Failure {
  return new Failure('misconfigured', `The index ${file} cannot be written: ${whyNot(error)}.`, {
    cause: error,
  });
}

function whyNot(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'its folder does not exist; create it first';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'this user may not write into its folder';
  const message = error instanceof Error ? error.message : 'unknown error';
  return isOutOfRoom(error) ? `${message} (check the free disk space and the maximum file size)` : message;
}

/** Result codes of SQLite for a full disk: SQLITE_FULL, or a kind of SQLITE_IOERR. */
const OUT_OF_ROOM: ReadonlySet<number> = new Set([13, 10]);

function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EFBIG')) return true;
  // The low byte is the kind of error; the other bytes are details.
  return 'errcode' in error && typeof error.errcode === 'number' && OUT_OF_ROOM.has(error.errcode & 0xff);
}
