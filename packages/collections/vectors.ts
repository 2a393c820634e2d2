import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { similarity } from '@sayso/text/ranks.ts';
import { toEmbeddedPieces } from './index-text.ts';
import { PARTS_PER_DOCUMENT, type PieceMatch, type Within } from './store.ts';

/** The number of pieces that are sent in one call. */
const BATCH = 16;
/** A model on a processor takes seconds for a batch, and may have to be loaded first. */
const BATCH_MS = 120_000;
/** The waits before a batch is tried again. */
const RETRY_DELAYS_MS = [1_000, 3_000, 10_000];

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

/** The result of embedding the texts of an index. */
export type EmbeddingReport = {
  /** Pieces that were embedded in this run. */
  readonly embedded: number;
  /** The number of pieces in the parts that lack a vector because the model failed. */
  readonly missing: number;
  /** Why the model failed; empty if it did not. */
  readonly cause: string;
  /** The model whose vectors are being replaced by those of another model; null if they are kept. */
  readonly replaced: string | null;
};

/** The model that embeds pieces. */
export type EmbeddingOrder = {
  readonly embed: Embed;
  /** The waits before a batch is tried again, in milliseconds. */
  readonly retryDelaysMs?: readonly number[];
};

type PartPiece = {
  readonly part: number;
  readonly piece: number;
  readonly hash: Buffer;
  readonly text: string;
};

/**
 * Makes vectors for every part of an open index: one for each 1,200 characters, embedded together with the
 * title of the document. Only texts that are new to the index are embedded, or all texts if another model
 * made the vectors. If the model fails, the vectors made so far are kept. Rejects only with the signal's
 * reason.
 * @param onProgress called before each call of the model, with the number of pieces so far and the total
 */
export async function embedParts(
  database: DatabaseSync,
  order: EmbeddingOrder,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<EmbeddingReport> {
  const probe = await patientEmbed(['water'], order, signal);
  const counts = { embedded: 0, missing: 0 };
  if (probe.status === 'failed')
    return { ...counts, missing: piecesToEmbed(database).length, cause: probe.cause, replaced: null };
  const replaced = replaceMaker(database, probe.model, probe.vectors[0]?.length ?? 0);
  const put = database.prepare('insert or ignore into vectors values (?, ?)');
  const place = database.prepare('insert or replace into pieces values (?, ?, ?)');
  const isKnown = database.prepare('select 1 from vectors where hash = ?');
  const pieces = piecesToEmbed(database);
  let cause = '';
  for (let start = 0; start < pieces.length && cause === ''; start += BATCH) {
    onProgress(start, pieces.length);
    const batch = pieces.slice(start, start + BATCH);
    const unknown = batch.filter(({ hash }) => isKnown.get(hash) === undefined);
    const batchVectors = await patientEmbed(
      unknown.map(({ text }) => text),
      order,
      signal,
    );
    if (batchVectors.status === 'failed') cause = batchVectors.cause;
    else {
      for (const [at, { hash }] of unknown.entries()) {
        const vector = batchVectors.vectors[at];
        if (vector !== undefined)
          put.run(hash, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
      }
      counts.embedded += unknown.length;
    }
    for (const { part, piece, hash } of batch)
      if (isKnown.get(hash) !== undefined) place.run(part, piece, hash);
  }
  database.exec('delete from vectors where hash not in (select hash from pieces)');
  return { ...counts, missing: piecesToEmbed(database).length, cause, replaced };
}

/** Embeds a batch, with further tries after waits; the first failure if all of them fail. */
async function patientEmbed(
  passages: readonly string[],
  { embed, retryDelaysMs = RETRY_DELAYS_MS }: EmbeddingOrder,
  signal: AbortSignal,
) {
  if (passages.length === 0) return { status: 'ok', vectors: [], model: '' } as const;
  const first = await embed({ passages, timeoutMs: BATCH_MS }, signal);
  if (first.status === 'ok') return first;
  for (const delayMs of retryDelaysMs) {
    await setTimeout(delayMs, undefined, { signal });
    const again = await embed({ passages, timeoutMs: BATCH_MS }, signal);
    if (again.status === 'ok') return again;
  }
  return first;
}

/** Removes another model's vectors and returns its name; null if there are none. */
function replaceMaker(database: DatabaseSync, model: string, dimension: number): string | null {
  const maker = database.prepare('select model, dimension from maker').get();
  if (maker?.model === model && maker.dimension === dimension) return null;
  database.exec('delete from vectors; delete from pieces; delete from maker');
  database.prepare('insert into maker values (?, ?)').run(model, dimension);
  return maker === undefined ? null : String(maker.model);
}

/** All pieces of the parts of which a piece has no vector yet. */
function piecesToEmbed(database: DatabaseSync): PartPiece[] {
  const rows = database.prepare(
    `select parts.id as part, title, text, (select count(*) from pieces where pieces.part = parts.id) as done
     from parts join documents on documents.id = parts.id / ${PARTS_PER_DOCUMENT} order by parts.id`,
  );
  const pieces: PartPiece[] = [];
  for (const { part, title, text, done } of rows.iterate()) {
    const texts = toEmbeddedPieces(String(text));
    if (done === texts.length) continue;
    texts.forEach((own, piece) => {
      const embedded = `${title}\n${own}`;
      const hash = createHash('sha256').update(embedded).digest();
      pieces.push({ part: Number(part), piece, hash, text: embedded });
    });
  }
  return pieces;
}

/** The vectors of a collection, in memory. */
type VectorSearch = NonNullable<ReturnType<typeof openVectors>>;

/** Other tasks may run after every comparison of this many numbers, about every 3 ms. */
const STEPS_PER_YIELD = 2_000_000;

/** The vectors of an open collection; null if it has none. They are read on first use. */
export function openVectors(database: DatabaseSync) {
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
    /**
     * The pieces nearest to a vector in some collections, best first, one for each document. Other tasks can run in
     * between. Other collections are left out first: a small one finds the same as if it were alone.
     */
    async nearest(vector: Float32Array, limit: number, within?: Within): Promise<readonly PieceMatch[]> {
      loading ??= load(database, dimension);
      const { parts, pieces, numbers, collections } = await loading;
      const best = new Map<number, PieceMatch & { readonly near: number }>();
      for (let row = 0; row < parts.length; row++) {
        if (within?.includes(collections[row] ?? '') === false) continue;
        const near = similarity(vector, numbers, row * dimension);
        const part = parts[row] ?? 0;
        const document = Math.floor(part / PARTS_PER_DOCUMENT);
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
  readonly collections: readonly string[];
  /** All vectors, one after another. */
  readonly numbers: Float32Array;
};

async function load(database: DatabaseSync, dimension: number): Promise<VectorTable> {
  const count = Number(
    database.prepare('select count(*) as count from pieces join vectors using (hash)').get()?.count,
  );
  const rows = database.prepare(
    `select part, piece, vector, name as collection from pieces join vectors using (hash)
     left join documents on documents.id = part / ${PARTS_PER_DOCUMENT}
     left join collections on collections.id = collection`,
  );
  const [parts, pieces, collections]: [number[], number[], string[]] = [[], [], []];
  const numbers = new Float32Array(count * dimension);
  for (const { part, piece, vector, collection } of rows.iterate()) {
    if (!(vector instanceof Uint8Array) || vector.byteLength !== dimension * 4) continue;
    // `slice` copies, because SQLite's bytes may begin at an address at which no Float32Array can begin.
    numbers.set(new Float32Array(vector.slice().buffer), parts.length * dimension);
    parts.push(Number(part));
    pieces.push(Number(piece));
    collections.push(String(collection));
    if ((parts.length * dimension) % STEPS_PER_YIELD < dimension) await setImmediate();
  }
  return { parts, pieces, collections, numbers };
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
    readonly collections?: Within;
  },
  { embed, vectors }: { readonly embed: Embed | null; readonly vectors: VectorSearch | null },
  signal: AbortSignal,
): Promise<{ readonly near: readonly PieceMatch[]; readonly hint: string | null }> {
  if (embed === null) return { near: [], hint: null };
  const again = 'run `sayso index` again with the same EMBED_URL';
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
  return { near: await vectors.nearest(vector, Math.max(limit, NEAR_DOCUMENTS), collections), hint: null };
}
