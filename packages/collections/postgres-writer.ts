import { createHash } from 'node:crypto';
import type { Ask } from './postgres-database.ts';
import { levelOf } from './postgres-search.ts';
import { type Item, type NewDocument, PARTS_PER_DOCUMENT } from './store.ts';
import { toStored } from './stored.ts';
import { wordsOfPart } from './words.ts';

/** A source as a PostgreSQL knows it. */
export type SourceId = { readonly id: number; readonly collection: number };

const WITH_KEYS = 'source = $1 and md5(key) in (select md5(unnest($2::text[])))';
const SEE = `
  update items set run = $2, mark = seen.mark from json_to_recordset($3) as seen (key text, mark text)
  where source = $1 and md5(items.key) = md5(seen.key)`;
const PUT = `
  insert into items (source, key, run, mark, hash, document, refusal, remark)
  select $1, key, $2, mark, hash, document, refusal, remark
  from json_to_recordset($3)
    as row (key text, mark text, hash text, document bigint, refusal text, remark text)
  on conflict (source, md5(key)) do update set run = excluded.run, mark = excluded.mark, hash = excluded.hash,
    document = excluded.document, refusal = excluded.refusal, remark = excluded.remark`;
const ADD = `
  with added as (
    insert into documents (id, source, collection, url, path, title, published_at, keywords, parts, hash)
      overriding system value
    select id, $1, $2, url, path, title, "publishedAt", keywords, parts, decode(hash, 'hex')
    from json_to_recordset($3) as document (id bigint, url text, path text, title text, "publishedAt" text,
      keywords text, parts integer, hash text) order by id
    on conflict do nothing returning id, parts),
  texts as (
    insert into parts (id, words, text) select id, array_to_tsvector(words), text
    from json_to_recordset($4) as part (id bigint, words text[], text text)
    where id / ${PARTS_PER_DOCUMENT} in (select id from added))
  update sources set parts = parts + (select coalesce(sum(added.parts), 0) from added) where id = $1
  returning (select coalesce(json_agg(id), '[]') from added) as ids`;

/** Writes what a source has seen in a run: in a few statements, however much it is. */
export async function writeItems(
  ask: Ask,
  source: SourceId,
  items: readonly Item[],
  { run, uniqueTexts }: { readonly run: number; readonly uniqueTexts: boolean },
): Promise<void> {
  const { id } = source;
  const latest = [...new Map(items.map((item) => [item.key, item])).values()];
  const unchanged = latest.filter(({ is }) => is === 'unchanged');
  if (unchanged.length > 0) await ask(SEE, [id, run, JSON.stringify(unchanged)]);
  const gone = latest.filter(({ is }) => is === 'gone').map(({ key }) => key);
  if (gone.length > 0) await removeItems(ask, id, WITH_KEYS, gone);
  const others = latest.filter((item) => item.is === 'document' || item.is === 'refused');
  if (others.length === 0) return;
  await removeDocuments(ask, `select document from items where ${WITH_KEYS}`, [
    id,
    others.map(({ key }) => key),
  ]);
  const documents = others.flatMap((item) => (item.is === 'document' ? item.document : []));
  const added = await addDocuments(ask, source, documents, uniqueTexts);
  // Every list of a search would read the new words that wait.
  await ask(`select gin_clean_pending_list('parts_by_word')`);
  const rows = others.map((item) => {
    const { key, mark, hash } = item;
    if (item.is === 'refused') return { key, mark, hash, refusal: item.reason };
    const document = added.get(item.document);
    // As in SQLite: what was refused for another document is looked at again.
    if (typeof document === 'string') return { key, mark: '', hash: '', refusal: document };
    return { key, mark, hash, document, remark: item.remark };
  });
  await ask(PUT, [id, run, JSON.stringify(rows)]);
}

/** Removes the items of a source for which `which` is true (`$1` is the source), and returns how many documents they had. */
export function removeItems(
  ask: Ask,
  source: number,
  which: string,
  ...parameters: readonly unknown[]
): Promise<number> {
  return removeDocuments(ask, `delete from items where ${which} returning document`, [source, ...parameters]);
}

/** `old` is SQL for the `document` of items. */
async function removeDocuments(ask: Ask, old: string, parameters: readonly unknown[]): Promise<number> {
  const [removed] = await ask<{ count: number }>(
    `with old as (${old}),
     gone as (delete from documents using old where id = document returning id, parts),
     texts as (delete from parts using gone
       where parts.id between gone.id * ${PARTS_PER_DOCUMENT} and gone.id * ${PARTS_PER_DOCUMENT} + ${PARTS_PER_DOCUMENT - 1})
     update sources set parts = parts - (select coalesce(sum(gone.parts), 0) from gone) where id = $1
     returning (select count(*)::int from gone) as count`,
    parameters,
  );
  return removed?.count ?? 0;
}

/** For each document its new id, or the reason why it was refused. */
async function addDocuments(
  ask: Ask,
  { id: source, collection }: SourceId,
  documents: readonly NewDocument[],
  uniqueTexts: boolean,
): Promise<ReadonlyMap<NewDocument, number | string>> {
  const results = new Map<NewDocument, number | string>();
  const read = documents.flatMap((document) => {
    const stored = toStored(document);
    if (typeof stored !== 'string')
      return { document, stored, hash: createHash('sha256').update(stored.text).digest('hex') };
    results.set(document, stored);
    return [];
  });
  const pathOf = uniqueTexts
    ? await pathsOf(
        ask,
        collection,
        read.map(({ hash }) => hash),
      )
    : null;
  const unlike = read.filter(({ document, hash }) => {
    const path = pathOf?.get(hash);
    pathOf?.set(hash, path ?? document.path);
    if (path !== undefined) results.set(document, `it has the text of ${path}`);
    return path === undefined;
  });
  const ids = await ask<{ id: number }>(
    `select nextval(pg_get_serial_sequence('documents', 'id'))::float8 as id from generate_series(1, $1)`,
    [unlike.length],
  );
  const rows = unlike.map((each, at) => ({ ...each, id: ids[at]?.id ?? 0 }));
  const parts = rows.flatMap(({ id, stored: { title, parts, keywords } }) =>
    parts.map((text, position) => ({
      id: id * PARTS_PER_DOCUMENT + position,
      words: [levelOf(id), ...wordsOfPart({ collection, title, keywords }, { text, position })],
      text,
    })),
  );
  const [added] = await ask<{ ids: number[] }>(ADD, [
    source,
    collection,
    JSON.stringify(
      rows.map(({ id, document: { url, path, publishedAt }, stored: { title, keywords, parts }, hash }) => ({
        ...{ id, url, path, title, publishedAt, keywords, parts: parts.length, hash },
      })),
    ),
    JSON.stringify(parts),
  ]);
  const isAdded = new Set(added?.ids);
  for (const { document, id } of rows)
    results.set(document, isAdded.has(id) ? id : 'an earlier document has the same address');
  return results;
}

/** The documents of a collection that have one of these texts, by the hashes of the texts. */
async function pathsOf(ask: Ask, collection: number, hashes: readonly string[]) {
  const rows = await ask<{ hash: string; path: string }>(
    `select encode(hash, 'hex') as hash, path from documents
     where collection = $1 and hash in (select decode(unnest($2::text[]), 'hex'))`,
    [collection, hashes],
  );
  return new Map(rows.map(({ hash, path }) => [hash, path]));
}
