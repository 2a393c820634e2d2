import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { addSpaces } from './index-text.ts';
import { documentOf, type SearchIndex, type Within } from './store.ts';

/**
 * What a file of SQLite has for the search. It throws the errors of SQLite for a damaged file. Nothing waits: a search
 * has ended before the next task begins.
 */
export function openSqliteSearch(database: DatabaseSync): SearchIndex {
  const documentWith = database.prepare(
    `select url, path, title, published_at, keywords, parts, name as collection
     from documents join collections on collections.id = collection where documents.id = ?`,
  );
  const idOf = database.prepare('select id from collections where name = ?');
  const textOf = database.prepare('select text from parts where id = ?');
  const countOf = database.prepare(
    'select count(*) as count, max(id) as last from (select rowid as id from words where words match ? limit ?)',
  );
  // One row is read many times faster than a thousand.
  const [partsWith, titlesWith] = ['words', 'titles'].map((table) =>
    database.prepare(
      `select json_group_array(id) as ids from (select rowid as id from ${table} where ${table} match ? limit ?)`,
    ),
  );
  const partsOf = database.prepare('select part_count as parts from collections where name = ?');
  const allParts = database.prepare('select sum(part_count) as parts from collections');
  const names = database.prepare('select name from collections');
  const range = database.prepare(
    'select (select min(id) from documents) as first, (select max(id) from documents) as last',
  );
  const documentFrom = database.prepare(
    'select id, title, parts from documents where id >= ? order by id limit 1',
  );
  const within = (collections: Within) => collections?.flatMap((name) => Number(idOf.get(name)?.id ?? []));
  /** For each set of words, what a table has for all of them in some collections. */
  const idsIn = (
    table: StatementSync | undefined,
    sets: readonly (readonly string[])[],
    { collections, most }: { readonly collections: Within; readonly most: number },
  ): number[][] => {
    const scopes = within(collections);
    return sets.map((words) => JSON.parse(String(table?.get(toMatch(words, scopes), most)?.ids ?? '[]')));
  };
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
    collections: async () => names.all().map(({ name }) => String(name)),
    async size(collections) {
      const { first, last } = range.get() ?? {};
      const parts =
        collections === undefined
          ? Number(allParts.get()?.parts ?? 0)
          : collections.reduce((sum, name) => sum + Number(partsOf.get(name)?.parts ?? 0), 0);
      return { parts, first: Number(first), last: Number(last) };
    },
    async counts(words, collections, most) {
      const scopes = within(collections);
      return words.map((word) => {
        const { count, last } = countOf.get(toMatch([word], scopes), most) ?? {};
        return { count: Number(count), last: documentOf(Number(last)) };
      });
    },
    having: async (sets, collections, most) => idsIn(partsWith, sets, { collections, most }),
    titled: async (sets, collections, most) => idsIn(titlesWith, sets, { collections, most }),
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

/**
 * The expression of FTS5 for all of these words, in some collections if `scopes` is given. Each word is a quoted phrase, so
 * that no sign of a question is an operator.
 */
function toMatch(words: readonly string[], scopes: readonly number[] | undefined): string {
  const phrases = words.map((word) => quoted(addSpaces(word).trim())).join(' AND ');
  if (scopes === undefined) return phrases;
  // Without any, nothing is found: no text has such a word.
  return `(scope : (${quoted('none')}${scopes.map((id) => ` OR ${quoted(scopeWord(id))}`).join('')})) AND ${phrases}`;
}

function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

/** The word that stands for a collection among the indexed words. */
export function scopeWord(collection: number): string {
  return `collection${collection}`;
}
