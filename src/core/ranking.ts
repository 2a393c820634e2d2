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
