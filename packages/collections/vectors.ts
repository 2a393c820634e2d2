import { setTimeout } from 'node:timers/promises';
import type { PieceMatch, Store, Within } from './store.ts';

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

/** The model that made the vectors of an index, and how many numbers each of them has. */
export type Maker = { readonly model: string; readonly dimension: number };

/** A piece of a part that has no vector. */
export type BarePiece = PieceMatch & {
  /** SHA-256 of the text that is embedded: equal texts have one vector. */
  readonly hash: Uint8Array;
  /** Null if its vector is known, from another piece. */
  readonly text: string | null;
};

/** The vectors of an index. */
export type Vectors = {
  /** The model that made its vectors; null if there are none. */
  maker(): Promise<Maker | null>;
  /** Takes the vectors of a model from now on: those of another one are removed. */
  setMaker(maker: Maker): Promise<void>;
  /** Pieces without a vector, of whole parts behind a part: about `limit`, and some if there are any. */
  bare(after: number, limit: number): Promise<readonly BarePiece[]>;
  /** How many parts have no vectors. */
  countBare(): Promise<number>;
  /** Gives pieces their vectors, or null for known ones, unless their parts have changed meanwhile. */
  addVectors(
    pieces: readonly (Omit<BarePiece, 'text'> & { readonly vector: Float32Array | null })[],
  ): Promise<void>;
  /** Removes the vectors of texts that are gone. */
  sweepVectors(): Promise<void>;
  /**
   * The pieces nearest to a vector in some collections, best first, one for each document. Other collections are left
   * out first: a small one finds the same as if it were alone.
   */
  nearest(vector: Float32Array, limit: number, collections?: Within): Promise<readonly PieceMatch[]>;
};

/** A store with its vectors. */
export type OpenStore = Store & { readonly vectors: Vectors };

/** The result of embedding the texts of an index. */
export type EmbeddingReport = {
  /** Pieces that were embedded in this run. */
  readonly embedded: number;
  /** The number of parts that have no vectors because the model failed. */
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

/**
 * Makes vectors for every part of an index: one for each 1,200 characters, embedded together with the title of the
 * document. Only texts that are new to the index are embedded, or all texts if another model made the vectors. If the
 * model fails, the vectors made so far are kept. Rejects as the signal does, or if the store fails.
 * @param onProgress called before each call of the model, with the number of parts so far and the total
 */
export async function embedParts(
  vectors: Vectors,
  order: EmbeddingOrder,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<EmbeddingReport> {
  const probe = await patientEmbed(['water'], order, signal);
  if (probe.status === 'failed')
    return { embedded: 0, missing: await vectors.countBare(), cause: probe.cause, replaced: null };
  const before = await vectors.maker();
  const maker = { model: probe.model, dimension: probe.vectors[0]?.length ?? 0 };
  const isSame = before?.model === maker.model && before.dimension === maker.dimension;
  if (!isSame) await vectors.setMaker(maker);
  const total = await vectors.countBare();
  let [embedded, done, after, cause] = [0, 0, -1, ''];
  while (cause === '') {
    const pieces = await vectors.bare(after, BATCH);
    if (pieces.length === 0) break;
    onProgress(done, total);
    const unknown = pieces.flatMap(({ text }) => text ?? []);
    const batch = await patientEmbed(unknown, order, signal);
    if (batch.status === 'failed') cause = batch.cause;
    else {
      const made = batch.vectors.values();
      await vectors.addVectors(
        pieces.map(({ text, ...piece }) => ({
          ...piece,
          vector: text === null ? null : (made.next().value ?? null),
        })),
      );
      embedded += unknown.length;
    }
    done += new Set(pieces.map(({ part }) => part)).size;
    after = pieces.at(-1)?.part ?? after;
  }
  await vectors.sweepVectors();
  return {
    embedded,
    missing: await vectors.countBare(),
    cause,
    replaced: isSame ? null : (before?.model ?? null),
  };
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
  if (embedded.model !== made.model || vector.length !== made.dimension) {
    const maker = `${made.model} (${made.dimension} dimensions)`;
    const hint = `its vectors were made by ${maker}, not by ${embedded.model} (${vector.length}): ${again}`;
    return { near: [], hint };
  }
  return { near: await vectors.nearest(vector, Math.max(limit, NEAR_DOCUMENTS), collections), hint: null };
}
