import type { FailedReason } from './failed-reason.ts';
import type { Scope, ScopePart } from './scope.ts';

/** The nouns of the project. Each is created by one step and read by the steps after it. */

/** The values of `search_engine`: the three slots by position, or `none` for an answer without a search. */
export type SearchEngine = 'engine_a' | 'engine_b' | 'engine_c' | 'none';

/** One earlier exchange of the same conversation. */
export type Exchange = { readonly question: string; readonly answer: string };

/** A previous answer and the other form that is wanted. */
export type Rework = {
  /** Markdown with citations. Untrusted, because it comes from the caller. */
  readonly answer: string;
  /** The sources that it cites. */
  readonly sources: readonly Source[];
  /** The language of the new answer: a BCP 47 tag or `und`. */
  readonly language: string;
};

/**
 * What a message asks for: facts to be searched; work on a text that the message contains; work on the
 * previous answer, or doubts about it; or nothing but talk, such as a greeting or a test of the connection.
 * Only `search` may reach a search engine.
 */
export type Intent = 'search' | 'task' | 'answer' | 'talk';

/** A conversation as the calling program sent it. Untrusted. */
export type SentChat = {
  /** The program's system messages; empty if it sent none. */
  readonly system: string;
  /** The messages before the last one of the user, oldest first. */
  readonly turns: readonly SentTurn[];
};

/** One message of a conversation. */
export type SentTurn = { readonly role: 'user' | 'assistant'; readonly text: string };

/** A question with its options. Made by a face. */
export type Question = {
  /** Id of the request, for the log; never sent to a back-end. */
  readonly id: string;
  /** The question as it was asked, not trimmed: `/api/v1/query` echoes it. */
  readonly text: string;
  /** The maximum number of sources that the answer may use, 1 to 10. */
  readonly maxSources: number;
  /** The limits on the sources of the answer. */
  readonly scope: Scope;
  /** Earlier exchanges, oldest first. */
  readonly history: readonly Exchange[];
  /** The longest time the whole answer may take, in milliseconds. */
  readonly deadlineMs: number;
  /**
   * The caller's requests for the style and layout of answers, in its own words. Untrusted: it affects the
   * form of an answer, never the rules for writing it.
   */
  readonly style?: string;
  /**
   * The first language of the caller's browser, as a BCP 47 tag; used if the language of the question is not
   * known.
   */
  readonly readerLanguage?: string;
  /** The form of an answer that is data instead of prose; prose if absent. */
  readonly data?: DataForm;
  /** The maximum amount of source text, in tokens; the configured amount if absent. */
  readonly sourceTokens?: number;
  /** True if a cached answer is not wanted. */
  readonly fresh?: boolean;
  /** The previous answer, if the question only asks for another form of it. */
  readonly rework?: Rework;
  /** The conversation as it was sent to a chat interface; absent in other interfaces. */
  readonly sent?: SentChat;
  /** What it asks for, if that needs no search; set by the service. */
  readonly plain?: Exclude<Intent, 'search'>;
  /** `deep` for an answer that is researched in rounds (docs/deep.md); absent for a quick one. */
  readonly depth?: 'deep';
  /** Aborts when the caller wants the deep answer now, from the findings so far. */
  readonly hurry?: AbortSignal;
};

/** An answer that consists of one JSON value. The face that requests it must check the value. */
export type DataForm = {
  /** The JSON Schema of the value, as JSON; null for any object. Untrusted. */
  readonly schema: string | null;
};

/** The number of sources of an answer unless the caller asks for another number. */
export const DEFAULT_SOURCES = 5;

/**
 * The maximum number of sources of an answer. The page, the command line and most interfaces use the maximum.
 */
export const MOST_SOURCES = 10;

/** One search result, cleaned: plain text, an http(s) URL. Made by a back-end. */
export type Hit = {
  readonly url: string;
  readonly title: string;
  /** The excerpt that the back-end shows, as plain text; may be empty. */
  readonly snippet: string;
  /** Text of the page itself, if the back-end returns it (MediaWiki extracts, a local collection). */
  readonly text?: string;
  /** When the page was published, as an ISO 8601 date or date and time, if the back-end says so. */
  readonly publishedAt?: string;
  /** The slot that found it. Not set by a back-end, but by the search over all slots. */
  readonly engine?: SearchEngine;
};

/** The visible text of one page. Made by read. */
export type Page = {
  /** The URL of its hit; redirects do not change it. */
  readonly url: string;
  readonly title: string;
  /** Plain text; blocks are separated by an empty line. */
  readonly text: string;
  /** The BCP 47 tag that the page declares; null if there is none. */
  readonly language: string | null;
  /** When it was published, as an ISO 8601 date or date and time; null if the page does not say. */
  readonly publishedAt: string | null;
  /** The name of the site; null if the page does not give one. */
  readonly siteName: string | null;
  /** The names of its authors; null if the page does not give them. */
  readonly author: string | null;
  /** The time when the page was read, as an ISO 8601 date and time; absent if not known. */
  readonly readAt?: string;
};

/**
 * A part of a source's evidence (the page's text, or the hit's if it was not read): `evidence.slice(from, to)
 * === text`.
 */
export type Passage = { readonly text: string; readonly from: number; readonly to: number };

/**
 * The known text of a source: `page` if its page was read, `text` if the back-end returned a text of it,
 * `snippet` if only the excerpt of the search result is known.
 */
export type SourceBasis = 'page' | 'text' | 'snippet';

/** A numbered source: the writer gets it, and citations refer to it. Made by select. */
export type Source = {
  /** Starts at 1, without gaps; the same number means the same source everywhere. */
  readonly index: number;
  readonly url: string;
  readonly title: string;
  /** At most `SNIPPET_CHARS` (`text.ts`) code points of plain text, cut at a word. */
  readonly snippet: string;
  /** The text given to the writer, in the order of the page. */
  readonly passages: readonly Passage[];
  /** The kind of text that its passages come from. Absent if not known. */
  readonly basis?: SourceBasis;
  /** The time when its page was read, as an ISO 8601 date and time; only for the basis `page`. */
  readonly readAt?: string;
  /** The publication date of the page, as an ISO 8601 date or date and time. Absent if not known. */
  readonly publishedAt?: string;
  /** The names of the site and of the authors, as the page gives them. */
  readonly siteName?: string;
  readonly author?: string;
  /** The slot that found it; sources of one answer may come from different slots. Absent if not known. */
  readonly engine?: SearchEngine;
};

/**
 * The place where a text cites a source: `text.slice(from, to)` is `[index]`, so places count UTF-16 code
 * units.
 */
export type CitedPlace = { readonly index: number; readonly from: number; readonly to: number };

/**
 * A citation of source `was` that names source `now` instead, because source `now` supports the statement.
 * `now` is null if the citation was left out, because the better source was already cited in the same place.
 * `at` is the place of the citation in the text.
 */
export type CitationMove = { readonly was: number; readonly now: number | null; readonly at: number };

/**
 * One top-level block of an answer as safe HTML; joined in the order of their index, the blocks are the
 * answer's HTML.
 */
export type Block = { readonly index: number; readonly html: string };

/** The result of one slot in one search. */
export type Attempt = {
  readonly engine: SearchEngine;
  /**
   * `skipped`: not called, because of earlier failures. `overtaken`: cancelled, because another slot was
   * faster.
   */
  readonly status: 'ok' | 'empty' | 'failed' | 'skipped' | 'overtaken';
  /**
   * For a failed or skipped slot: its name and the cause in words without secrets. Otherwise an empty string.
   */
  readonly cause: string;
  /** The kind of failure of a failed or skipped slot; absent for others. */
  readonly reason?: FailedReason;
  readonly tookMs: number;
  /** The parts of the scope that the slot could not respect; absent if there are none. */
  readonly ignored?: readonly ScopePart[];
};

/** An answer in its three forms, with everything the contract reports about it. */
export type Answer = {
  /** Markdown. */
  readonly text: string;
  /** The answer as HTML, safe to put into a page. */
  readonly html: string;
  /** The answer as plain text to be spoken. */
  readonly speech: string;
  readonly sources: readonly Source[];
  /** BCP 47 tag of the answer's language, or `und`. */
  readonly language: string;
  /** Name of the model that wrote it; empty when none is configured. */
  readonly model: string;
  readonly searchEngine: SearchEngine;
  /** Prompt and completion tokens together, 0 when no model was called. */
  readonly tokensUsed: number;
  /** A problem that occurred although an answer was possible; null if there was none. */
  readonly error: string | null;
  /**
   * True when `error` contains a fact about the answer that `text` lacks (that it was cut off by its
   * deadline).
   */
  readonly errorMissingInText: boolean;
  /** The reason why the text ends early: its time was up, or the model failed while it wrote. */
  readonly unfinished?: 'deadline' | 'model';
  /** The citations that were changed while it was written; absent if none was. */
  readonly citationMoves?: readonly CitationMove[];
  /** The facts about the answer's entry in the cache; absent if it has none. */
  readonly kept?: Kept;
};

/** Facts about a cached answer. */
export type Kept = {
  /** Identical for identical answers, on every instance and at any time. */
  readonly id: string;
  /** Its age in milliseconds; 0 for a new one. */
  readonly ageMs: number;
  /** The age up to which it is fresh, in milliseconds; a stale answer is older. */
  readonly lifetimeMs: number;
};

/** The two forms that are made from an answer's Markdown. */
export type Rendered = Pick<Answer, 'html' | 'speech'>;

/** Renders Markdown that cites these sources. `language` is a BCP 47 tag or `und`. Never throws. */
export type Render = (markdown: string, sources: readonly Source[], language: string) => Rendered;
