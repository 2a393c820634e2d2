import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { CollectionProblem, PARTS_PER_DOCUMENT } from './store.ts';
import { wordsOfPart } from './words.ts';

/** "Says" in ASCII, in SQLite's header: it tells the file from those of other programs. */
const APPLICATION_ID = 0x53617973;
/** Increase it with every change to the tables or to the indexing of words. */
const FORMAT_VERSION = 7;

// A document without a maker has no vectors yet, or not all. Each part has the vectors of its pieces, `signs` for the
// search in memory; their ids grow, so that what is new can be asked for. `making` says which process makes them.
const VECTORS = `
  create table maker (id integer primary key autoincrement, model text not null, centre blob not null) strict;
  create table making (holder text, held_until_ms integer not null) strict;
  insert into making values (null, 0);
  create table vectors (
    id integer primary key autoincrement, document integer not null references documents (id) on delete cascade,
    position integer not null, collection integer not null,
    maker integer not null references maker (id) on delete cascade, signs blob not null, numbers blob not null,
    unique (document, position)) strict;
  alter table documents add column maker integer references maker (id) on delete set null;
  create index documents_to_embed on documents (collection, id) where maker is null`;

// `items` has everything that a source was seen to have: those with a `run` before the one of their source are still
// to be looked at, so that a run goes on where it was interrupted. `words` only says which part has which of our words
// (`content=''`, `detail=none`): that is half as large as with their places. The tokenizer splits them at spaces and leaves
// them as they are.
const WORDS = `create virtual table words using fts5 (
  word, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '#=.,'''"
)`;
const TABLES = `
  create table collections (
    id integer primary key, name text not null unique, part_count integer not null default 0) strict;
  create table sources (
    id integer primary key, collection integer not null, name text not null, run integer not null default 1,
    state text, holder text, held_until_ms integer not null default 0, unique (collection, name)) strict;
  create table documents (
    id integer primary key, collection integer not null, url text, path text not null, title text not null,
    published_at text, parts integer not null, hash blob not null,
    keywords text not null,
    unique (collection, path), unique (collection, url)) strict;
  create index documents_by_text on documents (hash);
  create table items (
    source integer not null, key text not null, run integer not null, depth integer not null default 0,
    mark text not null default '', hash text not null default '', document integer, refusal text, remark text,
    primary key (source, key)) strict, without rowid;
  create index items_by_run on items (source, run);
  create table parts (id integer primary key, text text not null) strict;
  ${WORDS};
  ${VECTORS};
  pragma application_id = ${APPLICATION_ID};
  pragma user_version = ${FORMAT_VERSION};
`;

/** What an index of an older version lacks: each step leads to the next version. */
const STEPS: Readonly<Record<number, string>> = {
  3: `alter table documents add column keywords text not null default ''`,
  4: `
    alter table collections add column part_count integer not null default 0;
    update collections set part_count =
      (select coalesce(sum(parts), 0) from documents where collection = collections.id)`,
  5: `drop table pieces; drop table maker; drop table vectors; ${VECTORS}`,
  6: `
    drop table words; drop table if exists titles; ${WORDS};
    insert into words (rowid, word) select parts.id, words_of(collection, title, keywords, text, parts.id % ${PARTS_PER_DOCUMENT})
    from parts join documents on documents.id = parts.id / ${PARTS_PER_DOCUMENT}`,
};

/** A part has about 3 KB: of pages with 4 KB, each would hold one. A file that exists keeps its pages. */
const PAGES = 'pragma page_size = 16384';
/** A file that is written by one run is a copy, and is deleted if that run fails. */
const PRAGMAS = {
  live: 'pragma journal_mode = wal; pragma synchronous = normal',
  once: 'pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive',
} as const;

/** Another program that writes into the file is waited for this long. */
const BUSY_MS = 5_000;

/**
 * Opens an index, or makes a new one. `keep` says how changes are written: `live` for a service that reads and writes
 * all the time, `once` for one run of a command, after which the file can be read from a disk that is read-only.
 * @throws CollectionProblem in words if the file cannot be used
 */
export function openForWriting(file: string, keep: 'live' | 'once'): DatabaseSync {
  if (!isOverwritable(file)) throw new CollectionProblem(`${file} exists and is not a Sayso index.`);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: BUSY_MS });
    database.exec(`${PAGES}; ${PRAGMAS[keep]}`);
    makeTables(database);
    bringUpToDate(database);
    insistOnFormat(database, file);
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    if (error instanceof CollectionProblem) throw error;
    throw unwritable(file, error);
  }
}

/** Two processes may open a new file at once. */
function makeTables(database: DatabaseSync): void {
  if (!isEmpty(database)) return;
  database.exec('begin immediate');
  if (isEmpty(database)) database.exec(TABLES);
  database.exec('commit');
}

/** Takes an older index forward step by step, in one transaction; a newer one stays as it is. */
function bringUpToDate(database: DatabaseSync): void {
  if (stepFrom(database) === undefined) return;
  database.function('words_of', (collection, title, keywords, text, position) =>
    wordsOfPart(
      { collection: Number(collection), title: String(title), keywords: String(keywords) },
      { text: String(text), position: Number(position) },
    ).join(' '),
  );
  database.exec('begin immediate');
  for (let step = stepFrom(database); step !== undefined; step = stepFrom(database))
    database.exec(`${step}; pragma user_version = ${pragma(database, 'user_version') + 1}`);
  database.exec('commit');
}

function stepFrom(database: DatabaseSync): string | undefined {
  return STEPS[pragma(database, 'user_version')];
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('select 1 from sqlite_schema').get() === undefined;
}

/**
 * Opens an index for reading.
 * @throws CollectionProblem with the remedy if the file is missing, damaged, no index, or of another version
 */
export function openForReading(file: string): DatabaseSync {
  if (!existsSync(file)) throw misfit(`There is no index at ${file}.`, file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
    insistOnFormat(database, file);
    database.prepare('select 1 from documents, parts, words, items');
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    if (error instanceof CollectionProblem) throw error;
    throw misfit(`The index ${file} cannot be read: it is damaged, or not an index at all.`, file, error);
  }
}

function insistOnFormat(database: DatabaseSync, file: string): void {
  if (pragma(database, 'application_id') !== APPLICATION_ID)
    throw misfit(`The file ${file} is not a Sayso index.`, file);
  const version = pragma(database, 'user_version');
  if (version === FORMAT_VERSION) return;
  const age = version < FORMAT_VERSION ? 'an older' : 'a newer';
  throw misfit(`The index ${file} was written by ${age} version of Sayso.`, file);
}

function pragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return Number(database.prepare(`pragma ${name}`).get()?.[name]);
}

function misfit(complaint: string, file: string, cause?: unknown): CollectionProblem {
  return new CollectionProblem(`${complaint} Make one with: sayso index FOLDER --to ${file}`, { cause });
}

/** True if the file can be overwritten safely: it is missing, empty, or an index of any version. */
export function isOverwritable(file: string): boolean {
  if (!existsSync(file)) return true;
  const start = startOf(file);
  if (start === '') return true;
  if (!start.startsWith(SQLITE)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
    return pragma(database, 'application_id') === APPLICATION_ID || isEmpty(database);
  } catch {
    return isMarked(file);
  } finally {
    if (database?.isOpen) database.close();
  }
}

/** How a file of SQLite begins (https://www.sqlite.org/fileformat2.html, section 1.3). */
const SQLITE = 'SQLite format 3\0';
const HEADER_BYTES = 72;

function startOf(file: string): string {
  return headerOf(file).toString('latin1', 0, SQLITE.length);
}

/** Whether a damaged file was an index: the application id is at offset 68, big-endian. */
function isMarked(file: string): boolean {
  const header = headerOf(file);
  return header.length === HEADER_BYTES && header.readUInt32BE(68) === APPLICATION_ID;
}

function headerOf(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    return header.subarray(0, readSync(descriptor, header, 0, header.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** Result codes of SQLite for a full disk: SQLITE_FULL, or a kind of SQLITE_IOERR. */
const OUT_OF_ROOM: ReadonlySet<number> = new Set([13, 10]);

/** Why an index cannot be written, in words. */
export function unwritable(file: string, error: unknown): CollectionProblem {
  return new CollectionProblem(`The index ${file} cannot be written: ${whyNot(error)}.`, { cause: error });
}

function whyNot(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = error instanceof Error ? error.message : 'unknown error';
  const kind = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  if (code === 'ENOENT' || code === 'ENOTDIR' || kind === 14)
    return 'its folder does not exist; create it first';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || kind === 8)
    return 'this user may not write into its folder';
  const isFull = code === 'ENOSPC' || code === 'EFBIG' || OUT_OF_ROOM.has(kind);
  return isFull ? `${message} (check the free disk space and the maximum file size)` : message;
}
