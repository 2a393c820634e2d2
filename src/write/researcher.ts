import type { Source } from '../core/source.ts';

/** The search queries, and the cost of finding them. */
export type Planned = {
  readonly queries: readonly string[];
  /** Prompt and completion tokens; 0 if no model was called. */
  readonly tokens: number;
  readonly calls: number;
};

/** The longest time of a call, and the maximum number of its tokens. */
type Limits = { readonly timeoutMs: number; readonly maxTokens: number };

/** Decides which queries a deep answer uses. Never throws: it falls back to rules. */
export type Research = {
  /** The queries in addition to the question itself, at most four. */
  plan(question: string, limits: Limits, signal: AbortSignal): Promise<Planned>;
  /** The queries for facts that the sources lack; none if the sources have enough. */
  findGap(known: Known, limits: Limits, signal: AbortSignal): Promise<Planned>;
};

/** The findings for a question so far, and the maximum number of further queries. */
export type Known = {
  readonly question: string;
  readonly sources: readonly Source[];
  readonly maxQueries: number;
};
