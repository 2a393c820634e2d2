import type { Failure } from '../core/failure.ts';
import type { Answer, Attempt, Block, Question, SearchEngine, Source } from '../core/terms.ts';

/** Where the time of one answer went, in milliseconds; the steps add up to the total. */
export type Timing = {
  readonly searchMs: number;
  readonly selectMs: number;
  /** From the question to the first text of the answer; null when there was none. */
  readonly firstTextMs: number | null;
  readonly writeMs: number;
  readonly renderMs: number;
  readonly totalMs: number;
};

/** What happens while an answer comes about, in this order; nouns first. */
export type AnswerEvent =
  | { readonly type: 'search-end'; readonly engine: SearchEngine; readonly trail: readonly Attempt[] }
  /** The writer did not come to its end; what that means for the answer is told by `answer-end`. For the log. */
  | { readonly type: 'write-failure'; readonly failure: Failure }
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  /** More of the answer's Markdown, checked: every citation in it points at a source. */
  | { readonly type: 'answer-delta'; readonly text: string }
  /** The answer so far as safe HTML; the open block is told again until it closes. Only from `inBlocks`. */
  | ({ readonly type: 'answer-block' } & Block)
  | { readonly type: 'timing'; readonly timing: Timing }
  /** The whole answer; where it differs from the deltas (a cut answer), it is the one that counts. */
  | { readonly type: 'answer-end'; readonly answer: Answer };

/**
 * Tells one answer as it comes about. Throws a Failure when there is none to tell; aborting `signal` ends everything
 * that was started. The last event is always `answer-end`.
 */
export type Answerer = (question: Question, signal: AbortSignal) => AsyncGenerator<AnswerEvent>;
