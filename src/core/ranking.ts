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

/** The first of each list, then the second of each, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
