import type { PostgresDatabase } from './postgres-database.ts';
import { FIRST_LEVEL, SAMPLED_FROM, TITLE, toQuery } from './postgres-words.ts';
import { documentOf, type IndexedDocument, type IndexSize, type SearchIndex, type Within } from './store.ts';

// Questions for the first parts that have all words of each of some queries. Nothing of a part is read but its id: that is
// in a few pages. An index of PostgreSQL has no order: it gives all parts with a frequent word before the first one can be
// read. So if, by the sample, far more parts have it than are asked for, one level after another is looked at (see
// postgres-words.ts), and no further than needed.
const FIRST = `(
  select id from unnest(case when about > 2 * $2::int then levels else '{null}' end) as level, lateral (
    select id from parts where words @@ coalesce(query && level, query) order by id offset 0) as found
  limit $2) as first`;
const ASKED = `
  from (
    select place, query, ${SAMPLED_FROM} * (select count(*) from parts where words @@ (query && '''@''')) as about
    from (
      select place, case when $3::text[] is null then query else query && scope end as query
      from unnest($1::tsquery[]) with ordinality as asked (query, place), (
        select string_agg(quote_literal('#' || id), ' | ')::tsquery as scope
        from collections where name = any ($3)) as scopes
      offset 0) as scoped
    offset 0) as asked, (
    select array_agg(quote_literal('@' || level)::tsquery order by level) as levels from (
      select generate_series(0, greatest(0, ceil(log(2, (max(id) + 1)::numeric / ${FIRST_LEVEL})))::int) as level
      from documents) as each) as levels
  order by place`;
const COUNTS = `select (select json_build_object('count', count(*), 'last', max(id)) from ${FIRST}) as counted ${ASKED}`;
const IDS = `select (select json_agg(id) from ${FIRST}) as ids ${ASKED}`;
const SIZE = `
  select coalesce(sum(parts), 0)::float8 as parts, (select min(id) from documents)::float8 as first,
    (select max(id) from documents)::float8 as last
  from sources where $1::text[] is null or collection in (select id from collections where name = any ($1))`;
const SAMPLE = `
  select distinct on (id) id::float8 as id, title, parts
  from (select min(id) as first, max(id) as last from documents) as range,
    lateral (select first + floor(at * greatest(1, (last - first + 1)::float8 / $1))::bigint as least
      from generate_series(0, $1 - 1) as at) as steps,
    lateral (select id, title, parts from documents where id >= least order by id limit 1) as nearest
  order by id`;

/** What PostgreSQL has for the search. */
export function openPostgresSearch({ ask }: PostgresDatabase): SearchIndex {
  const first = async (queries: readonly string[], collections: Within, most: number) => {
    const rows = await ask<{ ids: number[] | null }>(IDS, [queries, most, collections ?? null]);
    return rows.map(({ ids }) => ids ?? []);
  };
  return {
    async collections() {
      return (await ask<{ name: string }>('select name from collections')).map(({ name }) => name);
    },
    async size(collections) {
      const [size] = await ask<IndexSize>(SIZE, [collections ?? null]);
      return { parts: size?.parts ?? 0, first: size?.first ?? 0, last: size?.last ?? 0 };
    },
    async counts(words, collections, most) {
      if (words.length === 0) return [];
      const queries = words.map((word) => toQuery([word], ''));
      const rows = await ask<{ counted: Counted }>(COUNTS, [queries, most, collections ?? null]);
      return rows.map(({ counted: { count, last } }) => ({ count, last: documentOf(last ?? 0) }));
    },
    having: (sets, collections, most) =>
      first(
        sets.map((words) => toQuery(words, '')),
        collections,
        most,
      ),
    async titled(sets, collections, most) {
      const queries = sets.map((words) => toQuery(words, TITLE));
      return (await first(queries, collections, most)).map((parts) => parts.map(documentOf));
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

type Counted = { readonly count: number; readonly last: number | null };
type DocumentRow = { readonly id: number; readonly published_at: string | null };
