import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { CollectionProblem } from './store.ts';

/** Increase it with every change to the tables or to the indexing of words: an older index is made anew. */
const VERSION = 5;

// As in SQLite (sqlite-file.ts), with these differences. `words` has our words of a part (words.ts) and its level
// (postgres-search.ts), and a source has the number of its parts. Long keys do not fit into an index, so their hashes are
// indexed. Texts compare by their bytes. What is long is kept beside `parts`, so that a search for ids reads few pages. The
// words of a batch wait in a list until they are put into the index together (postgres-writer.ts).
const TABLES = `
  drop table if exists collections, sources, documents, items, parts, vectors, making, maker;
  create table collections (id integer generated always as identity primary key, name text collate "C" not null unique);
  create table sources (
    id integer generated always as identity primary key,
    collection integer not null references collections, name text collate "C" not null,
    run integer not null default 1, state text, holder text, held_until timestamptz not null default now(),
    parts bigint not null default 0, unique (collection, name));
  create table documents (
    id bigint generated always as identity primary key, collection integer not null, source integer not null,
    url text collate "C", path text collate "C" not null, title text not null, published_at text collate "C",
    keywords text not null, parts integer not null, hash bytea not null);
  create unique index documents_by_path on documents (collection, md5(path));
  create unique index documents_by_url on documents (collection, md5(url));
  create index documents_by_text on documents (hash);
  create table items (
    source integer not null, key text collate "C" not null, run integer not null, depth integer not null default 0,
    mark text not null default '', hash text not null default '', document bigint, refusal text, remark text);
  create unique index items_by_key on items (source, md5(key));
  create index items_by_run on items (source, run);
  create table parts (id bigint primary key, words tsvector not null, text text not null) with (toast_tuple_target = 128);
  alter table parts alter column words set storage external, alter column words set statistics 0;
  create index parts_by_word on parts using gin (words)`;

// As in SQLite (sqlite-file.ts). Numbers are kept beside their table, so that the signs of all parts are in few pages.
const VECTORS = `
  create table maker (
    id bigint generated always as identity primary key, model text not null, centre bytea not null);
  create table making (holder text, held_until_ms bigint not null);
  insert into making values (null, 0);
  create table vectors (
    id bigint generated always as identity primary key,
    document bigint not null references documents (id) on delete cascade,
    position integer not null, collection integer not null,
    maker bigint not null references maker (id) on delete cascade, signs bytea not null, numbers bytea not null,
    unique (document, position)) with (toast_tuple_target = 128);
  alter table vectors alter column signs set storage main, alter column numbers set storage external;
  alter table documents add column maker bigint references maker (id) on delete set null;
  create index documents_to_embed on documents (collection, id) where maker is null`;

/** Migrations are made by one instance at a time. */
const MIGRATION_LOCK = 0x53617973;
/** The tables of Sayso are apart from those of others in one database. */
const SCHEMA = 'sayso';
const CONNECTIONS = 8;
const CONNECT_MS = 5_000;
/** An instance that does not get further than this in a transaction keeps nobody waiting. */
const QUERY_MS = 30_000;
/** Two sources may write one address at once, each waiting for the other. */
const TRIES = 3;

type Rows<Row> = Promise<readonly Row[]>;

/** Asks with parameters, and gets rows. */
export type Ask = <Row extends QueryResultRow>(sql: string, parameters?: readonly unknown[]) => Rows<Row>;

export type PostgresDatabase = {
  readonly ask: Ask;
  /** Makes all changes or none of them; a change is tried again if another one was in its way. */
  inTransaction<T>(change: (ask: Ask) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/**
 * Connects to a PostgreSQL, and brings the tables up to date. Later, connections come back by themselves.
 * @throws CollectionProblem in words; so does everything that is asked afterwards
 */
export async function connect(address: string): Promise<PostgresDatabase> {
  const { default: pg } = await import('pg'); // a bundle has no other names of it
  const pool = new pg.Pool({
    connectionString: address,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    statement_timeout: QUERY_MS,
    idle_in_transaction_session_timeout: QUERY_MS,
    application_name: 'sayso',
    // A limit would make a scan of all parts look cheap, and a scan of a short table so dear that it is compiled.
    options: `-c search_path=${SCHEMA} -c enable_seqscan=off -c jit=off`,
  });
  // A server that stops ends idle connections; the next question makes new ones, or says why it cannot.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const place = placeOf(address);
  const inTransaction = <T>(change: (ask: Ask) => Promise<T>): Promise<T> =>
    inWords(place, () => withClient(pool, (client) => transact(client, change)));
  try {
    await inTransaction(migrate(place));
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    ask: (sql, parameters) =>
      inWords(place, () => withClient(pool, (client) => askWith(client)(sql, parameters))),
    inTransaction,
    close: () => pool.end(),
  };
}

function askWith(client: PoolClient): Ask {
  return async <Row extends QueryResultRow>(sql: string, parameters?: readonly unknown[]) => {
    if (parameters === undefined) return (await client.query<Row>(sql)).rows;
    const { rows } = await client.query<Row>({ name: nameOf(sql), text: sql, values: [...parameters] });
    return rows;
  };
}

/** A statement with parameters is planned once for each connection, which takes longer than most of them. */
const names = new Map<string, string>();

function nameOf(sql: string): string {
  const name = names.get(sql) ?? `s${names.size}`;
  names.set(sql, name);
  return name;
}

/** Failures of a statement, not of the connection. */
const OF_STATEMENT = /^(?:22|23|25|40|42)/;

/** A connection that has failed is not used again. */
async function withClient<T>(pool: Pool, use: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await use(client);
    client.release();
    return result;
  } catch (error) {
    client.release(!OF_STATEMENT.test(codeOf(error) ?? ''));
    throw error;
  }
}

async function transact<T>(client: PoolClient, change: (ask: Ask) => Promise<T>): Promise<T> {
  for (let at = 1; ; at++) {
    try {
      await client.query('begin');
      const result = await change(askWith(client));
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      const wasInTheWay = codeOf(error) === '40P01' || codeOf(error) === '40001';
      if (!wasInTheWay || at >= TRIES) throw error;
    }
  }
}

/** Makes the tables, or what they lack. A schema that a newer version has made stays as it is. */
function migrate(place: string) {
  return async (ask: Ask): Promise<void> => {
    await ask('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const [server] = await ask<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    if ((server?.version ?? 0) < 150_000)
      throw new CollectionProblem(`The PostgreSQL at ${place} is older than version 15.`);
    const [schema] = await ask(`select 1 from pg_namespace where nspname = $1`, [SCHEMA]);
    if (schema === undefined)
      await ask(`create schema ${SCHEMA}; create table ${SCHEMA}.version (version integer not null)`);
    const [row] = await ask<{ version: number }>('select version from version');
    const version = row?.version ?? 0;
    if (version > VERSION)
      throw new CollectionProblem(
        `The index at ${place} was written by a newer version of Sayso (${version}; this one knows ${VERSION}): update this one.`,
      );
    if (version === VERSION) return;
    await ask(`${TABLES}; ${VECTORS}`);
    await ask('delete from version');
    await ask('insert into version values ($1)', [VERSION]);
  };
}

/** A database without user and password, for messages. */
function placeOf(address: string): string {
  const url = URL.parse(address);
  if (url === null) return 'postgres://...';
  const host = url.searchParams.get('host') ?? url.host;
  return `${host || 'localhost'}${url.pathname}`;
}

async function inWords<T>(place: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof CollectionProblem) throw error;
    throw new CollectionProblem(`The PostgreSQL at ${place} ${whyNot(error)}.`, { cause: error });
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** By SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html), or by its class. */
const REASONS: Readonly<Record<string, string>> = {
  '25006': 'is read-only: it may be a replica, or default_transaction_read_only is on',
  '28': 'refuses the user or the password of the address',
  '3D000': 'has no such database: create it first',
  '42501':
    'does not allow this user to do that: it needs the right to create a schema, or to own the schema sayso',
  '53100': 'has no room left on its disk',
  '53300': 'has no connection left: raise max_connections, or run fewer instances',
  '53': 'lacks resources',
  '57014': `took longer than ${QUERY_MS / 1_000} s`,
  '57': 'is starting or stopping',
};

function whyNot(error: unknown): string {
  const code = codeOf(error) ?? '';
  const known = REASONS[code] ?? REASONS[code.slice(0, 2)];
  if (known !== undefined) return known;
  const message = error instanceof Error ? error.message : 'unknown error';
  if (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !/^E[A-Z]{4}$/.test(code))
    return `has failed: ${message}`;
  return `cannot be reached: ${code.startsWith('E') ? code : message}`;
}
