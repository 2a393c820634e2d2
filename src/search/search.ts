import type { FailedReason } from '../core/attempt.ts';
import type { SearchReport } from '../core/events.ts';
import type { Fault } from '../core/failure.ts';
import type { Embed } from '../core/ranking.ts';
import type { Caller, Trace } from '../core/run.ts';
import type { ScopePart } from '../core/scope.ts';
import type { Documents, SearchRequest } from '../core/service.ts';
import type { Hit } from '../core/source.ts';
import type { Upstream } from '../net/upstream.ts';

/** A query to a back-end. */
export type SearchQuery = Omit<SearchRequest, 'timeoutMs'> & {
  /** The words for slots that search no documents of the operator; all of `text` if absent. */
  readonly webText?: string;
  /** The slot's remaining time, in milliseconds, for back-ends that accept a time limit. */
  readonly leftMs?: () => number;
  /** True for a question that only tests the slot and must not use up the calls that the back-end allows. */
  readonly isDiagnosis?: boolean;
  /** Who asks: results that may be documents are cached for one caller. */
  readonly caller?: Caller;
  /** Traces the calls of the slots; absent if nothing is traced. */
  readonly trace?: Trace;
};

/** `empty`: the back-end searched and found nothing. Any other attempt without hits has failed. */
export type SearchOutcome =
  | {
      readonly status: 'ok';
      readonly hits: readonly Hit[];
      /** Advice for the operator after a successful search, worded like a cause. */
      readonly hint?: string;
      /** Which of the documents that the caller may see were not searched, and why, in words for readers. */
      readonly leftOut?: string;
      /** Parts of the scope that were not sent although the back-end usually sends them. */
      readonly unsent?: readonly ScopePart[];
    }
  | {
      readonly status: 'empty';
      /** The reason why nothing was found, for the operator, worded like a cause. */
      readonly hint?: string;
      readonly leftOut?: string;
    }
  | (Fault & {
      readonly status: 'failed';
      readonly reason: FailedReason;
      /** The wait before the next call, in milliseconds; absent if it is not known. */
      readonly retryAfterMs?: number;
      /** True if it was not called, because the operator allows no more calls. */
      readonly isUsedUp?: true;
    });

/** The outcome of a failed search at one back-end. */
export type FailedOutcome = Extract<SearchOutcome, { readonly status: 'failed' }>;

/** Anything that can be searched. Throws only if `signal` aborts, and then stops all its work. */
export type SearchBackend = {
  /** The parts of a scope that the back-end sends. `attempt.ts` checks the hits all the same. */
  readonly sends: ReadonlySet<ScopePart>;
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome>;
};

/** A level of safe search as most back-ends are told it: `0` shows everything, `1` is moderate, `2` strict; null leaves it to the service. */
export type SafeSearchLevel = '0' | '1' | '2' | null;

/** How a back-end is called over HTTP. */
export type HttpConnection = {
  readonly upstream: Upstream;
  /** The address of the back-end, or of a proxy; it may have parameters for every call. */
  readonly url: string;
  /** For one call; for all calls of a search where a back-end makes several. */
  readonly timeoutMs: number;
  /** Parameters in the URL take precedence. */
  readonly safesearch?: SafeSearchLevel;
};

/** The parts from which a back-end is opened. */
export type Connection = HttpConnection & {
  /** Empty for none. */
  readonly key: string;
  /** The name of the slot: primary, secondary or tertiary. */
  readonly name: string;
  /** The embedding model for collections; null if there is none. */
  readonly embed: Embed | null;
  /** The version of Sayso, by which it introduces itself to MCP servers. */
  readonly version: string;
  /** For programs that are started. */
  readonly environment: Readonly<Record<string, string>>;
  /** Counts a call that does not use `upstream.request`. */
  takeCall(): Promise<void>;
};

/** A back-end; with its documents if it searches only the operator's own. */
export type OpenBackend = SearchBackend & { readonly documents?: Documents; close?(): Promise<void> };

/** A kind of back-end, as its file declares it. */
export type BackendKind = {
  /** The documented address of a hosted service. A slot uses it unless it has another. */
  readonly endpoint?: string;
  /** The service's MCP server, which answers without a key, at a lower rate; others need their key. */
  readonly keylessMcp?: string;
  /** True if an instance of one's own, at another address, needs no key either. */
  readonly isSelfHosted?: true;
  /** For back-ends that find only pages with every word: what is asked before fewer words are. */
  readonly relaxed?: 'question' | 'keywords';
  open(connection: Connection): OpenBackend | Promise<OpenBackend>;
};

/** For back-ends that send no part of a scope. */
export const SENDS_NOTHING: ReadonlySet<ScopePart> = new Set();

/** `ok` with these hits, or `empty` if there are none. */
export function found(hits: readonly Hit[]): SearchOutcome {
  return hits.length > 0 ? { status: 'ok', hits } : { status: 'empty' };
}

/** A failed outcome; a fault without a remedy may be given as its cause, `retryAfterMs` if it is known. */
export function failed(reason: FailedReason, fault: string | Fault, retryAfterMs?: number): FailedOutcome {
  return {
    status: 'failed',
    reason,
    ...(typeof fault === 'string' ? { cause: fault } : fault),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** Searches all slots within `timeoutMs`. Throws only if `signal` aborts, with the signal's reason. */
export type Search = (request: SearchQuery & SearchRequest, signal: AbortSignal) => Promise<SearchReport>;
