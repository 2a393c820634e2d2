import type { Failure } from '../core/failure.ts';
import type { Answer, Attempt, Block, Question, SearchEngine, Source } from '../core/terms.ts';

/** Where the time of one answer went, in milliseconds; the steps add up to the total. */
export type Timing = {
  /** With what it takes to find out what a follow-up means. */
  readonly searchMs: number;
  readonly readMs: number;
  readonly selectMs: number;
  /** From the question to the first text of the answer; null when there was none. */
  readonly firstTextMs: number | null;
  readonly writeMs: number;
  readonly checkMs: number;
  readonly renderMs: number;
  readonly totalMs: number;
};

/** What happens while an answer comes about, in this order; nouns first. */
export type AnswerEvent =
  | {
      readonly type: 'search-end';
      readonly engine: SearchEngine;
      readonly trail: readonly Attempt[];
      /** What was searched for, where that is not the question itself: a follow-up in words that stand alone. */
      readonly query?: string;
    }
  /** The writer did not come to its end; what that means for the answer is told by `answer-end`. For the log. */
  | { readonly type: 'write-failure'; readonly failure: Failure }
  /** The page of a hit was read. */
  | { readonly type: 'page-read'; readonly url: string; readonly tookMs: number }
  /**
   * The page of a hit was not read, its snippet has to do; `reason` says why in words. `isRushed` when it was late for a caller
   * who waits less time than pages usually get: the answer then rests on less than others would get.
   */
  | {
      readonly type: 'page-skip';
      readonly url: string;
      readonly reason: string;
      readonly isRushed: boolean;
      readonly tookMs: number;
    }
  /** `language`, a BCP 47 tag or `und`, is the one the answer will be in. */
  | { readonly type: 'sources'; readonly sources: readonly Source[]; readonly language: string }
  /** More of the answer's Markdown, checked: every citation in it points at a source. */
  | { readonly type: 'answer-delta'; readonly text: string }
  /** The answer so far as safe HTML; the open block is told again until it closes. Only from `inBlocks`. */
  | ({ readonly type: 'answer-block' } & Block)
  /**
   * A finished sentence of the speech, with the blank that parts it from the one before; put together, the texts are the
   * answer's speech. Only from `inSentences`.
   */
  | { readonly type: 'sentence'; readonly index: number; readonly text: string }
  /**
   * For each citation link of the finished answer, in their order, one or two sentences of the source that it stands on, word
   * for word; empty where none was found. Behind the last delta. Only from `withSupport`, and only where anything is cited.
   */
  | {
      readonly type: 'support';
      readonly citations: readonly { readonly index: number; readonly quote: string }[];
    }
  | { readonly type: 'timing'; readonly timing: Timing }
  /** The whole answer; where it differs from the deltas (a cut answer), it is the one that counts. */
  | { readonly type: 'answer-end'; readonly answer: Answer };

/**
 * Tells one answer as it comes about. Throws a Failure when there is none to tell; aborting `signal` ends everything
 * that was started. The last event is always `answer-end`.
 */
export type Answerer = (question: Question, signal: AbortSignal) => AsyncGenerator<AnswerEvent>;
