import type { Answer, Block, CitationMove, JudgedStatement } from './answer.ts';
import type { Attempt, SlotPosition } from './attempt.ts';
import type { Failure } from './failure.ts';
import type { Depth, Intent } from './question.ts';
import type { FallbackKind, Hit, Source } from './source.ts';
import type { Amount, Spent } from './usage.ts';

/** The time that each step of one answer took, in milliseconds; the steps add up to the total. */
export type Timing = {
  /** Includes the time to work out what a follow-up means. */
  readonly searchMs: number;
  /** Reading the pages of the hits. */
  readonly readMs: number;
  /** Choosing the passages that the writer gets. */
  readonly selectMs: number;
  /** From the question to the first text of the answer; null if there was none. */
  readonly firstTextMs: number | null;
  /** Waiting for the writer. */
  readonly writeMs: number;
  /** Checking the text and its citations. */
  readonly checkMs: number;
  /** Making HTML and speech of it. */
  readonly renderMs: number;
  /** From the question to the end of the answer. */
  readonly totalMs: number;
};

/** What one search over all slots came to, without its hits. */
export type SearchRecord = {
  /** The query of the search. */
  readonly words: string;
  /** `ok` if a slot had results, `empty` if at least one found nothing, `failed` if every one failed. */
  readonly outcome:
    | { readonly status: 'ok' | 'empty' }
    | {
        readonly status: 'failed';
        readonly cause: string;
        readonly retryAfterMs?: number;
        /** True if the operator allows no slot another call now: nothing has failed. */
        readonly isUsedUp?: true;
      };
  /** The slot that had results first; null unless the outcome is `ok`. */
  readonly slot: SlotPosition | null;
  /** Every slot that was asked or skipped, in the configured order. */
  readonly trail: readonly Attempt[];
};

/** What one search over all slots returns; it has hits if its outcome is `ok`. Each names its slot. */
export type SearchReport = SearchRecord & { readonly hits: readonly Hit[] };

/** Everything that was found before an answer is written, and what calls of models took to gather it. */
export type Evidence = Spent & {
  /** The question in a form that can be understood alone: a follow-up is rewritten. */
  readonly meaning: string;
  /** In the order in which they were made; at least one. */
  readonly searches: readonly SearchRecord[];
  /** The whole texts of the hits by URL. Absent for an answer, which would keep megabytes in memory. */
  readonly texts?: ReadonlyMap<string, string>;
  /** What the question asks for, if that needs no search. */
  readonly intent?: Intent;
  /** What the answer may cite, best first. */
  readonly sources: readonly Source[];
  /** The language of the answer: a BCP 47 tag or `und`. */
  readonly language: string;
  /** True if pages are missing only because the caller allows little time or the service was busy. */
  readonly isRushed: boolean;
};

/** Emits each finding as it arrives, and returns all of them. */
export type Gathering = AsyncGenerator<AnswerEvent, Evidence>;

/** The maximum amount of source text for the model, in tokens, and why Sayso chose it. */
export type SourceContext = {
  readonly tokens: number;
  readonly reason: string;
  /** True if the model is being loaded into memory, so that its first word will be late. */
  readonly loading?: true;
};

/** The time until a deep answer must have ended, in milliseconds. */
export type TimeLeft = { readonly remainingMs?: number };

/** What supports a citation. */
export type Support = { readonly index: number; readonly quote: string };

/** The events of an answer, in this order. */
export type AnswerEvent =
  /** A deep answer has begun; from now on, its caller may ask for it at once. */
  | ({ readonly type: 'begin' } & TimeLeft)
  /** The search queries of the first round of a deep answer. */
  | ({ readonly type: 'plan'; readonly subQuestions: readonly string[] } & TimeLeft)
  /** The facts that the first round did not find, for the second to search for; empty if none. */
  | ({ readonly type: 'gap'; readonly missing: readonly string[] } & TimeLeft)
  | {
      readonly type: 'search-end';
      /** The number of the search within the answer; the first is 0. */
      readonly search: number;
      readonly slot: SlotPosition | null;
      readonly trail: readonly Attempt[];
      /** The query, if it differs from the question: a follow-up, rewritten to be understood alone. */
      readonly query?: string;
      /** True if rules guessed that query and no model confirmed it. */
      readonly isGuess?: boolean;
      /** The round of a deep answer, from 1; absent for a quick one. */
      readonly round?: number;
      /** The addresses that the query of a deep answer found; absent for a quick one. */
      readonly found?: readonly string[];
    }
  /** The page of a hit was read, by itself or by a service that renders pages. */
  | {
      readonly type: 'page-read';
      readonly url: string;
      readonly tookMs: number;
      readonly renderedBy?: FallbackKind;
      readonly round?: number;
    }
  /** The page of a hit was not read, so its snippet is used; `reason` is the cause in words. */
  | {
      readonly type: 'page-skip';
      readonly url: string;
      readonly reason: string;
      readonly tookMs: number;
      readonly round?: number;
    }
  /** `language`, a BCP 47 tag or `und`, is the language of the answer. */
  | {
      readonly type: 'sources';
      readonly sources: readonly Source[];
      readonly language: string;
      readonly context?: SourceContext;
    }
  /** All the material from which the answer is written. Only for wrappers. */
  | { readonly type: 'gather-end'; readonly evidence: Evidence }
  /** A citation of the next text was changed. Only for wrappers. */
  | { readonly type: 'citation-moved'; readonly move: CitationMove }
  /** More of the answer's Markdown, after the check: every citation in it points to a source. */
  | { readonly type: 'answer-delta'; readonly text: string }
  /** The answer so far as safe HTML; an open block is sent again until it is closed. On request. */
  | ({ readonly type: 'answer-block' } & Block)
  /** The same with each statement in `<span data-statement="3">`. Only on request. */
  | ({ readonly type: 'marked-block' } & Block)
  /**
   * A complete sentence of the speech, with the space before it; joined, these texts are the answer's speech.
   * Only on request.
   */
  | { readonly type: 'sentence'; readonly index: number; readonly text: string }
  /**
   * For each citation link of the finished answer, in order, the one or two sentences of the source that
   * support it, word for word; empty if none was found. Follows the
   * last delta. Only if requested, and only if there are citations.
   */
  | {
      readonly type: 'support';
      readonly citations: readonly Support[];
    }
  /** A finished statement and its verdict; the last event of an index counts. Only on request. */
  | { readonly type: 'statement'; readonly statement: JudgedStatement }
  /** The writer did not finish; `answer-end` shows the consequences. Only for the log. */
  | { readonly type: 'write-failure'; readonly failure: Failure }
  /** What all model calls for the answer took. */
  | ({ readonly type: 'usage'; readonly depth: Depth } & Spent)
  | { readonly type: 'timing'; readonly timing: Timing }
  /** The whole answer. Where it differs from the deltas (the answer was cut short), it is right. */
  | {
      readonly type: 'answer-end';
      readonly answer: Answer;
      /** All of its statements. Only on request. */
      readonly statements?: readonly JudgedStatement[];
    };

/** What an event says that models took so far; null for events that say nothing of it. */
export function amountIn(event: AnswerEvent): Amount | null {
  const spent = event.type === 'gather-end' ? event.evidence : event.type === 'usage' ? event : null;
  return spent && { tokens: spent.tokens, cost: spent.cost ?? 0 };
}
