import type { DatabaseSync } from 'node:sqlite';
import { addSpaces } from './index-text.ts';
import { LEAD_FACTOR, TITLE_WEIGHT } from './search.ts';
import { PARTS_PER_DOCUMENT, type SearchIndex } from './store.ts';

/** The best part of each of the best documents; a lower score is better. */
const BEST_PARTS = `
  select rowid / ${PARTS_PER_DOCUMENT} as document, rowid as part,
    min(rank * iif(rowid % ${PARTS_PER_DOCUMENT} = 0, ${LEAD_FACTOR}, 1)) as score
  from words where words match ? and rank match 'bm25(0.0, ${TITLE_WEIGHT}.0, 1.0)'
  group by document order by score, document limit ?`;

/**
 * What a file of SQLite has for the search. It throws the errors of SQLite for a damaged file. Nothing waits: a search
 * has ended before the next task begins. In an index of 5,000 documents of 8,000 characters each, a search for a
 * question that matches half of all parts takes about 7 ms.
 */
export function openSqliteSearch(database: DatabaseSync): SearchIndex {
  const bestParts = database.prepare(BEST_PARTS);
  const documentWith = database.prepare(
    `select url, path, title, published_at, parts, name as collection
     from documents join collections on collections.id = collection where documents.id = ?`,
  );
  const idOf = database.prepare('select id from collections where name = ?');
  const textsOf = database.prepare('select text from parts where id between ? and ? order by id');
  const withWord = database.prepare('select rowid from words where words match ? limit 1');
  return {
    async bestParts(words, collections, limit) {
      const within = collections?.flatMap((name) => Number(idOf.get(name)?.id ?? []));
      if (within?.length === 0) return [];
      return bestParts
        .all(toMatchWithin(words, within), limit)
        .map(({ part, score }) => ({ part: Number(part), score: Number(score) }));
    },
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
            parts: Number(row.parts),
          },
        ]),
      );
    },
    texts: async (first, last) => textsOf.all(first, last).map(({ text }) => String(text)),
    has: async (word) => withWord.get(toMatch([word])) !== undefined,
    async sample(titles, parts) {
      const texts = database
        .prepare(
          `select text from parts where id in (
             select id from (select id, row_number() over (order by id) as at, count(*) over () as count from parts)
             where at % max(1, count / ?) = 0) order by id limit ?`,
        )
        .all(parts, parts);
      return {
        titles: database
          .prepare('select title from documents limit ?')
          .all(titles)
          .map(({ title }) => String(title)),
        texts: texts.map(({ text }) => String(text)),
      };
    },
  };
}

/**
 * The FTS5 expression that matches texts with any of the words. Each word is a quoted phrase, so that no character of a
 * question becomes an operator. Searching first for all words and then for any word did not order results better than
 * bm25 over any word (1,359 questions: 83.4 % and 83.6 % of the correct texts came first).
 */
function toMatch(words: readonly string[]): string {
  return words.map((word) => `"${addSpaces(word).trim().replaceAll('"', '""')}"`).join(' OR ');
}

/** The words in title and text of the documents of some collections; of all, if `within` is undefined. */
function toMatchWithin(words: readonly string[], within: readonly number[] | undefined): string {
  const found = `{title text} : (${toMatch(words)})`;
  if (within === undefined) return found;
  return `(scope : (${within.map((id) => `"${scopeWord(id)}"`).join(' OR ')})) AND (${found})`;
}

/** The word that stands for a collection among the indexed words. */
export function scopeWord(collection: number): string {
  return `collection${collection}`;
}
