import { type Ask, connect, type PostgresDatabase } from './postgres-database.ts';
import { openPostgresSearch } from './postgres-search.ts';
import { removeItems, type SourceId, writeItems } from './postgres-writer.ts';
import { createSearch } from './search.ts';
import {
  type Item,
  type KnownItem,
  PARTS_PER_DOCUMENT,
  type SourceState,
  type SourceStore,
} from './store.ts';
import { DOCUMENT_COLUMNS, type ItemRow, KNOWN_COLUMNS, NEVER, tellingWord, toItem } from './stored.ts';
import { type OpenStore, openVectors } from './vectors.ts';

const COLUMNS = KNOWN_COLUMNS.replace('document', 'document::float8 as document');
const KNOWN = `select ${COLUMNS} from items where source = $1`;

/**
 * The index of all collections in a PostgreSQL, which several instances share.
 * @throws CollectionProblem in words if it cannot be used
 */
export async function openPostgresStore(address: string): Promise<OpenStore> {
  const database = await connect(address);
  const { ask, inTransaction } = database;
  const allSources = () =>
    ask<{ id: number; collection: string; name: string }>(
      `select sources.id, collections.name as collection, sources.name
       from sources join collections on collections.id = collection order by sources.id`,
    );
  return {
    vectors: openVectors(ask),
    search: createSearch(openPostgresSearch(database)),
    async find(collection, path) {
      const [found] = await ask<{ id: number; title: string; parts: number }>(
        `select documents.id::float8 as id, title, parts from documents join collections on collections.id = collection
         where name = $1 and md5(path) = md5($2) and path = $2 and url is null`,
        [collection, path],
      );
      if (found === undefined) return null;
      const { id, title, parts: partCount } = found;
      return { id, title, partCount };
    },
    parts: (document, from, to) => textsOf(ask, document, from, to),
    async sampleWord() {
      const [first] = await ask<{ text: string }>('select text from parts order by id limit 1');
      return tellingWord(first?.text ?? '');
    },
    async sources() {
      const all = await allSources();
      return all.map(({ collection, name }) => ({ collection, name }));
    },
    async source(collection, name) {
      return openSource(database, await sourceOf(database, collection, name));
    },
    async keepOnly(sources) {
      const kept = new Set(sources.map(({ collection, name }) => JSON.stringify([collection, name])));
      for (const { id, collection, name } of await allSources()) {
        if (kept.has(JSON.stringify([collection, name]))) continue;
        await inTransaction(async (change) => {
          await lockRun(change, id);
          await removeItems(change, id, 'source = $1');
          await change('delete from sources where id = $1', [id]);
        });
      }
      await ask(
        'delete from collections where not exists (select 1 from sources where collection = collections.id)',
      );
    },
    close: () => database.close(),
  };
}

async function textsOf(ask: Ask, document: number, from: number, to: number): Promise<readonly string[]> {
  const first = document * PARTS_PER_DOCUMENT;
  const rows = await ask<{ text: string }>('select text from parts where id between $1 and $2 order by id', [
    first + from,
    first + Math.min(to, PARTS_PER_DOCUMENT) - 1,
  ]);
  return rows.map(({ text }) => text);
}

async function sourceOf(
  { inTransaction }: PostgresDatabase,
  collection: string,
  name: string,
): Promise<SourceId> {
  return await inTransaction(async (ask) => {
    const find = () =>
      ask<SourceId>(
        `select sources.id, collection from sources join collections on collections.id = collection
         where collections.name = $1 and sources.name = $2`,
        [collection, name],
      );
    const [known] = await find();
    if (known !== undefined) return known;
    await ask('insert into collections (name) values ($1) on conflict do nothing', [collection]);
    await ask(
      `insert into sources (collection, name) select id, $2 from collections where name = $1 on conflict do nothing`,
      [collection, name],
    );
    const [made] = await find();
    if (made === undefined) throw new Error('The source was removed at the same time.');
    return made;
  });
}

/** Waits until no other instance writes into a source, and returns the number of its run. */
async function lockRun(ask: Ask, id: number): Promise<number> {
  const [source] = await ask<{ run: number }>('select run from sources where id = $1 for update', [id]);
  return source?.run ?? 1;
}

function openSource({ ask, inTransaction }: PostgresDatabase, source: SourceId): SourceStore {
  const { id } = source;
  const change = <T>(make: (asked: Ask, run: number) => Promise<T>): Promise<T> =>
    inTransaction(async (asked) => await make(asked, await lockRun(asked, id)));

  return {
    async known(key) {
      const [found] = await ask<KnownItem>(`${KNOWN} and md5(key) = md5($2)`, [id, key]);
      return found ?? null;
    },
    pending: (limit) =>
      ask<KnownItem>(
        `${KNOWN} and run < (select run from sources where id = $1) order by depth, key limit $2`,
        [id, limit],
      ),
    async add(items) {
      const added = await ask(
        `insert into items (source, key, run, depth)
         select $1, key, 0, depth from unnest($2::text[], $3::int[]) as added (key, depth)
         on conflict do nothing returning 1`,
        [id, items.map(({ key }) => key), items.map(({ depth }) => depth)],
      );
      return added.length;
    },
    async write(items, { uniqueTexts = false } = {}) {
      await change((asked, run) => writeItems(asked, source, items, { run, uniqueTexts }));
    },
    retain: (keys) =>
      change((asked) =>
        removeItems(
          asked,
          id,
          'source = $1 and not exists (select from unnest($2::text[]) as kept (key) where kept.key = items.key)',
          [...keys],
        ),
      ),
    sweep: () =>
      change(async (asked, run) => {
        const removed = await removeItems(asked, id, 'source = $1 and run < $2', run);
        await asked('update sources set run = run + 1 where id = $1', [id]);
        return removed;
      }),
    async keepNewest(count) {
      const old = `select key from items left join documents on documents.id = document
        where items.source = $1 order by published_at desc nulls last, key offset $2`;
      await change((asked) => removeItems(asked, id, `source = $1 and key in (${old})`, count));
    },
    async counts() {
      const [counts] = await ask<{ documents: number; refused: number; pending: number }>(
        `select count(document)::int as documents, count(refusal)::int as refused,
           (count(*) filter (where document is null and refusal is null))::int as pending
         from items where source = $1`,
        [id],
      );
      return counts ?? { documents: 0, refused: 0, pending: 0 };
    },
    async seen() {
      const [row] = await ask<{ count: number }>(
        `select count(*)::int as count from items
         where source = $1 and run = (select run from sources where id = $1)`,
        [id],
      );
      return row?.count ?? 0;
    },
    refusals: (limit) =>
      ask<{ key: string; reason: string }>(
        `select key, refusal as reason from items where source = $1 and refusal is not null order by key limit $2`,
        [id, limit],
      ),
    remarks: (limit) =>
      ask<{ path: string; remark: string }>(
        `select key as path, remark from items where source = $1 and remark is not null order by key limit $2`,
        [id, limit],
      ),
    items: (after, limit) =>
      ask<KnownItem>(`${KNOWN} and md5(key) > coalesce(md5($2), '') order by md5(key) limit $3`, [
        id,
        after,
        limit,
      ]),
    async read(keys) {
      const rows = await ask<ItemRow>(
        `select ${COLUMNS}, ${DOCUMENT_COLUMNS} from items left join documents on documents.id = document
         where items.source = $1 and md5(key) in (select md5(unnest($2::text[]))) order by document`,
        [id, keys],
      );
      const items: Item[] = [];
      for (const row of rows)
        items.push(
          ...toItem(
            row,
            row.document === null ? [] : await textsOf(ask, row.document, 0, PARTS_PER_DOCUMENT),
          ),
        );
      return items;
    },
    async state() {
      const [row] = await ask<{ state: string | null }>('select state from sources where id = $1', [id]);
      const state = row?.state ?? null;
      return state === null ? NEVER : { ...NEVER, ...(JSON.parse(state) as Partial<SourceState>) };
    },
    async setState(state) {
      await ask('update sources set state = $2 where id = $1', [id, JSON.stringify(state)]);
    },
    async lease(holder, forMs) {
      // The clock is the server's, because those of the instances may differ.
      const taken = await ask(
        `update sources set holder = $2, held_until = now() + $3 * interval '1 ms'
         where id = $1 and (holder is null or holder = $2 or held_until < now()) returning 1`,
        [id, holder, forMs],
      );
      return taken.length > 0;
    },
    async release(holder) {
      await ask('update sources set holder = null where id = $1 and holder = $2', [id, holder]);
    },
  };
}
