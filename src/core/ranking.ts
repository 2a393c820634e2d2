/** Passages to be ordered by how well they answer a question. */
export type RankingTask = {
  readonly question: string;
  /** In the order to use if they cannot be ranked, best first. */
  readonly passages: readonly string[];
  /** The longest time that it may take, in milliseconds. */
  readonly timeoutMs: number;
};

/** Ranks passages: their indexes, best first; null if too late. Rejects only with the signal's reason. */
export type RankPassages = (task: RankingTask, signal: AbortSignal) => Promise<readonly number[] | null>;

/** What scoring passages returns. */
export type ScoredPassages = {
  /** How well each passage answers the question, from 0 to 1, in the order of the task. */
  readonly scores: readonly number[];
  /** The model that judged them; null if their words were compared instead. */
  readonly model: string | null;
};

/** Scores passages; without a model's reply in time, by their words. Rejects as the signal does. */
export type ScorePassages = (task: RankingTask, signal: AbortSignal) => Promise<ScoredPassages>;

/** Texts to embed: a question, if there is one, and passages that may answer it. */
type EmbeddingTask = {
  readonly question?: string;
  readonly passages: readonly string[];
  /** The longest time that it may take, in milliseconds. */
  readonly timeoutMs: number;
};

/** Unit vectors of one dimension and their model; or, for the operator, why there are none. */
type Embedded =
  | { readonly status: 'ok'; readonly vectors: readonly Float32Array[]; readonly model: string }
  | { readonly status: 'failed'; readonly cause: string };

/** Embeds texts, the question before the passages; similar meaning, similar vectors. Rejects on abort. */
export type Embed = (task: EmbeddingTask, signal: AbortSignal) => Promise<Embedded>;

/** The cosine of the angle between two unit vectors; the second one begins at index `from` of `other`. */
export function similarity(one: Float32Array, other: Float32Array, from = 0): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[from + at] ?? 0);
  return sum;
}

/** The constant of the paper; it decides how much more the first places count than later ones. */
const K = 60;

/**
 * Reciprocal rank fusion (Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms Condorcet", 2009):
 * the items of several orders, best first. An item that is missing from an order gets no points from it;
 * items with equal points stay in the order in which they were found.
 */
export function fuseRanks<T>(orders: readonly (readonly T[])[]): T[] {
  const scores = new Map<T, number>();
  for (const order of orders) {
    for (const [place, item] of order.entries()) {
      scores.set(item, (scores.get(item) ?? 0) + 1 / (K + place + 1));
    }
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([item]) => item);
}

/** The first of each list, then the second of each, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
