/** Passages to be ordered by how well they answer a question. */
export type RankingTask = {
  readonly question: string;
  /** In the order that is used if they cannot be ranked, best first. */
  readonly passages: readonly string[];
  /** The longest time that it may take, in milliseconds. */
  readonly timeoutMs: number;
};

/**
 * Ranks passages: their places in the task, best first, each once; null if they could not be ranked in time.
 * Rejects only with the signal's reason.
 */
export type RankPassages = (task: RankingTask, signal: AbortSignal) => Promise<readonly number[] | null>;

/** Texts to be embedded: a question, if there is one, and passages that may answer it. */
export type EmbeddingTask = {
  readonly question?: string;
  readonly passages: readonly string[];
  /** The longest time that it may take, in milliseconds. */
  readonly timeoutMs: number;
};

/** Unit vectors of the same length, and the model that made them, or why there are none, for the operator. */
export type Embedded =
  | { readonly status: 'ok'; readonly vectors: readonly Float32Array[]; readonly model: string }
  | { readonly status: 'failed'; readonly cause: string };

/**
 * Embeds texts, so that those that mean the same get similar vectors: first the question, then the passages.
 * Rejects only with the signal's reason.
 */
export type Embed = (task: EmbeddingTask, signal: AbortSignal) => Promise<Embedded>;

/** The cosine of the angle between two unit vectors; a vector may begin inside `other`. */
export function similarity(one: Float32Array, other: Float32Array, from = 0): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[from + at] ?? 0);
  return sum;
}

/** As in the paper; it decides how much more the first places count than later ones. */
const K = 60;

/**
 * Reciprocal rank fusion (Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms Condorcet", 2009):
 * the items of several orders, best first. An item that an order lacks gets nothing from it; equals stay in
 * the order in which they were met.
 */
export function fuseRanks<T>(orders: readonly (readonly T[])[]): T[] {
  const scores = new Map<T, number>();
  for (const order of orders) {
    for (const [place, item] of order.entries()) {
      scores.set(item, (scores.get(item) ?? 0) + 1 / (K + place + 1));
    }
  }
  return [...scores].sort(([, one], [, other]) => other - one).map(([item]) => item);
}
