import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../core/failure.ts';

/** "Says" in ASCII, in SQLite's header: it tells the file from those of other programs. */
const APPLICATION_ID = 0x53617973;
/** Increase it with every change to the tables or to the indexing of words. */
const FORMAT_VERSION = 2;

/** The ids of a document's parts are its id times this, plus their position: grouping needs no join. */
export const PARTS_PER_DOCUMENT = 65_536;

/**
 * The vectors of the pieces of all parts. The key of a vector is the hash of the embedded text, so that each
 * text is embedded only once; `maker` names the model that made the vectors. An index of an older version
 * gets these tables when it is updated.
 */
const VECTOR_TABLES = `
  create table if not exists vectors (hash blob primary key, vector blob not null) strict, without rowid;
  create table if not exists pieces (
    part integer not null, piece integer not null, hash blob not null, primary key (part, piece)
  ) strict, without rowid;
  create table if not exists maker (model text not null, dimension integer not null) strict;
`;

// A document has either an address or a path at which the service shows it. `files` has the state of the
// folder, so that the next run reads only files that have changed; `origin` lists everything else on which
// the documents depend. The words are stored without the text (`content=''`), because the words have another
// form, and the text itself is stored only once. Porter's stemmer and the folding of accents run inside
// SQLite. On 1,359 questions, 83.4% of the correct texts come first, compared with 81.1% without stemming and
// 83.1% with the stemmer of `core`.
const TABLES = `
  create table documents (
    id integer primary key, url text unique, path text unique, title text not null, parts integer not null,
    check ((url is null) <> (path is null))) strict;
  create table files (
    path text primary key, bytes integer not null, modified_ms real not null, hash blob not null,
    document integer, refusal text, remark text) strict, without rowid;
  create table origin (settings text not null) strict;
  create table parts (id integer primary key, text text not null) strict;
  create virtual table words using fts5 (
    title, text, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
  );
  ${VECTOR_TABLES}
  pragma application_id = ${APPLICATION_ID};
  pragma user_version = ${FORMAT_VERSION};
`;

/** Creates an empty collection in an open transaction, without journal or sync: failures delete it. */
export function createCollectionFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(
    'pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; begin',
  );
  database.exec(TABLES);
  return database;
}

/**
 * Opens a copy of a collection for changes, inside an open transaction; like a new collection, it has no
 * journal and does not sync. Null if the file is not a collection of this version and must be written again.
 */
export function openCollectionCopy(file: string): DatabaseSync | null {
  let database: DatabaseSync | undefined;
  try {
    openCollectionFile(file).close();
    database = new DatabaseSync(file);
    database.exec(
      'pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; begin',
    );
    database.exec(VECTOR_TABLES);
    return database;
  } catch {
    if (database?.isOpen) database.close();
    return null;
  }
}

/**
 * Opens a collection for reading.
 * @throws Failure `misconfigured` with the remedy if the file is missing, damaged, not a collection, or
 * written by another version.
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
    throw misfit(`The index ${file} cannot be read: it is damaged, or not an index at all.`, file, error);
  }
}

/** True if the file can be overwritten safely: it is missing, empty, or a collection of any version. */
export function isOverwritable(file: string): boolean {
  if (!existsSync(file)) return true;
  const header = Buffer.alloc(72);
  const descriptor = openSync(file, 'r');
  try {
    const length = readSync(descriptor, header, 0, header.length, 0);
    // The application id is at offset 68, big-endian (https://www.sqlite.org/fileformat2.html, section 1.3).
    return length === 0 || (length === header.length && header.readUInt32BE(68) === APPLICATION_ID);
  } finally {
    closeSync(descriptor);
  }
}

function complaintAbout(database: DatabaseSync, file: string): string | null {
  if (pragma(database, 'application_id') !== APPLICATION_ID) return `The file ${file} is not a Sayso index.`;
  const version = pragma(database, 'user_version');
  if (version === FORMAT_VERSION) return null;
  const age = version < FORMAT_VERSION ? 'an older' : 'a newer';
  return `The index ${file} was written by ${age} version of Sayso.`;
}

function pragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return Number(database.prepare(`pragma ${name}`).get()?.[name]);
}

function misfit(complaint: string, file: string, cause?: unknown): Failure {
  return new Failure('misconfigured', `${complaint} Make one with: sayso index FOLDER --to ${file}`, {
    cause,
  });
}
