import type { Failure } from './failure.ts';
import type { Answer, Attempt, Block, Question, SearchEngine, Source } from './terms.ts';

/** The time that each step of one answer took, in milliseconds; the steps add up to the total. */
export type Timing = {
  /** Includes the time to work out what a follow-up means. */
  readonly searchMs: number;
  readonly readMs: number;
  readonly selectMs: number;
  /** From the question to the first text of the answer; null if there was none. */
  readonly firstTextMs: number | null;
  readonly writeMs: number;
  readonly checkMs: number;
  readonly renderMs: number;
  readonly totalMs: number;
};

/** The events of an answer, in this order. */
export type AnswerEvent =
  | {
      readonly type: 'search-end';
      readonly engine: SearchEngine;
      readonly trail: readonly Attempt[];
      /** What was searched for, if it differs from the question: a follow-up in words that stand alone. */
      readonly query?: string;
    }
  /** The writer did not finish; `answer-end` contains the consequences. Only for the log. */
  | { readonly type: 'write-failure'; readonly failure: Failure }
  /** The page of a hit was read. */
  | { readonly type: 'page-read'; readonly url: string; readonly tookMs: number }
  /**
   * The page of a hit was not read, so its snippet is used; `reason` says why in words. `isRushed` is true if
   * the page was late only because the caller allows less time than usual: this answer has less to go on than
   * others.
   */
  | {
      readonly type: 'page-skip';
      readonly url: string;
      readonly reason: string;
      readonly isRushed: boolean;
      readonly tookMs: number;
    }
  /** `language`, a BCP 47 tag or `und`, is the language of the answer. */
  | { readonly type: 'sources'; readonly sources: readonly Source[]; readonly language: string }
  /** More of the answer's Markdown, checked: every citation in it points to a source. */
  | { readonly type: 'answer-delta'; readonly text: string }
  /** The answer so far as safe HTML; the open block is repeated until it closes. Only from `inBlocks`. */
  | ({ readonly type: 'answer-block' } & Block)
  /**
   * A complete sentence of the speech, with the space before it; joined, the texts are the answer's speech.
   * Only from `inSentences`.
   */
  | { readonly type: 'sentence'; readonly index: number; readonly text: string }
  /**
   * For each citation link of the finished answer, in order, the one or two sentences of the source that
   * support it, word for word; empty if none was found. Follows the last delta. Only from `withSupport`, and
   * only if there are citations.
   */
  | {
      readonly type: 'support';
      readonly citations: readonly { readonly index: number; readonly quote: string }[];
    }
  | { readonly type: 'timing'; readonly timing: Timing }
  /** The whole answer. Where it differs from the deltas (a cut answer), it is authoritative. */
  | { readonly type: 'answer-end'; readonly answer: Answer };

/**
 * Emits one answer as it is made. Throws a Failure if there is none; aborting `signal` ends everything that
 * was started. The last event is always `answer-end`.
 */
export type Answerer = (question: Question, signal: AbortSignal) => AsyncGenerator<AnswerEvent>;
