import type { Depth } from './depth.ts';
import type { Failure } from './failure.ts';
import type {
  Answer,
  Attempt,
  Block,
  CitationMove,
  Hit,
  Page,
  Question,
  SearchEngine,
  Source,
} from './terms.ts';
import type { JudgedStatement } from './verdict.ts';

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

/** One search over all slots, and how it went. */
export type SearchRecord = {
  /** What was searched for. */
  readonly words: string;
  /** `empty` if at least one slot searched and found nothing; `failed` if every one failed. */
  readonly outcome:
    | { readonly status: 'ok'; readonly hits: readonly Hit[] }
    | { readonly status: 'empty' }
    | { readonly status: 'failed'; readonly cause: string; readonly retryAfterMs?: number };
  /** The slot that had results first; `none` unless the outcome is `ok`. */
  readonly engine: SearchEngine;
  /** Every slot that was asked or skipped, in the configured order. */
  readonly trail: readonly Attempt[];
};

/** What was found out before an answer is written. */
export type Evidence = {
  /** What the question means on its own: a follow-up is rewritten so that it can be understood alone. */
  readonly meaning: string;
  /** In the order in which they were made; at least one. */
  readonly searches: readonly SearchRecord[];
  /** The pages that were read, by the URL of their hit. */
  readonly pages: ReadonlyMap<string, Page>;
  readonly sources: readonly Source[];
  /** The language of the answer: a BCP 47 tag or `und`. */
  readonly language: string;
  /** The tokens of the models that helped to gather it. */
  readonly tokens: number;
  /** The calls of models that helped to gather it. */
  readonly calls: number;
  /** True if pages were late only because the caller allows less time than usual. */
  readonly isRushed: boolean;
};

/** Emits what is found as it arrives, and returns all of it. */
export type Gathering = AsyncGenerator<AnswerEvent, Evidence>;

/** The events of an answer, in this order. */
export type AnswerEvent =
  /** A deep answer has begun; from now on its caller may want it at once. */
  | { readonly type: 'begin' }
  /** What a deep answer searches for in its first round. */
  | { readonly type: 'plan'; readonly subQuestions: readonly string[] }
  /** What the first round of a deep answer did not find, which the second searches for; empty for nothing. */
  | { readonly type: 'gap'; readonly missing: readonly string[] }
  | {
      readonly type: 'search-end';
      /** Which of the answer's searches it was; the first is 0. */
      readonly search: number;
      readonly engine: SearchEngine;
      readonly trail: readonly Attempt[];
      /**
       * What was searched for, if it differs from the question: a follow-up, rewritten so that it can be
       * understood alone.
       */
      readonly query?: string;
      /** The round of a deep answer, from 1; absent for a quick one. */
      readonly round?: number;
    }
  /** The page of a hit was read. */
  | { readonly type: 'page-read'; readonly url: string; readonly tookMs: number; readonly round?: number }
  /** The page of a hit was not read, so its snippet is used; `reason` says why in words. */
  | {
      readonly type: 'page-skip';
      readonly url: string;
      readonly reason: string;
      readonly tookMs: number;
      readonly round?: number;
    }
  /** `language`, a BCP 47 tag or `und`, is the language of the answer. */
  | { readonly type: 'sources'; readonly sources: readonly Source[]; readonly language: string }
  /** Everything that the answer is written from. Only for wrappers. */
  | { readonly type: 'gather-end'; readonly evidence: Evidence }
  /** A citation of the next text was changed. Only for wrappers. */
  | { readonly type: 'citation-moved'; readonly move: CitationMove }
  /** More of the answer's Markdown, after the check: every citation in it points to a source. */
  | { readonly type: 'answer-delta'; readonly text: string }
  /**
   * The answer so far as safe HTML; an unfinished block is sent again until it is closed. Only on request.
   */
  | ({ readonly type: 'answer-block' } & Block)
  /**
   * A complete sentence of the speech, with the space before it; joined, these texts are the answer's speech.
   * Only on request.
   */
  | { readonly type: 'sentence'; readonly index: number; readonly text: string }
  /**
   * For each citation link of the finished answer, in order, the one or two sentences of the source that
   * support it, word for word; empty if none was found. Follows the last delta. Only if requested, and only
   * if there are citations.
   */
  | {
      readonly type: 'support';
      readonly citations: readonly { readonly index: number; readonly quote: string }[];
    }
  /**
   * A finished statement of the answer and what its sources say of it; the last event of an index counts.
   * Only on request.
   */
  | { readonly type: 'statement'; readonly statement: JudgedStatement }
  /** The writer did not finish; `answer-end` shows the consequences. Only for the log. */
  | { readonly type: 'write-failure'; readonly failure: Failure }
  /** What the models did for the answer, and the tokens of all their calls. */
  | { readonly type: 'usage'; readonly depth: Depth; readonly calls: number; readonly tokens: number }
  | { readonly type: 'timing'; readonly timing: Timing }
  /** The whole answer. Where it differs from the deltas (an answer that was cut), it is authoritative. */
  | {
      readonly type: 'answer-end';
      readonly answer: Answer;
      /** All of its statements. Only on request. */
      readonly statements?: readonly JudgedStatement[];
    };

/**
 * Emits one answer as it is made. Throws a Failure if there is none; aborting `signal` ends everything that
 * was started. The last event is always `answer-end`.
 */
export type Answerer = (question: Question, signal: AbortSignal) => AsyncGenerator<AnswerEvent>;

/** Follows the events of one answer, and returns what to emit instead of each. */
export type EventTransform = (event: AnswerEvent) => Iterable<AnswerEvent>;

/** The same events and those that they are replaced by, for work that pauses so that others are served. */
export type AnswerWrapper = (events: AsyncGenerator<AnswerEvent>) => AsyncGenerator<AnswerEvent>;

/** Watches one answer. Never throws. */
export type AnswerWatch = {
  see(event: AnswerEvent): void;
  /** Called once. `failure` is null if the answer did not fail: it is complete, or its caller left. */
  end(failure: Failure | null): void;
};

/** Starts to watch the answer to a question. */
export type WatchAnswer = (question: Question) => AnswerWatch;
