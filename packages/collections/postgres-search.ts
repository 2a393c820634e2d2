import type { PostgresDatabase } from './postgres-database.ts';
import { phraseQuery, quoted, scopeOf, toPhrase } from './postgres-words.ts';
import { LEAD_FACTOR, TITLE_WEIGHT } from './search.ts';
import { type FoundDocument, PARTS_PER_DOCUMENT, type SearchIndex } from './store.ts';

/** The constants of bm25 in SQLite's FTS5, which computes the same. */
const [K1, B] = [1.2, 0.75];
const LEAST_IDF = 1e-6;
/** How many parts are compared: where more have a word of the question, those with its rarest words. */
const MOST_MATCHES = 10_000;

/** For each word of a question, how many parts have it, up to a limit. */
const COUNTS = `
  select (select count(*)::int from (select 1 from parts where words @@ query::tsquery limit $2) as found) as count
  from unnest($1::text[]) with ordinality as asked (query, place) order by place`;
const TOTALS =
  'select coalesce(sum(parts), 0)::float8 as parts, coalesce(sum(length), 0)::float8 as length from sources';
// For one word or phrase, `ts_rank_cd` is the sum of the weights of its places; a weight is at most 1. The parts of a
// document are compared as in SQLite (sqlite-search.ts): the lower, the better.
const BEST_PARTS = `
  select part::float8 as part, score from (
    select distinct on (id / ${PARTS_PER_DOCUMENT}) id as part, score
    from (
      select id, case id % ${PARTS_PER_DOCUMENT} when 0 then ${LEAD_FACTOR}::float8 else 1 end * (
        select -sum(idf * count * ${K1 + 1} / (count + ${K1} * (${1 - B} + ${B} * length / $4::float8)))
        from unnest($2::text[], $3::float8[]) as asked (query, idf),
          lateral (select ${TITLE_WEIGHT}::float8 * ts_rank_cd(
            array[${1 / TITLE_WEIGHT}, 0, 0, 1]::real[], words, query::tsquery) as count) as counted
      ) as score
      from parts where words @@ $1::tsquery) as scored
    order by id / ${PARTS_PER_DOCUMENT}, score, id) as best
  order by score, part limit $5`;

type Phrase = { readonly words: readonly string[]; readonly query: string; readonly count: number };

/** What PostgreSQL has for the search. */
export function openPostgresSearch({ ask }: PostgresDatabase): SearchIndex {
  return {
    async bestParts(words, collections, limit) {
      const scopes = collections === undefined ? undefined : await scopesOf(collections);
      if (scopes?.length === 0) return [];
      const [phrases, [totals]] = await Promise.all([
        countEach(words.map(toPhrase).filter((phrase) => phrase.length > 0)),
        ask<{ parts: number; length: number }>(TOTALS),
      ]);
      const { parts: all = 0, length = 0 } = totals ?? {};
      const searched = rarest(phrases);
      if (searched.length === 0) return [];
      const anyWord = searched.map(({ query }) => query).join(' | ');
      return await ask<{ part: number; score: number }>(BEST_PARTS, [
        scopes === undefined ? anyWord : `(${scopes.map(quoted).join(' | ')}) & (${anyWord})`,
        phrases.map(({ query }) => query),
        phrases.map(({ count }) => idf(count, all)),
        length / Math.max(1, all),
        limit,
      ]);
    },
    async documents(ids) {
      const rows = await ask<Omit<FoundDocument, 'snippet' | 'text' | 'publishedAt'> & DocumentRow>(
        `select documents.id::float8 as id, name as collection, url, path, title, published_at, parts
         from documents join collections on collections.id = collection where documents.id = any ($1)`,
        [[...new Set(ids)]],
      );
      return new Map(rows.map(({ id, published_at: publishedAt, ...row }) => [id, { ...row, publishedAt }]));
    },
    async texts(first, last) {
      const rows = await ask<{ text: string }>(
        'select text from parts where id between $1 and $2 order by id',
        [first, last],
      );
      return rows.map(({ text }) => text);
    },
    async has(word) {
      const phrase = toPhrase(word);
      if (phrase.length === 0) return false;
      const found = await ask('select 1 from parts where words @@ $1::tsquery limit 1', [
        phraseQuery(phrase),
      ]);
      return found.length > 0;
    },
    async sample(titles, parts) {
      const [titleRows, textRows] = await Promise.all([
        ask<{ title: string }>('select title from documents order by id limit $1', [titles]),
        ask<{ text: string }>(
          `select text from parts where id in (
             select id from (select id, row_number() over (order by id) as at, count(*) over () as count from parts) as all_parts
             where at % greatest(1, count / $1) = 0) order by id limit $1`,
          [parts],
        ),
      ]);
      return { titles: titleRows.map(({ title }) => title), texts: textRows.map(({ text }) => text) };
    },
  };

  async function scopesOf(collections: readonly string[]): Promise<readonly string[]> {
    const rows = await ask<{ id: number }>('select id from collections where name = any ($1)', [collections]);
    return rows.map(({ id }) => scopeOf(id));
  }

  async function countEach(phrases: readonly (readonly string[])[]): Promise<readonly Phrase[]> {
    const queries = phrases.map(phraseQuery);
    const rows = await ask<{ count: number }>(COUNTS, [queries, MOST_MATCHES]);
    return phrases.map((words, at) => ({ words, query: queries[at] ?? '', count: rows[at]?.count ?? 0 }));
  }
}

type DocumentRow = { readonly id: number; readonly parts: number; readonly published_at: string | null };

/** The words to look for: all, unless too many parts have them; then the rarest. */
function rarest(phrases: readonly Phrase[]): readonly Phrase[] {
  let sum = 0;
  return phrases
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.count - other.count)
    .filter(({ count }, at) => {
      sum += count;
      return at === 0 || sum <= MOST_MATCHES;
    });
}

function idf(count: number, all: number): number {
  const value = Math.log((all - count + 0.5) / (count + 0.5));
  return value <= 0 ? LEAST_IDF : value;
}
