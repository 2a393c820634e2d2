/** The nouns of the house. Each is made once, by one step, and read by all the steps after it. */

/** What `search_engine` can say: the three slots by position, or `none` when the answer rests on no search. */
export type SearchEngine = 'engine_a' | 'engine_b' | 'engine_c' | 'none';

/** One earlier exchange of the same conversation. */
export type Turn = { readonly question: string; readonly answer: string };

/** What somebody wants to know, and under which conditions. Made by a face. */
export type Question = {
  /** Id of the request that asked; stands in the log, never shown to a back-end. */
  readonly id: string;
  /** The question as it was asked, not trimmed: `/api/v1/query` echoes it. */
  readonly text: string;
  /** The most sources the answer may use, 1 to 10. */
  readonly maxSources: number;
  /** BCP 47 tag the caller asked for, or `auto`: the language of the question. */
  readonly language: string;
  /** Earlier exchanges, oldest first. */
  readonly history: readonly Turn[];
  /** The longest the whole answer may take, in milliseconds. */
  readonly deadlineMs: number;
  /** True when an answer that was kept from an earlier question will not do. */
  readonly fresh?: boolean;
};

/** One search result, cleaned: plain text, an http(s) URL. Made by a back-end. */
export type Hit = {
  readonly url: string;
  readonly title: string;
  /** What the back-end shows of the page, plain text; may be empty. */
  readonly snippet: string;
  /** Text of the page itself where the back-end returns it (MediaWiki extracts, a local collection). */
  readonly text?: string;
  /** The slot that found it; absent in what a back-end returns, set by the search over all slots. */
  readonly engine?: SearchEngine;
};

/** The readable text of one page, without what a reader would not see. Made by read. */
export type Page = {
  /** The URL of the hit it was read for; redirects do not change it. */
  readonly url: string;
  readonly title: string;
  /** Plain text, blocks parted by an empty line. */
  readonly text: string;
  /** BCP 47 tag the page declares; null where it declares none. */
  readonly language: string | null;
  /** When it was published, as an ISO 8601 date or date and time; null where the page does not say. */
  readonly publishedAt: string | null;
  /** What the site calls itself; null where the page does not say. */
  readonly siteName: string | null;
};

/** A run of text taken from a source's evidence, its page's text or else the hit's: `evidence.slice(from, to) === text`. */
export type Passage = { readonly text: string; readonly from: number; readonly to: number };

/** A numbered source: what the writer sees, what a citation points at. Made by select. */
export type Source = {
  /** 1-based, without holes; from here on a number means the same everywhere. */
  readonly index: number;
  readonly url: string;
  readonly title: string;
  /** At most `SNIPPET_CHARS` (`text.ts`) code points of plain text, cut at a word. */
  readonly snippet: string;
  /** The text given to the writer, in the order of the page. */
  readonly passages: readonly Passage[];
  /** The slot that found it, which may differ within one answer; absent where no slot is known. */
  readonly engine?: SearchEngine;
};

/** One top-level block of an answer as safe HTML; joined in the order of their index, the blocks are the answer's HTML. */
export type Block = { readonly index: number; readonly html: string };

/** How one slot fared in one search. */
export type Attempt = {
  readonly engine: SearchEngine;
  /** `skipped`: left alone after earlier failures. `overtaken`: given up because another slot was faster. */
  readonly status: 'ok' | 'empty' | 'failed' | 'skipped' | 'overtaken';
  /** For a failed or skipped slot: its name and the cause in words without secrets. Otherwise an empty string. */
  readonly cause: string;
  readonly tookMs: number;
};

/** The same answer in its three forms, with everything the contract reports about it. */
export type Answer = {
  /** Markdown. */
  readonly text: string;
  /** The same as HTML, safe to put into a page. */
  readonly html: string;
  /** The same as plain text for a voice. */
  readonly speech: string;
  readonly sources: readonly Source[];
  /** BCP 47 tag of the language it is in, or `und`. */
  readonly language: string;
  /** Name of the model that wrote it; empty when none is configured. */
  readonly model: string;
  readonly searchEngine: SearchEngine;
  /** Prompt and completion tokens together, 0 when no model was called. */
  readonly tokensUsed: number;
  /** What went wrong on the way although there is an answer; null when nothing did. */
  readonly error: string | null;
  /** True when `error` says something about the answer that `text` does not say itself (it was cut by time). */
  readonly errorMissingInText: boolean;
  /** How the answer is kept for equal questions; absent where it is not. */
  readonly kept?: Kept;
};

/** What is known of an answer that is kept. */
export type Kept = {
  /** The same for the same answer, wherever and whenever it was made. */
  readonly id: string;
  /** How long ago it was made, in milliseconds; 0 for one made just now. */
  readonly ageMs: number;
  /** How long it counts as new from when it was made, in milliseconds; a stale one is older than this. */
  readonly lifetimeMs: number;
};
