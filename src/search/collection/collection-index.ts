import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { abortReason } from '../../core/deadline.ts';
import { errorCode } from '../../core/error-code.ts';
import { Failure } from '../../core/failure.ts';
import { collapse } from '../../core/text.ts';
import { createCollectionFile, isOverwritable, PARTS_PER_DOCUMENT } from './collection-file.ts';
import { toIndexedText } from './collection-words.ts';
import { toParts } from './text-parts.ts';

/** One text of a collection. `url` is an http(s) address, `title` and `text` are plain text. */
export type CollectionDocument = { readonly url: string; readonly title: string; readonly text: string };

/** Something that should have become a document and did not; `path` is its file or, for lack of one, its URL. */
export type Refusal = { readonly path: string; readonly reason: string };

/** What indexing came to; `bytes` is the size of the index. */
export type IndexReport = {
  readonly indexed: number;
  readonly refused: readonly Refusal[];
  readonly bytes: number;
};

/** Documents and refusals, from a folder or from memory. */
export type Documents = AsyncIterable<CollectionDocument | Refusal> | Iterable<CollectionDocument | Refusal>;

/** Short enough to be read whole for every hit, long enough to hold what belongs together. */
const PART_CHARS = 4_000;

/**
 * Writes documents into a new index and puts it in the place of an old one in one step: a running service sees the old
 * one or the new one, never half of one. Who may read the old one may read the new one, nobody else. When anything goes wrong the old one stays and nothing else is left behind.
 * Of two documents with the same URL the first is kept and the second reported as refused.
 *
 * Throws a Failure `misconfigured` when there is nothing to index, when `file` cannot be written or is a file of another
 * program, and the signal's reason when it aborts.
 */
export async function indexCollection(
  { documents, file }: { readonly documents: Documents; readonly file: string },
  signal: AbortSignal,
): Promise<IndexReport> {
  const temporary = `${file}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    if (!isOverwritable(file)) throw new Failure('misconfigured', `${file} exists and is not a Sayso index.`);
    await createAs(file, temporary);
    const { indexed, refused } = await write(documents, temporary, signal);
    if (indexed === 0) throw new Failure('misconfigured', nothingToIndex(refused));
    const bytes = await moveInPlace(temporary, file);
    return { indexed, refused, bytes };
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof Failure) throw error;
    throw unwritable(file, error);
  }
}

/** Makes an empty file that as few may read as the one whose place it takes: an index holds the texts themselves. */
async function createAs(file: string, temporary: string): Promise<void> {
  const before = await stat(file).catch(() => null);
  await writeFile(temporary, '', { flag: 'wx', ...(before !== null && { mode: before.mode & 0o777 }) });
}

async function write(documents: Documents, file: string, signal: AbortSignal) {
  const database = createCollectionFile(file);
  const refused: Refusal[] = [];
  let indexed = 0;
  try {
    const add = createAdder(database);
    for await (const item of documents) {
      if (signal.aborted) throw abortReason(signal);
      const refusal = 'reason' in item ? item : add(item);
      if (refusal === null) indexed++;
      else refused.push(refusal);
    }
    if (signal.aborted) throw abortReason(signal);
    database.exec(`insert into words (words) values ('optimize'); commit`);
  } finally {
    database.close();
  }
  return { indexed, refused };
}

/** Adds one document at a time; returns why it was refused, or null. */
function createAdder(database: DatabaseSync): (document: CollectionDocument) => Refusal | null {
  const addDocument = database.prepare(
    'insert or ignore into documents (url, title, parts) values (?, ?, ?)',
  );
  const addPart = database.prepare('insert into parts (id, text) values (?, ?)');
  const addWords = database.prepare('insert into words (rowid, title, text) values (?, ?, ?)');
  return (document) => {
    const title = collapse(storable(document.title));
    const text = storable(document.text).trim();
    if (text === '') return { path: document.url, reason: 'it holds no text' };
    const parts = toParts(text, PART_CHARS);
    const added = addDocument.run(document.url, title, parts.length);
    if (added.changes === 0)
      return { path: document.url, reason: 'an earlier document has the same address' };
    const titleWords = toIndexedText(title);
    for (const [position, part] of parts.entries()) {
      const id = Number(added.lastInsertRowid) * PARTS_PER_DOCUMENT + position;
      addPart.run(id, part);
      addWords.run(id, titleWords, toIndexedText(part));
    }
    return null;
  };
}

/** Without NUL, at which C strings end, and without lone surrogates, which UTF-8 cannot hold. */
function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed();
}

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

function nothingToIndex(refused: readonly Refusal[]): string {
  const [first] = refused;
  if (first === undefined) return 'There is nothing to index: no document was found.';
  return `There is nothing to index: nothing of what was found can be taken. ${first.path}: ${first.reason}.`;
}

function unwritable(file: string, error: unknown): Failure {
  return new Failure('misconfigured', `The index ${file} cannot be written: ${whyNot(error)}.`, {
    cause: error,
  });
}

function whyNot(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'its folder does not exist; make it first';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'this user may not write into its folder';
  const message = error instanceof Error ? error.message : 'unknown error';
  return isOutOfRoom(error) ? `${message} (is there room on the disk, and may a file be as large?)` : message;
}

/** Result codes of SQLite that a write ends with where there is no room: SQLITE_FULL, or SQLITE_IOERR of some kind. */
const OUT_OF_ROOM: ReadonlySet<number> = new Set([13, 10]);

function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EFBIG')) return true;
  // The low byte is the kind, the rest its detail.
  return 'errcode' in error && typeof error.errcode === 'number' && OUT_OF_ROOM.has(error.errcode & 0xff);
}
