import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { type Embed, similarity } from '../core/ranking.ts';
import type { SearchQuery } from '../search/search.ts';

/** The best piece of a document: the id of its part, and the position of the piece in that part. */
export type PieceMatch = { readonly part: number; readonly piece: number };

/** The vectors of a collection, in memory. */
export type VectorSearch = NonNullable<ReturnType<typeof createVectorSearch>>;

/** Other tasks may run after every comparison of this many numbers, about every 3 ms. */
const STEPS_PER_YIELD = 2_000_000;

/** The vectors of an open collection; null if it has none. They are read on first use. */
export function createVectorSearch(database: DatabaseSync, partsPerDocument: number) {
  if (database.prepare("select 1 from sqlite_schema where name = 'maker'").get() === undefined) return null;
  const maker = database.prepare('select model, dimension from maker').get();
  if (maker === undefined) return null;
  const dimension = Number(maker.dimension);
  let loading: Promise<VectorTable> | undefined;
  return {
    /** The model that made the vectors. */
    model: String(maker.model),
    /** The number of numbers in a vector. */
    dimension,
    /** The pieces nearest to a vector, best first, one for each document. Other tasks can run in between. */
    async nearest(vector: Float32Array, limit: number): Promise<readonly PieceMatch[]> {
      loading ??= load(database, dimension);
      const { parts, pieces, numbers } = await loading;
      const best = new Map<number, PieceMatch & { readonly near: number }>();
      for (let row = 0; row < parts.length; row++) {
        const near = similarity(vector, numbers, row * dimension);
        const part = parts[row] ?? 0;
        const document = Math.floor(part / partsPerDocument);
        if (near > (best.get(document)?.near ?? -1))
          best.set(document, { part, piece: pieces[row] ?? 0, near });
        if ((row * dimension) % STEPS_PER_YIELD < dimension) await setImmediate();
      }
      return [...best.values()].sort((one, other) => other.near - one.near).slice(0, limit);
    },
  };
}

type VectorTable = {
  readonly parts: readonly number[];
  readonly pieces: readonly number[];
  /** All vectors, one after another. */
  readonly numbers: Float32Array;
};

async function load(database: DatabaseSync, dimension: number): Promise<VectorTable> {
  const count = Number(
    database.prepare('select count(*) as count from pieces join vectors using (hash)').get()?.count,
  );
  const rows = database.prepare('select part, piece, vector from pieces join vectors using (hash)');
  const [parts, pieces]: [number[], number[]] = [[], []];
  const numbers = new Float32Array(count * dimension);
  for (const { part, piece, vector } of rows.iterate()) {
    if (!(vector instanceof Uint8Array) || vector.byteLength !== dimension * 4) continue;
    // `slice` copies, because SQLite's bytes may begin at an address at which no Float32Array can begin.
    numbers.set(new Float32Array(vector.slice().buffer), parts.length * dimension);
    parts.push(Number(part));
    pieces.push(Number(piece));
    if ((parts.length * dimension) % STEPS_PER_YIELD < dimension) await setImmediate();
  }
  return { parts, pieces, numbers };
}

/** The maximum time to embed a question; after that, searching without it is better than no result. */
const QUESTION_MS = 1_500;
/** The number of documents found by meaning that are compared with those found by words. */
const NEAR_DOCUMENTS = 30;

/** The parts that compare a question with the documents by meaning. */
type ByMeaning = { readonly embed: Embed | null; readonly vectors: VectorSearch | null };

/** The pieces nearest to a question (none if it cannot be embedded), and advice for the operator. */
export async function closestPieces(
  { text, leftMs, limit }: SearchQuery,
  { embed, vectors }: ByMeaning,
  signal: AbortSignal,
): Promise<{ readonly near: readonly PieceMatch[]; readonly hint: string | null }> {
  if (embed === null) return { near: [], hint: null };
  const again = 'run `sayso index` again with the same EMBED_URL and EMBED_MODEL';
  if (vectors === null) return { near: [], hint: `its index has no vectors: ${again}` };
  const timeoutMs = Math.min(QUESTION_MS, (leftMs?.() ?? QUESTION_MS) / 2);
  const embedded = await embed({ question: text, passages: [], timeoutMs }, signal);
  const [vector] = embedded.status === 'ok' ? embedded.vectors : [];
  if (embedded.status === 'failed' || vector === undefined) return { near: [], hint: null };
  if (embedded.model !== vectors.model || vector.length !== vectors.dimension) {
    const maker = `${vectors.model} (${vectors.dimension} dimensions)`;
    const hint = `its vectors were made by ${maker}, not by ${embedded.model} (${vector.length}): ${again}`;
    return { near: [], hint };
  }
  return { near: await vectors.nearest(vector, Math.max(limit, NEAR_DOCUMENTS)), hint: null };
}
