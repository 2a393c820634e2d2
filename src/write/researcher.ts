import type { Source } from '../core/source.ts';

/** Decides which queries a deep answer uses. Never throws: it falls back to rules. */
export type Researcher = {
  /** The queries in addition to the question itself, at most four. */
  plan(question: string, limits: PlanLimits, signal: AbortSignal): Promise<PlannedQueries>;
  /** The queries for facts that the sources lack; none if the sources have enough. */
  findGap(findings: Findings, limits: GapLimits, signal: AbortSignal): Promise<PlannedQueries>;
};

/** What has been found for a question so far. */
export type Findings = { readonly question: string; readonly sources: readonly Source[] };

/** The search queries, and the cost of finding them. */
export type PlannedQueries = {
  readonly queries: readonly string[];
  /** Prompt and completion tokens; 0 if no model was called. */
  readonly tokens: number;
  /** The calls of a model; 0 if rules alone decided. */
  readonly calls: number;
};

/** The limits of one model call. */
type PlanLimits = {
  readonly timeoutMs: number;
  /** Prompt and completion tokens. */
  readonly maxTokens: number;
};

type GapLimits = PlanLimits & { readonly maxQueries: number };
