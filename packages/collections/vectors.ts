import { createNearest, keysOf, type PartVectors, readMaker } from './nearest.ts';
import type { Ask } from './postgres-database.ts';
import { PARTS_PER_DOCUMENT, type PieceMatch, type Store } from './store.ts';

/** Embeds texts, the question before the passages, as unit vectors of one dimension. Rejects on abort. */
export type Embed = (
  task: {
    readonly question?: string;
    readonly passages: readonly string[];
    /** The longest time that it may take, in milliseconds. */
    readonly timeoutMs: number;
  },
  signal: AbortSignal,
) => Promise<
  | { readonly status: 'ok'; readonly vectors: readonly Float32Array[]; readonly model: string }
  | { readonly status: 'failed'; readonly cause: string }
>;

type PartToEmbed = {
  readonly document: number;
  readonly position: number;
  readonly collection: number;
  readonly title: string;
  /** Of the document's text. */
  readonly hash: Uint8Array;
  readonly text: string;
};

/** The vectors of an index, in SQLite and in PostgreSQL. */
export type Vectors = ReturnType<typeof openVectors>;

/** A store with its vectors. */
export type OpenStore = Store & { readonly vectors: Vectors };

/**
 * Opens the vectors of an index that is asked in SQL. A document without a maker is still to be embedded; parts that are
 * removed lose their vectors, and documents of a removed maker lose it (see the tables).
 */
export function openVectors(ask: Ask) {
  return {
    /** What made the vectors; null if there are none. */
    maker: () => readMaker(ask),
    /** The pieces nearest to a vector in some collections, the best of each document, the best document first. */
    nearest: createNearest(ask),
    /** Removes all vectors with what made them, and notes what makes others. */
    async replace(model: string, centre: Float32Array): Promise<void> {
      await ask('delete from maker');
      const bytes = new Uint8Array(centre.buffer, centre.byteOffset, centre.byteLength);
      await ask('insert into maker (model, centre) values ($1, $2)', [model, bytes]);
    },
    /** One process makes vectors at a time; false if another one does. */
    async lease(holder: string, forMs: number): Promise<boolean> {
      const now = Date.now();
      const taken = await ask(
        `update making set holder = $1, held_until_ms = $2 where holder = $1 or held_until_ms < $3 returning 1 as taken`,
        [holder, now + forMs, now],
      );
      return taken.length > 0;
    },
    /** How many parts are in documents that are not complete. */
    async missing(collections: readonly string[]): Promise<number> {
      const [row] = await ask<{ parts: number }>(
        `select cast(coalesce(sum(parts), 0) as double precision) as parts from documents
         where maker is null and collection in (
           select id from collections where name in (select key from json_each($1)))`,
        [keysOf(collections)],
      );
      return row?.parts ?? 0;
    },
    /** The first parts of a collection that have no vectors. */
    next: (collection: string, limit: number) =>
      ask<PartToEmbed>(
        `select cast(documents.id as double precision) as document, documents.collection, title, hash, text,
           cast(parts.id - documents.id * ${PARTS_PER_DOCUMENT} as integer) as position
         from documents
         join parts on parts.id >= documents.id * ${PARTS_PER_DOCUMENT} and parts.id < (documents.id + 1) * ${PARTS_PER_DOCUMENT}
         left join vectors on vectors.document = documents.id
           and vectors.position = parts.id - documents.id * ${PARTS_PER_DOCUMENT}
         where documents.maker is null and vectors.id is null
           and documents.collection = (select id from collections where name = $1)
         order by documents.id, parts.id limit $2`,
        [collection, limit],
      ),
    /** Keeps the vectors of a part, unless its document has gone or changed meanwhile: SQLite gives ids again. */
    async put(part: PartToEmbed, { signs, numbers }: PartVectors, maker: number): Promise<void> {
      const { document, position, collection, title, hash } = part;
      await ask(
        `insert into vectors (document, position, collection, maker, signs, numbers)
         select id, $2, $3, $4, $5, $6 from documents where id = $1 and title = $7 and hash = $8
         on conflict do nothing`,
        [document, position, collection, maker, signs, numbers, title, hash],
      );
    },
    /** Notes which documents of a range have all their vectors. */
    async complete(maker: number, first: number, last: number) {
      await ask(
        `update documents set maker = $1 where maker is null and id between $2 and $3
           and parts = (select count(*) from vectors where document = documents.id)`,
        [maker, first, last],
      );
    },
  };
}

/** The maximum time to embed a question; after that, searching without it is better than no result. */
const QUESTION_MS = 1_500;
/** The number of documents found by meaning that are compared with those found by words. */
const NEAR_DOCUMENTS = 30;

/** The pieces nearest to a question (none if it cannot be embedded), and advice for the operator. */
export async function closestPieces(
  {
    text,
    leftMs,
    limit,
    collections,
  }: {
    readonly text: string;
    readonly leftMs?: () => number;
    readonly limit: number;
    readonly collections?: readonly string[] | undefined;
  },
  { embed, vectors }: { readonly embed: Embed | null; readonly vectors: Pick<Vectors, 'maker' | 'nearest'> },
  signal: AbortSignal,
): Promise<{ readonly near: readonly PieceMatch[]; readonly hint: string | null }> {
  if (embed === null) return { near: [], hint: null };
  const again = 'run `sayso index` again with the same EMBED_URL';
  const made = await vectors.maker();
  if (made === null) return { near: [], hint: `its index has no vectors: ${again}` };
  const timeoutMs = Math.min(QUESTION_MS, (leftMs?.() ?? QUESTION_MS) / 2);
  const embedded = await embed({ question: text, passages: [], timeoutMs }, signal);
  const [vector] = embedded.status === 'ok' ? embedded.vectors : [];
  if (embedded.status === 'failed' || vector === undefined) return { near: [], hint: null };
  const { length: dimension } = made.centre;
  if (embedded.model !== made.model || vector.length !== dimension) {
    const maker = `${made.model} (${dimension} dimensions)`;
    const hint = `its vectors were made by ${maker}, not by ${embedded.model} (${vector.length}): ${again}`;
    return { near: [], hint };
  }
  return { near: await vectors.nearest(vector, Math.max(limit, NEAR_DOCUMENTS), collections), hint: null };
}
