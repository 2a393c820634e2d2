import type { DatabaseSync } from 'node:sqlite';
import { addSpaces } from './index-text.ts';
import { documentOf, type SearchIndex, type Within } from './store.ts';

/** To count a word that half of a million parts have takes 40 ms. From where the first ones end, the rest is estimated. */
const COUNTED = 10_000;

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
  const count = database.prepare(
    `select count(*) as count, max(part) as last
     from (select rowid as part from words where words match ? limit ${COUNTED})`,
  );
  const countAll = database.prepare('select count(*) as count from words_docsize');
  // One row is read many times faster than a thousand.
  const having = database.prepare(
    'select json_group_array(part) as parts from (select rowid as part from words where words match ? limit ?)',
  );
  const names = database.prepare('select name from collections');
  const range = database.prepare(
    'select (select min(id) from documents) as first, (select max(id) from documents) as last',
  );
  const documentFrom = database.prepare(
    'select id, title, parts from documents where id >= ? order by id limit 1',
  );
  const within = (collections: Within) => collections?.flatMap((name) => Number(idOf.get(name)?.id ?? []));
  /** How many parts match; of more than the first ones, an estimate. */
  const countOf = (match: string): number => {
    const { count: counted, last } = count.get(match) ?? {};
    if (Number(counted) < COUNTED) return Number(counted);
    const ends = range.get() ?? {};
    const ofAll =
      (Number(ends.last) - Number(ends.first) + 1) / (documentOf(Number(last)) - Number(ends.first) + 1);
    return Math.round(COUNTED * ofAll);
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
    async counts(sets, collections) {
      const scopes = within(collections);
      if (scopes?.length === 0) return sets.map(() => 0);
      return sets.map((words) => {
        if (words.length === 0 && scopes === undefined) return Number(countAll.get()?.count);
        return countOf(inScopes(words.length === 0 ? undefined : toMatch(words), scopes));
      });
    },
    async having({ sets, words }, collections, limit) {
      const scopes = within(collections);
      if (scopes?.length === 0 || sets.length === 0) return [];
      const anySet = sets.map((set) => `(${toMatch(set)})`).join(' OR ');
      const found = new Map<number, { readonly has: boolean[]; readonly inTitle: boolean[] }>();
      const none = words.map(() => false);
      const note = (place: number, field: 'has' | 'inTitle', wanted: string) => {
        const parts: number[] = JSON.parse(String(having.get(inScopes(wanted, scopes), limit)?.parts));
        for (const part of parts) {
          const flags = found.get(part) ?? { has: [...none], inTitle: [...none] };
          flags[field][place] = true;
          found.set(part, flags);
        }
      };
      for (const [place, word] of words.entries()) {
        note(place, 'has', `(${anySet}) AND ${toMatch([word])}`);
        note(place, 'inTitle', `(${anySet}) AND {title} : ${toMatch([word])}`);
      }
      return [...found].map(([part, flags]) => ({ part, ...flags }));
    },
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

/** The expression of FTS5 for all of these words. Each is a quoted phrase, so that no sign of a question is an operator. */
function toMatch(words: readonly string[]): string {
  return words.map((word) => `"${addSpaces(word).trim().replaceAll('"', '""')}"`).join(' AND ');
}

/** What is found in title and text of the documents of some collections; of all, if `within` is undefined. */
function inScopes(found: string | undefined, within: readonly number[] | undefined): string {
  const scope = within?.map((id) => `"${scopeWord(id)}"`).join(' OR ');
  return [
    ...(scope === undefined ? [] : [`(scope : (${scope}))`]),
    ...(found === undefined ? [] : [`({title text} : (${found}))`]),
  ].join(' AND ');
}

/** The word that stands for a collection among the indexed words. */
export function scopeWord(collection: number): string {
  return `collection${collection}`;
}
