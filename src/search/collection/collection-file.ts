import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../../core/failure.ts';

/** "Says" in ASCII; SQLite keeps it in the header, so that files of other programs are told apart. */
const APPLICATION_ID = 0x53617973;
/** Raise it with every change of the tables or of the form in which words are indexed. */
const FORMAT_VERSION = 2;

/** A document's parts have its id times this as their ids, plus their position: no join is needed to group them. */
export const PARTS_PER_DOCUMENT = 65_536;

// A document has either an address of its own or a path at which the service shows it. `files` holds what the folder
// looked like, so that the next run reads only what has changed; `origin` what else the documents depend on.
// The words are kept apart from the text (`content=''`): they have another form, and the text is stored once.
// Porter's stemmer as well as the folding of accents run inside SQLite: right text first for 83.4 of 100 questions,
// 81.1 without it and 83.1 with core's own stem (1,359 questions).
const TABLES = `
  create table documents (
    id integer primary key, url text unique, path text unique, title text not null, parts integer not null,
    check ((url is null) <> (path is null))) strict;
  create table files (
    path text primary key, bytes integer not null, modified_ms real not null, hash blob not null,
    document integer, refusal text, remark text) strict, without rowid;
  create table origin (settings text not null) strict;
  create table parts (id integer primary key, text text not null) strict;
  create virtual table words using fts5 (title, text, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2');
  pragma application_id = ${APPLICATION_ID};
  pragma user_version = ${FORMAT_VERSION};
`;

/**
 * A new, empty collection in a file that does not exist yet, inside an open transaction. Without journal and syncing, for
 * whoever writes it throws the file away when anything goes wrong.
 */
export function createCollectionFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(
    'pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; begin',
  );
  database.exec(TABLES);
  return database;
}

/**
 * A copy of a collection opened for changes, inside an open transaction, as unprotected as a new one. Null when the file is
 * no collection of this version and has to be written anew.
 */
export function openCollectionCopy(file: string): DatabaseSync | null {
  let database: DatabaseSync | undefined;
  try {
    openCollectionFile(file).close();
    database = new DatabaseSync(file);
    database.exec(
      'pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; begin',
    );
    return database;
  } catch {
    if (database?.isOpen) database.close();
    return null;
  }
}

/**
 * A collection opened for reading. Throws a Failure `misconfigured` that names the remedy when the file is missing, no
 * collection, damaged, or written by another version.
 */
export function openCollectionFile(file: string): DatabaseSync {
  if (!existsSync(file)) throw misfit(`There is no index at ${file}.`, file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    const complaint = complaintAbout(database, file);
    if (complaint !== null) throw misfit(complaint, file);
    database.prepare('select 1 from documents, parts, words, files, origin');
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    if (error instanceof Failure) throw error;
    throw misfit(`The index ${file} cannot be read: it is damaged, or no index at all.`, file, error);
  }
}

/** True when the file can be overwritten without harm: it is missing, empty, or a collection of any version. */
export function isOverwritable(file: string): boolean {
  if (!existsSync(file)) return true;
  const header = Buffer.alloc(72);
  const descriptor = openSync(file, 'r');
  try {
    const length = readSync(descriptor, header, 0, header.length, 0);
    // https://www.sqlite.org/fileformat2.html, section 1.3: the application id stands at offset 68, big-endian.
    return length === 0 || (length === header.length && header.readUInt32BE(68) === APPLICATION_ID);
  } finally {
    closeSync(descriptor);
  }
}

function complaintAbout(database: DatabaseSync, file: string): string | null {
  if (pragma(database, 'application_id') !== APPLICATION_ID) return `The file ${file} is not a Sayso index.`;
  const version = pragma(database, 'user_version');
  if (version === FORMAT_VERSION) return null;
  return `The index ${file} was written by ${version < FORMAT_VERSION ? 'an older' : 'a newer'} version of Sayso.`;
}

function pragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return Number(database.prepare(`pragma ${name}`).get()?.[name]);
}

function misfit(complaint: string, file: string, cause?: unknown): Failure {
  return new Failure('misconfigured', `${complaint} Make one with: sayso index FOLDER --to ${file}`, {
    cause,
  });
}
