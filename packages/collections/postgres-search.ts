import type { PostgresDatabase } from './postgres-database.ts';
import type { IndexedDocument, IndexSize, Scope, SearchIndex } from './store.ts';
import { inCollection, isInTitle } from './words.ts';

// An index of PostgreSQL has no order: it gives all parts with a frequent word before the first one can be read. So for a
// word alone, one level (`levelOf`) after another is looked at, and no further than needed; of several words, it finds
// those that have all of them sooner without levels. Nothing of a part is read but its id: that is in a few pages.
const FIRST_LEVEL = 1_024;
const HAVING = `
  select (
    select json_agg(id) from (
      select id from generate_series(0, case when alone then most else 0 end) as level, lateral (
        select id from parts
        where words @@ (case when alone then query && quote_literal('@' || level)::tsquery else query end)
        order by id offset 0) as found
      limit $2) as first) as ids
  from unnest($1::tsquery[], $3::bool[]) with ordinality as asked (query, alone, place), (
    select greatest(0, ceil(log(2, (max(id) + 1)::numeric / ${FIRST_LEVEL})))::int as most from documents) as levels
  order by place`;
const SIZE = `
  select coalesce(sum(parts), 0)::float8 as parts, (select min(id) from documents)::float8 as first,
    (select max(id) from documents)::float8 as last
  from sources where $1::int[] is null or collection = any ($1)`;
const SAMPLE = `
  select distinct on (id) id::float8 as id, title, parts
  from (select min(id) as first, max(id) as last from documents) as range,
    lateral (select first + floor(at * greatest(1, (last - first + 1)::float8 / $1))::bigint as least
      from generate_series(0, $1 - 1) as at) as steps,
    lateral (select id, title, parts from documents where id >= least order by id limit 1) as nearest
  order by id`;

/** The word of a document's level: of the first ones 0, of as many more 1, of twice as many 2, and so on. */
export function levelOf(document: number): string {
  return `@${Math.max(0, Math.ceil(Math.log2((document + 1) / FIRST_LEVEL)))}`;
}

/** A word as a `tsquery` has it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "''")}'`;
}

function toQuery(words: readonly string[], within: Scope): string {
  const all = words.map(quoted).join(' & ');
  return within === undefined
    ? all
    : `${all} & (${within.map((id) => quoted(inCollection(id))).join(' | ')})`;
}

/** What PostgreSQL has for the search. */
export function openPostgresSearch({ ask }: PostgresDatabase): SearchIndex {
  return {
    async collections() {
      const rows = await ask<{ id: number; name: string }>('select id, name from collections');
      return new Map(rows.map(({ id, name }) => [name, id]));
    },
    async size(within) {
      const [size] = await ask<IndexSize>(SIZE, [within ?? null]);
      return { parts: size?.parts ?? 0, first: size?.first ?? 0, last: size?.last ?? 0 };
    },
    async having(sets, within, most) {
      const queries = sets.map((words) => toQuery(words, within));
      // Few parts have a word in their title.
      const alone = sets.map(([word = '', ...others]) => others.length === 0 && !isInTitle(word));
      const rows = await ask<{ ids: number[] | null }>(HAVING, [queries, most, alone]);
      return rows.map(({ ids }) => ids ?? []);
    },
    async documents(ids) {
      const rows = await ask<Omit<IndexedDocument, 'publishedAt'> & DocumentRow>(
        `select documents.id::float8 as id, name as collection, url, path, title, published_at, keywords, parts
         from documents join collections on collections.id = collection where documents.id = any ($1)`,
        [[...new Set(ids)]],
      );
      return new Map(rows.map(({ id, published_at: publishedAt, ...row }) => [id, { ...row, publishedAt }]));
    },
    async texts(parts) {
      const rows = await ask<{ id: number; text: string }>(
        'select id::float8 as id, text from parts where id = any ($1::bigint[])',
        [parts],
      );
      return new Map(rows.map(({ id, text }) => [id, text]));
    },
    sample: (limit) => ask(SAMPLE, [limit]),
  };
}

type DocumentRow = { readonly id: number; readonly published_at: string | null };
