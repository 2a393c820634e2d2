import type { DatabaseSync } from 'node:sqlite';
import type { Scope, SearchIndex } from './store.ts';
import { inCollection } from './words.ts';

/**
 * What a file of SQLite has for the search. It throws the errors of SQLite for a damaged file. Nothing waits: a search
 * has ended before the next task begins.
 */
export function openSqliteSearch(database: DatabaseSync): SearchIndex {
  const documentWith = database.prepare(
    `select url, path, title, published_at, keywords, parts, name as collection
     from documents join collections on collections.id = collection where documents.id = ?`,
  );
  const textOf = database.prepare('select text from parts where id = ?');
  // One row is read many times faster than a thousand.
  const partsWith = database.prepare(
    'select json_group_array(id) as ids from (select rowid as id from words where words match ? limit ?)',
  );
  const partsOf = database.prepare(
    'select sum(part_count) as parts from collections where ?1 is null or id in (select value from json_each(?1))',
  );
  const names = database.prepare('select id, name from collections');
  const range = database.prepare(
    'select (select min(id) from documents) as first, (select max(id) from documents) as last',
  );
  const documentFrom = database.prepare(
    'select id, title, parts from documents where id >= ? order by id limit 1',
  );
  return {
    async documents(ids) {
      const rows = ids.flatMap((id) => {
        const row = documentWith.get(id);
        return row === undefined ? [] : [[id, row] as const];
      });
      return new Map(
        rows.map(([id, row]) => [
          id,
          {
            collection: String(row.collection),
            url: row.url === null ? null : String(row.url),
            path: String(row.path),
            title: String(row.title),
            publishedAt: row.published_at === null ? null : String(row.published_at),
            keywords: String(row.keywords),
            parts: Number(row.parts),
          },
        ]),
      );
    },
    collections: async () => new Map(names.all().map(({ id, name }) => [String(name), Number(id)])),
    async size(within) {
      const { first, last } = range.get() ?? {};
      const { parts } = partsOf.get(within === undefined ? null : JSON.stringify(within)) ?? {};
      return { parts: Number(parts), first: Number(first), last: Number(last) };
    },
    having: async (sets, within, most) =>
      sets.map((words) => JSON.parse(String(partsWith.get(toMatch(words, within), most)?.ids))),
    async texts(parts) {
      return new Map(
        parts.flatMap((part) => {
          const row = textOf.get(part);
          return row === undefined ? [] : [[part, String(row.text)] as const];
        }),
      );
    },
    async sample(limit) {
      const { first, last } = range.get() ?? {};
      if (first === null || first === undefined) return [];
      const step = Math.max(1, (Number(last) - Number(first) + 1) / limit);
      const rows = Array.from({ length: limit }, (_, at) =>
        documentFrom.get(Math.floor(Number(first) + at * step)),
      );
      const all = rows.flatMap((row) =>
        row === undefined ? [] : { id: Number(row.id), title: String(row.title), parts: Number(row.parts) },
      );
      return [...new Map(all.map((document) => [document.id, document])).values()];
    },
  };
}

/** The expression of FTS5 for all of these words, in some collections if `within` is given. */
function toMatch(words: readonly string[], within: Scope): string {
  const all = words.map(quoted).join(' AND ');
  return within === undefined
    ? all
    : `(${within.map((id) => quoted(inCollection(id))).join(' OR ')}) AND ${all}`;
}

/** No word has a sign that ends it. */
function quoted(word: string): string {
  return `"${word}"`;
}
