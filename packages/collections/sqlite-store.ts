import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { Ask } from './postgres-database.ts';
import { createSearch } from './search.ts';
import { unwritable } from './sqlite-file.ts';
import { openSqliteSearch } from './sqlite-search.ts';
import {
  type Item,
  type KnownItem,
  type NewDocument,
  PARTS_PER_DOCUMENT,
  type SourceState,
  type SourceStore,
  type Store,
} from './store.ts';
import {
  DOCUMENT_COLUMNS,
  type ItemRow,
  KNOWN_COLUMNS,
  NEVER,
  tellingWord,
  toItem,
  toStored,
} from './stored.ts';
import { type OpenStore, openVectors } from './vectors.ts';
import { wordsOfPart } from './words.ts';

const KNOWN = `select ${KNOWN_COLUMNS} from items where source = ?`;

/** The index of all collections in one file of SQLite. */
export function openSqliteStore(database: DatabaseSync): OpenStore {
  const addCollection = database.prepare('insert or ignore into collections (name) values (?)');
  const collectionId = database.prepare('select id from collections where name = ?');
  const addSource = database.prepare('insert or ignore into sources (collection, name) values (?, ?)');
  const sourceId = database.prepare('select id from sources where collection = ? and name = ?');
  const idOf = (collection: string): number => {
    addCollection.run(collection);
    return Number(collectionId.get(collection)?.id);
  };
  // An index that is only read needs none, and may be of an older version.
  let writer: Writer | undefined;
  const openWriter = () => {
    writer ??= createWriter(database);
    return writer;
  };
  return {
    vectors: openVectors(askOf(database)),
    ...openDocuments(database),
    search: createSearch(openSqliteSearch(database)),
    async source(collection, name) {
      const within = idOf(collection);
      addSource.run(within, name);
      return openSource(
        database,
        { id: Number(sourceId.get(within, name)?.id), collection: within },
        openWriter(),
      );
    },
    async keepOnly(sources) {
      const kept = new Set(sources.map(({ collection, name }) => JSON.stringify([collection, name])));
      for (const { id, collection, name } of database.prepare(SOURCES).all()) {
        if (kept.has(JSON.stringify([collection, name]))) continue;
        inTransaction(database, () => {
          for (const { document } of database
            .prepare('select document from items where source = ?')
            .all(id ?? 0))
            if (document !== null) openWriter().remove(Number(document));
          database.prepare('delete from items where source = ?').run(id ?? 0);
          database.prepare('delete from sources where id = ?').run(id ?? 0);
        });
      }
      database.exec('delete from collections where id not in (select collection from sources)');
    },
    sources: async () =>
      database
        .prepare(SOURCES)
        .all()
        .map(({ collection, name }) => ({ collection: String(collection), name: String(name) })),
    async close() {
      database.close();
    },
  };
}

/** Asks as PostgreSQL is asked. */
function askOf(database: DatabaseSync): Ask {
  const statements = new Map<string, StatementSync>();
  return async <Row extends object>(sql: string, parameters: readonly unknown[] = []) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    const named = parameters.map((value, at) => [`$${at + 1}`, value as SQLInputValue]);
    return statement.all(Object.fromEntries(named)) as Row[];
  };
}

const SOURCES = `select sources.id, collections.name as collection, sources.name
  from sources join collections on collections.id = collection order by sources.id`;

/** The documents as a reader opens them. */
function openDocuments(database: DatabaseSync): Pick<Store, 'find' | 'parts' | 'sampleWord'> {
  const byPath = database.prepare(
    `select documents.id, title, parts from documents join collections on collections.id = collection
     where name = ? and path = ? and url is null`,
  );
  const textsOf = database.prepare('select text from parts where id between ? and ? order by id');
  const firstText = database.prepare('select text from parts order by id limit 1');
  return {
    sampleWord: async () => tellingWord(String(firstText.get()?.text ?? '')),
    async find(collection, path) {
      const { id, title, parts } = byPath.get(collection, path) ?? {};
      return id === undefined ? null : { id: Number(id), title: String(title), partCount: Number(parts) };
    },
    async parts(document, from, to) {
      const first = document * PARTS_PER_DOCUMENT;
      const last = first + Math.min(to, PARTS_PER_DOCUMENT) - 1;
      return textsOf.all(first + from, last).map(({ text }) => String(text));
    },
  };
}

type Writer = ReturnType<typeof createWriter>;

/** Adds documents and removes them. */
function createWriter(database: DatabaseSync) {
  const addDocument = database.prepare(
    `insert or ignore into documents (collection, url, path, title, published_at, parts, hash, keywords)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const withText = database.prepare('select path from documents where hash = ? and collection = ?');
  const addPart = database.prepare('insert into parts (id, text) values (?, ?)');
  const addWords = database.prepare('insert into words (rowid, word) values (?, ?)');
  const addCount = database.prepare('update collections set part_count = part_count + ? where id = ?');
  const removals = ['parts where id', 'words where rowid'].map((place) =>
    database.prepare(`delete from ${place} between ? and ?`),
  );
  const removeDocument = database.prepare('delete from documents where id = ? returning collection, parts');
  const { isMuch, merge } = createMerge(database);
  let written = 0;
  return {
    /** The id of the new document, or the reason why it was refused. */
    add(collection: number, document: NewDocument, uniqueTexts: boolean): number | string {
      const stored = toStored(document);
      if (typeof stored === 'string') return stored;
      const { title, text, parts, keywords } = stored;
      const hash = createHash('sha256').update(text).digest();
      const twin = uniqueTexts ? withText.get(hash, collection) : undefined;
      if (twin !== undefined) return `it has the text of ${twin.path}`;
      const { url, path, publishedAt = null } = document;
      const added = addDocument.run(collection, url, path, title, publishedAt, parts.length, hash, keywords);
      if (added.changes === 0) return 'an earlier document has the same address';
      const id = Number(added.lastInsertRowid);
      addCount.run(parts.length, collection);
      written += parts.length;
      for (const [position, text] of parts.entries()) {
        const part = id * PARTS_PER_DOCUMENT + position;
        addPart.run(part, text);
        addWords.run(part, wordsOfPart({ collection, title, keywords }, { text, position }).join(' '));
      }
      return id;
    },
    remove(id: number) {
      const first = id * PARTS_PER_DOCUMENT;
      for (const removal of removals) removal.run(first, first + PARTS_PER_DOCUMENT - 1);
      const removed = removeDocument.get(id);
      if (removed !== undefined) addCount.run(-Number(removed.parts), removed.collection ?? 0);
    },
    /** Begins to merge the index of words if much was written. Nobody waits for it. */
    mergeLater() {
      if (!isMuch(written)) return;
      written = 0;
      // It was not possible this time, such as because another program writes; searches only take longer.
      merge().catch(() => undefined);
    },
  };
}

/** The pages that are merged in one step, which takes about 0.2 s. */
const MERGED_AT_ONCE = 2_000;
/** The part of an index that is new before all of it is merged: each text is written again a few times at most. */
const NEW_SHARE = 1 / 8;

/**
 * Merges the pieces that FTS5 makes of the index of words with each writing: a search in a million passages then takes
 * 10 ms instead of 17. The steps are those of https://www.sqlite.org/fts5.html#the_merge_command.
 */
function createMerge(database: DatabaseSync) {
  const partsOf = database.prepare('select sum(part_count) as parts from collections');
  const step = database.prepare(`insert into words (words, rank) values ('merge', ?)`);
  const changesOf = database.prepare('select total_changes() as changes');
  const changes = () => Number(changesOf.get()?.changes);
  // An index that is written once is optimized at its end, and a failure could not be taken back.
  const isLive = database.prepare('pragma journal_mode').get()?.journal_mode === 'wal';
  let isMerging = false;
  return {
    isMuch: (written: number) =>
      isLive && !isMerging && written > Number(partsOf.get()?.parts ?? 0) * NEW_SHARE,
    async merge() {
      isMerging = true;
      try {
        // The first step marks all pieces, the others go on with them.
        for (let pages = -MERGED_AT_ONCE; database.isOpen; pages = MERGED_AT_ONCE) {
          const before = changes();
          step.run(pages);
          if (changes() - before < 2) return;
          await setImmediate();
        }
      } finally {
        isMerging = false;
      }
    },
  };
}

function openSource(
  database: DatabaseSync,
  { id, collection }: { readonly id: number; readonly collection: number },
  writer: Writer,
): SourceStore {
  const known = database.prepare(`${KNOWN} and key = ?`);
  const runOf = database.prepare('select run from sources where id = ?');
  const currentRun = () => Number(runOf.get(id)?.run ?? 1);
  const pending = database.prepare(`${KNOWN} and run < ? order by depth, key limit ?`);
  const add = database.prepare('insert or ignore into items (source, key, run, depth) values (?, ?, 0, ?)');
  const documentOf = database.prepare('select document from items where source = ? and key = ?');
  const put = database.prepare(
    `insert into items (source, key, run, mark, hash, document, refusal, remark) values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict do update set run = excluded.run, mark = excluded.mark, hash = excluded.hash,
       document = excluded.document, refusal = excluded.refusal, remark = excluded.remark`,
  );
  const touch = database.prepare('update items set run = ?, mark = ? where source = ? and key = ?');
  const drop = database.prepare('delete from items where source = ? and key = ?');
  // No key is empty.
  const items = database.prepare(`${KNOWN} and key > ? order by key limit ?`);
  const stored = database.prepare(
    `select ${KNOWN_COLUMNS}, ${DOCUMENT_COLUMNS} from items left join documents on documents.id = document
     where source = ? and key = ?`,
  );
  const textsOf = database.prepare('select text from parts where id between ? and ? order by id');
  const removeDocumentOf = (key: string) => {
    const document = documentOf.get(id, key)?.document ?? null;
    if (document !== null) writer.remove(Number(document));
  };

  const change = (sql: string, ...parameters: readonly SQLInputValue[]) =>
    inTransaction(database, () => database.prepare(sql).run(...parameters));

  const writeOne = (item: Item, run: number, uniqueTexts: boolean) => {
    const { key, mark, hash } = item;
    if (item.is === 'unchanged') return void touch.run(run, mark, id, key);
    removeDocumentOf(key);
    if (item.is === 'gone') return void drop.run(id, key);
    if (item.is === 'refused') return void put.run(id, key, run, mark, hash, null, item.reason, null);
    const added = writer.add(collection, item.document, uniqueTexts);
    // A document that was refused for another one gets no mark: it is looked at again, as the other may be gone.
    if (typeof added === 'string') put.run(id, key, run, '', '', null, added, null);
    else put.run(id, key, run, mark, hash, added, null, item.remark ?? null);
  };

  return {
    known: async (key) => (known.get(id, key) as KnownItem | undefined) ?? null,
    pending: async (limit) => pending.all(id, currentRun(), limit) as KnownItem[],
    async add(items) {
      return inTransaction(database, () =>
        items.reduce((count, { key, depth }) => count + Number(add.run(id, key, depth).changes), 0),
      );
    },
    async write(items, { uniqueTexts = false } = {}) {
      inTransaction(database, () => {
        const run = currentRun();
        for (const item of items) writeOne(item, run, uniqueTexts);
      });
    },
    async retain(keys) {
      return inTransaction(database, () => {
        const all = database.prepare('select key, document from items where source = ?').all(id);
        const left = all.filter(({ key }) => !keys.has(String(key)));
        for (const { key } of left) {
          removeDocumentOf(String(key));
          drop.run(id, String(key));
        }
        return left.filter(({ document }) => document !== null).length;
      });
    },
    async sweep() {
      const removed = inTransaction(database, () => {
        const left = database
          .prepare('select key, document from items where source = ? and run < ?')
          .all(id, currentRun());
        for (const { key } of left) {
          removeDocumentOf(String(key));
          drop.run(id, String(key));
        }
        database.prepare('update sources set run = run + 1 where id = ?').run(id);
        return left.filter(({ document }) => document !== null).length;
      });
      writer.mergeLater();
      return removed;
    },
    async keepNewest(count) {
      inTransaction(database, () => {
        const old = database
          .prepare(
            `select key from items left join documents on documents.id = document
             where source = ? order by published_at desc, key limit -1 offset ?`,
          )
          .all(id, count);
        for (const { key } of old) {
          removeDocumentOf(String(key));
          drop.run(id, String(key));
        }
      });
    },
    async counts() {
      const row = database
        .prepare(
          `select count(document) as documents, count(refusal) as refused, sum(document is null and refusal is null) as pending
           from items where source = ?`,
        )
        .get(id);
      return {
        documents: Number(row?.documents ?? 0),
        refused: Number(row?.refused ?? 0),
        pending: Number(row?.pending ?? 0),
      };
    },
    async refusals(limit) {
      return database
        .prepare(
          'select key, refusal as reason from items where source = ? and refusal is not null order by key limit ?',
        )
        .all(id, limit)
        .map(({ key, reason }) => ({ key: String(key), reason: String(reason) }));
    },
    async remarks(limit) {
      return database
        .prepare(
          'select key as path, remark from items where source = ? and remark is not null order by key limit ?',
        )
        .all(id, limit)
        .map(({ path, remark }) => ({ path: String(path), remark: String(remark) }));
    },
    items: async (after, limit) => items.all(id, after ?? '', limit) as KnownItem[],
    async read(keys) {
      return keys.flatMap((key) => {
        const row = stored.get(id, key) as ItemRow | undefined;
        if (row === undefined) return [];
        const first = (row.document ?? 0) * PARTS_PER_DOCUMENT;
        const texts = row.document === null ? [] : textsOf.all(first, first + PARTS_PER_DOCUMENT - 1);
        return toItem(
          row,
          texts.map(({ text }) => String(text)),
        );
      });
    },
    async seen() {
      const row = database
        .prepare('select count(*) as count from items where source = ? and run = ?')
        .get(id, currentRun());
      return Number(row?.count ?? 0);
    },
    async state() {
      const state = database.prepare('select state from sources where id = ?').get(id)?.state ?? null;
      return state === null ? NEVER : { ...NEVER, ...(JSON.parse(String(state)) as Partial<SourceState>) };
    },
    async setState(state) {
      change('update sources set state = ? where id = ?', JSON.stringify(state), id);
    },
    async lease(holder, forMs) {
      const now = Date.now();
      const taken = change(
        `update sources set holder = ?, held_until_ms = ?
         where id = ? and (holder is null or holder = ? or held_until_ms < ?)`,
        ...[holder, now + forMs, id, holder, now],
      );
      return taken.changes > 0;
    },
    async release(holder) {
      change('update sources set holder = null where id = ? and holder = ?', id, holder);
    },
  };
}

/**
 * Makes all changes or none.
 * @throws CollectionProblem if the file cannot be written
 */
function inTransaction<T>(database: DatabaseSync, change: () => T): T {
  try {
    database.exec('begin immediate');
    const result = change();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    if (!(error instanceof Error && 'errcode' in error)) throw error;
    throw unwritable(database.location() ?? '', error);
  }
}
