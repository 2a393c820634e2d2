import { randomUUID } from 'node:crypto';
import { constants, copyFile, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { isOverwritable, openForReading, openForWriting, unwritable } from './sqlite-file.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { CollectionProblem } from './store.ts';
import type { OpenStore } from './vectors.ts';

/**
 * Changes a copy of an index, or a new one, which then replaces the old one in one step: a running service sees either
 * of them, never a part, and a run that fails leaves the old one. The new index can be read only by those who could
 * read the old one.
 */
export async function replaceIndex<T>(
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
    if (error instanceof CollectionProblem && isOfSqlite(error.cause)) throw unwritable(file, error.cause);
    const isOfFiles = error instanceof Error && 'syscall' in error;
    throw isOfFiles || isOfSqlite(error) ? unwritable(file, error) : error;
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

function isOfSqlite(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error;
}
