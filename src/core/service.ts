import type { SearchReport } from './events.ts';
import type { RankingTask, ScoredPassages } from './ranking.ts';
import type { Answerer, Caller, Errand, Trace } from './run.ts';
import type { Scope } from './scope.ts';
import type { PageResult } from './source.ts';
import type { Diagnosis, Readiness, Status } from './status.ts';

/** The functions of the service. An interface gets the functions that it needs. */
export type Service = {
  readonly ask: Answerer;
  /**
   * The evidence for an answer, without an answer: for programs that write their own. Like `ask`, it waits
   * for a place, is counted, and throws a Failure `overloaded` if the service has no room. Its last event is
   * `gather-end`.
   */
  readonly gather: Answerer;
  /** One search over all slots, which takes a place like an answer. A failed search is a record. */
  readonly search: SearchOnce;
  /**
   * Reads one web page; null if the service reads no pages. Each request takes one of the places for reading,
   * in which at most four of its pages are read at a time. Rejects with the signal's reason or a Failure
   * `overloaded`.
   */
  readonly read: ((url: string, errand: Errand) => Promise<PageResult>) | null;
  /** Scores passages that a caller sends; takes a place like an answer. Rejects as `search` does. */
  readonly rank: (task: RankingTask, errand: Errand) => Promise<ScoredPassages>;
  /** The documents that the service itself serves. */
  readonly documents: readonly Documents[];
  /** The names of the collections that a caller may choose. */
  collectionsOf(caller: Caller): readonly string[];
  /**
   * Counts in a window that all instances share; its result is null if they cannot be reached. Null for a
   * single instance.
   */
  readonly countShared: CountShared | null;
  /** Streams that go on without their readers. */
  readonly streams: KeptStreams;
  /** The secret that signs data which callers store; the same on all instances. Never rejects. */
  signingSecret(): Promise<string>;
  readonly metrics: MetricsText;
  /** What was used in a month; null if nothing is counted. */
  readonly usage: ((by: 'key' | 'user' | 'model' | 'day', month: string) => readonly object[]) | null;
  /** Finds the icons of sources' sites; null if they are switched off. */
  readonly siteIcon: FindImage | null;
  /** Finds the pictures of pages by their addresses; null if they are switched off. */
  readonly picture: FindImage | null;
  /** Called for every request that an interface serves. */
  readonly observeRequest: ObserveRequest;
  /** Traces the work of a request in progress; undefined if nothing is traced. */
  traceOf(requestId: string): Trace | undefined;
  status(): Status;
  /** Whether the next question could be answered, according to earlier ones. Calls no other server. */
  readiness(): Readiness;
  /** Loads what the first question would wait for, and logs which configured hosts are unreachable. */
  warmUp(): void;
  /** Makes one real call to every slot and model. Rejects only with the signal's reason. */
  diagnose(signal: AbortSignal): Promise<readonly Diagnosis[]>;
  /** Closes every connection; calls in progress end. */
  close(): Promise<void>;
};

/** Makes one search. */
export type SearchOnce = (request: SearchRequest, errand: Errand) => Promise<SearchReport>;

/** What to search for, and where. */
export type SearchRequest = {
  readonly text: string;
  /** The maximum number of hits to return. */
  readonly limit: number;
  readonly scope: Scope;
  /** The longest time that the search may take, in milliseconds. */
  readonly timeoutMs: number;
  /** True if cached results are not wanted; new ones are still stored. */
  readonly fresh?: boolean;
};

/** The units of work to count, and the maximum for one window. */
export type Charge = { readonly units: number; readonly max: number };

/**
 * Counts work under a key, in a window that several instances share; null if they cannot be reached. Work
 * that would exceed `max` is not counted: the result is then the count that it would have had.
 */
export type CountShared = (
  key: string,
  windowMs: number,
  charge: Charge,
) => Promise<{ readonly count: number; readonly leftMs: number } | null>;

/** The id of a stream, and the name of the key that may read it; empty for a service without keys. */
export type StreamName = { readonly id: string; readonly owner: string };

/** A stream of events that goes on when its reader leaves. */
export type KeptStream = {
  /** Who has it can read the events. It is secret, and kept nowhere. */
  readonly id: string;
  /** Aborts when the work for it shall end. */
  readonly signal: AbortSignal;
  /** Aborts when it has ended. */
  readonly over: AbortSignal;
  /** Keeps the events in these frames, and returns them one by one. */
  record(frames: AsyncIterable<string>): AsyncGenerator<string>;
  /** Ends a stream of which nothing was recorded. */
  drop(): void;
};

/** The streams that are kept, also those of other instances. */
export type KeptStreams = {
  /** Begins one. Throws a Failure `overloaded` if there is no room. */
  begin(owner: string, stopping: AbortSignal): KeptStream;
  /**
   * The events from a number on, which counts from 0; with `follow`, until the end. Null if there is no such
   * stream. Throws a Failure `stopping` where its instance has ended before it.
   */
  read(
    name: StreamName,
    options: { readonly from: number; readonly follow: boolean },
  ): Promise<AsyncGenerator<string> | null>;
  /** Ends the work for one; false if there is none. */
  stop(name: StreamName): Promise<boolean>;
  /** Resolves when those in progress have ended. */
  close(): Promise<void>;
};

/** A change of an account, which counts what was used and what is held for work in progress. */
export type AccountEntry = {
  /** What was used, and the holds that ended with it. */
  readonly add: number;
  readonly ended: readonly string[];
  /** What is held under an id for at most `heldMs`, unless `limit` is used and held already; 0 for nothing. */
  readonly hold: number;
  readonly id: string;
  readonly heldMs: number;
  readonly limit: number;
  /** What is known to be used already: a store that was emptied learns it again. */
  readonly atLeast: number;
  /** How long the account is kept. */
  readonly keptMs: number;
};

/**
 * Changes an account that several instances share, all at once; null if they cannot be reached. The result is
 * what is used now, and what others hold.
 */
export type EnterShared = (
  account: string,
  entry: AccountEntry,
) => Promise<{ readonly used: number; readonly held: number } | null>;

/** The metrics of the service in the text format that collectors read. */
export type MetricsText = {
  /** Media type of the text. */
  readonly contentType: string;
  /** Some are for the operator alone. */
  text(isForOperator?: boolean): Promise<string>;
};

/** An image that is safe to send to a browser. */
export type SafeImage = { readonly mediaType: string; readonly bytes: Uint8Array };

/**
 * Finds the icon of a site by its origin (`https://example.org`), or the picture of a page by its address;
 * null if there is none. Rejects only when aborted.
 */
export type FindImage = (address: string, signal: AbortSignal) => Promise<SafeImage | null>;

/** One document of a collection, as shown to a reader. */
export type StoredDocument = {
  readonly title: string;
  /** The number of pieces of its text; each has a few thousand characters. */
  readonly partCount: number;
  /** The pieces of its plain text from `from` to before `to`; joined, all of them are the text. */
  parts(from?: number, to?: number): AsyncIterable<string>;
};

/** The documents of a slot that searches one of the operator's collections. */
export type Documents = {
  /** The first part of the path under which the service shows documents. */
  readonly name: string;
  /** A word that one of the documents contains, for testing the search; null when there is none. */
  sampleWord(): Promise<string | null>;
  /**
   * The document under a path, which is a key and not on disk; or null if there is none, or not for this caller.
   * Without a caller, it was found before. Rejects for an unreadable index.
   */
  find(path: string, caller?: Caller): Promise<StoredDocument | null>;
};

/** A request at the start of its processing. */
type BegunRequest = {
  /** Its id, which is the id of the question it asks. */
  readonly id: string;
  /** The HTTP method; `_OTHER` for an unusual one, so that there are only a few values. */
  readonly method: string;
  /** The route that matched, never the path that was sent; empty when none did. */
  readonly route: string;
  /** `traceparent` of W3C Trace Context as it was sent. */
  readonly traceparent: string | undefined;
};

/** A request in progress. */
export type ObservedRequest = {
  /** Records that its reply is an event stream; without effect after the end. */
  isStream(): void;
  /** Records that the reply is complete, or that the caller disconnected. Called once. */
  end(status: number): void;
};

/** Starts to observe a request. Never throws. */
export type ObserveRequest = (request: BegunRequest) => ObservedRequest;
