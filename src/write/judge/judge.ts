import type { Source } from '../../core/source.ts';

/** Statements of one answer, and the sources that it was written from. */
export type JudgeTask = {
  readonly question: string;
  /** Plain text, without citations. */
  readonly statements: readonly string[];
  readonly sources: readonly Source[];
};

/** What a model says about one statement. */
export type ModelVerdict = {
  /** The position of the statement in the task, from 0. */
  readonly at: number;
  /** `missing`: no source says it. `no-claim`: there is nothing in it that a source could say. */
  readonly verdict: 'supported' | 'contradicted' | 'missing' | 'no-claim';
  /** For `contradicted`: the words of a source, as the model wrote them; otherwise empty. */
  readonly quote: string;
};

/** What the calls of a judge cost. */
export type JudgeCost = { readonly tokens: number; readonly calls: number };

/**
 * Asks a model about statements. Emits each verdict as soon as it arrives, at most one for a statement, in
 * any order, and returns the cost. Never throws: a statement without a verdict was not judged. Ends when
 * `signal` aborts.
 */
export type ModelJudge = (task: JudgeTask, signal: AbortSignal) => AsyncGenerator<ModelVerdict, JudgeCost>;
