import type { PostgresDatabase } from './postgres-database.ts';
import { phraseQuery, quoted, scopeOf } from './postgres-words.ts';
import { toPhrase } from './stems.ts';
import { type IndexedDocument, PARTS_PER_DOCUMENT, type SearchIndex, type Within } from './store.ts';

// Nothing of a part is read, so that only the index is looked at.
const COUNTS = `
  select (select count(*)::int from (select from parts where words @@ query limit $2) as counted) as count
  from unnest($1::tsquery[]) with ordinality as asked (query, place) order by place`;
// `offset 0` keeps PostgreSQL from walking through all parts in the order of their ids.
const HAVING = `
  select array(select id::float8 from (select id from parts where words @@ query offset 0) as found order by id limit $2)
    as ids
  from unnest($1::tsquery[]) with ordinality as asked (query, place) order by place`;
const TITLED = `
  select array(select (id / ${PARTS_PER_DOCUMENT})::float8
    from (select id from parts where words @@ query and id % ${PARTS_PER_DOCUMENT} = 0 offset 0) as found
    order by id limit $2) as ids
  from unnest($1::tsquery[]) with ordinality as asked (query, place) order by place`;
const SAMPLE = `
  select distinct on (id) id::float8 as id, title, parts
  from (select min(id) as first, max(id) as last from documents) as range,
    lateral (select first + floor(at * greatest(1, (last - first + 1)::float8 / $1))::bigint as least
      from generate_series(0, $1 - 1) as at) as steps,
    lateral (select id, title, parts from documents where id >= least order by id limit 1) as nearest
  order by id`;
const SIZE = `
  select coalesce(sum(parts), 0)::float8 as parts from sources join collections on collections.id = collection
  where $1::text[] is null or collections.name = any ($1)`;

/** What PostgreSQL has for the search. */
export function openPostgresSearch({ ask }: PostgresDatabase): SearchIndex {
  return {
    async collections() {
      return (await ask<{ name: string }>('select name from collections')).map(({ name }) => name);
    },
    async size(collections) {
      const [size] = await ask<{ parts: number }>(SIZE, [collections ?? null]);
      return size?.parts ?? 0;
    },
    async counts(words, collections, most) {
      const scopes = await scopesOf(collections);
      if (words.length === 0 || scopes?.length === 0) return words.map(() => 0);
      const rows = await ask<{ count: number }>(COUNTS, [words.map((word) => toQuery([word], scopes)), most]);
      return rows.map(({ count }) => count);
    },
    async having(sets, collections, most) {
      const scopes = await scopesOf(collections);
      if (sets.length === 0 || scopes?.length === 0) return [];
      const rows = await ask<{ ids: number[] }>(HAVING, [sets.map((set) => toQuery(set, scopes)), most]);
      return rows.map(({ ids }) => ids);
    },
    async titled(sets, collections, most) {
      const scopes = await scopesOf(collections);
      if (sets.length === 0 || scopes?.length === 0) return [];
      const rows = await ask<{ ids: number[] }>(TITLED, [
        sets.map((set) => toQuery(set, scopes, ':A')),
        most,
      ]);
      return rows.map(({ ids }) => ids);
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

  async function scopesOf(collections: Within): Promise<readonly string[] | undefined> {
    if (collections === undefined) return undefined;
    const rows = await ask<{ id: number }>('select id from collections where name = any ($1)', [collections]);
    return rows.map(({ id }) => scopeOf(id));
  }
}

/** A `tsquery` for all of these words, in the collections of these scopes; with `:A`, in the title. */
function toQuery(
  words: readonly string[],
  scopes: readonly string[] | undefined,
  where: '' | ':A' = '',
): string {
  const phrases = words.map(toPhrase).filter((phrase) => phrase.length > 0);
  const scope = scopes === undefined ? [] : [`(${scopes.map(quoted).join(' | ')})`];
  return [...scope, ...phrases.map((phrase) => phraseQuery(phrase, where))].join(' & ');
}

type DocumentRow = { readonly id: number; readonly published_at: string | null };
