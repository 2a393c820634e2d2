import type { PostgresDatabase } from './postgres-database.ts';
import { phraseQuery, quoted, scopeOf } from './postgres-words.ts';
import { toPhrase } from './stems.ts';
import type { FoundPart, IndexedDocument, SearchIndex, Within } from './store.ts';

// Nothing of a part is read, so that only the index is looked at.
const COUNTS = `
  select (select count(*)::int from parts where words @@ query) as count
  from unnest($1::tsquery[]) with ordinality as asked (query, place) order by place`;
// `ts_filter` unpacks the words of a part once for all questions about them.
const UNPACKED = `ts_filter(words, '{a,d}') as words`;
const HAVING = `
  select part::float8 as part, array(select words @@ query from unnest($2::tsquery[]) as asked (query)) as has,
    array(select words @@ query from unnest($4::tsquery[]) as asked (query)) as "inTitle"
  from (select id as part, ${UNPACKED} from parts where words @@ $1::tsquery limit $3 offset 0) as found`;
const SAMPLE = `
  select distinct on (id) id::float8 as id, title, parts
  from (select min(id) as first, max(id) as last from documents) as range,
    lateral (select first + floor(at * greatest(1, (last - first + 1)::float8 / $1))::bigint as least
      from generate_series(0, $1 - 1) as at) as steps,
    lateral (select id, title, parts from documents where id >= least order by id limit 1) as nearest
  order by id`;
const TOTAL = 'select coalesce(sum(parts), 0)::float8 as parts from sources';

/** What PostgreSQL has for the search. */
export function openPostgresSearch({ ask }: PostgresDatabase): SearchIndex {
  return {
    async collections() {
      return (await ask<{ name: string }>('select name from collections')).map(({ name }) => name);
    },
    async counts(sets, collections) {
      const scopes = await scopesOf(collections);
      if (sets.length === 0 || scopes?.length === 0) return sets.map(() => 0);
      if (scopes === undefined && sets.every((words) => words.length === 0))
        return await ask<{ parts: number }>(TOTAL).then(([total]) => sets.map(() => total?.parts ?? 0));
      const rows = await ask<{ count: number }>(COUNTS, [sets.map((words) => toQuery(words, scopes))]);
      return rows.map(({ count }) => count);
    },
    async having({ sets, words }, collections, limit) {
      const scopes = await scopesOf(collections);
      if (scopes?.length === 0 || sets.length === 0) return [];
      const anySet = sets.map((set) => `(${toQuery(set, undefined)})`).join(' | ');
      const inScopes = scopes === undefined ? anySet : `(${scopes.map(quoted).join(' | ')}) & (${anySet})`;
      const phrases = words.map(toPhrase);
      return await ask<FoundPart>(HAVING, [
        inScopes,
        phrases.map((phrase) => phraseQuery(phrase)),
        limit,
        phrases.map((phrase) => phraseQuery(phrase, ':A')),
      ]);
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

/** A `tsquery` for all of these words, in the collections of these scopes. */
function toQuery(words: readonly string[], scopes: readonly string[] | undefined): string {
  const phrases = words.map(toPhrase).filter((phrase) => phrase.length > 0);
  const scope = scopes === undefined ? [] : [`(${scopes.map(quoted).join(' | ')})`];
  return [...scope, ...phrases.map((phrase) => phraseQuery(phrase))].join(' & ');
}

type DocumentRow = { readonly id: number; readonly published_at: string | null };
