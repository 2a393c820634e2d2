import { createByteBudget, createReservation } from '../admission/byte-budget.ts';
import { createPermits } from '../admission/fair-queue.ts';
import { abortReason, type Deadline, startDeadline, untilAborted } from '../core/deadline.ts';
import { type Caller, unnamedCaller } from '../core/run.ts';
import { MAX_PAGE_BYTES } from './page-body.ts';
import { type Resolve, resolverFor } from './page-connect.ts';
import {
  createPagePolicy,
  type PageAllowance,
  PageProblem,
  RefusedPage,
  TooManyPages,
} from './page-policy.ts';
import type { PageProxy } from './page-tunnel.ts';
import {
  type FetchedPage,
  openPageAgent,
  type PageConnection,
  type ScriptRequest,
  type VisitOptions,
  visitPage,
} from './page-visit.ts';
import { toUpstreamError } from './upstream-error.ts';

/** A page, or why it was skipped, in words after "the page was left out:". Contains no URL. */
export type FetchOutcome =
  | FetchedPage
  | {
      readonly status: 'skipped';
      readonly reason: string;
      /** True if its host refuses to show it to this service, or for now. */
      readonly isBlocked?: boolean;
    };

/** For whom a page is fetched, and what a script of another page asks for. */
type FetchPurpose = { readonly caller?: Caller; readonly scripted?: ScriptRequest };

/** Fetches pages whose URLs are untrusted. */
export type PageFetch = {
  /**
   * Fetches one page. Rejects only with the reason of `signal`, if that aborts; the socket is then closed at
   * once. A page that is lost because others are served is recorded with its caller.
   */
  fetch(url: string, signal: AbortSignal, purpose?: FetchPurpose): Promise<FetchOutcome>;
  /** Closes every connection; fetches in progress end as skipped. */
  close(): Promise<void>;
};

/** How pages are requested, which addresses are allowed, and the limits for each page. */
export type PageFetchOptions = Partial<VisitOptions> & {
  readonly userAgent: string;
  /** Addresses that may be visited although they are not public. */
  readonly allow: readonly PageAllowance[];
  /** Ports of public pages; 80 and 443 by default. */
  readonly ports?: readonly number[];
  /** The maximum number of decompressed bytes that all fetches in progress may hold together. */
  readonly maxTotalBytes?: number;
  /** Total time for a page: waiting for its permit, redirects and body. */
  readonly timeoutMs?: number;
  /** Looks up hosts; by default as `resolverFor` chooses. */
  readonly resolve?: Resolve;
  /** Null, and by default: connections are direct. */
  readonly proxy?: PageProxy | null;
};

type ConnectionOfCaller = PageConnection & { readonly caller: Caller };

/** Longer than the URL of any search result; the limit is needed because replies repeat the URL. */
const MAX_URL_CHARS = 8_192;

/** One caller is as polite as a slow crawler, and all of them together as one browser. */
const HOST_LIMITS = { width: 6, maxPerCaller: 2 } as const;
/**
 * What may arrive for a page of the maximum size: chunks take an eighth more if they are small, and headers,
 * TLS and what the sockets have buffered take up to half a megabyte.
 */
const FRAMED_SHARE = 9 / 8;
const FRAME_BYTES = 500_000;
const DEFAULTS = {
  maxBytes: MAX_PAGE_BYTES,
  maxTotalBytes: 64_000_000,
  maxRatio: 200,
  headersTimeoutMs: 5_000,
  timeoutMs: 10_000,
  ports: [80, 443],
} as const;
/** Statuses of a host that takes this service for a robot, or wants fewer calls. */
const BLOCKING: ReadonlySet<number> = new Set([401, 403, 429, 503]);
const MAX_REDIRECTS = 5;
const STOPPING = 'the service is stopping';

/**
 * Creates the fetcher. It fetches only http and https URLs, from permitted addresses, which it checks in each
 * socket's own look-up. It follows at most five redirects and checks each the same way, sends at most two
 * requests of one caller to a host at a time, and at most six of all.
 */
export function createPageFetch(givenOptions: PageFetchOptions): PageFetch {
  const options = { ...DEFAULTS, ...givenOptions };
  const policy = createPagePolicy(options.allow, options.ports);
  const resolve = options.resolve ?? resolverFor(options.allow);
  const rules = { policy, resolve, maxBytes: options.maxBytes * FRAMED_SHARE + FRAME_BYTES };
  const permits = createPermits(HOST_LIMITS);
  const budget = createByteBudget(options.maxTotalBytes);
  /** Those of the fetches in progress. */
  const deadlines = new Set<Deadline>();
  let isClosed = false;

  async function fetchWithinLimits(
    url: URL,
    { caller = unnamedCaller(), scripted }: FetchPurpose,
    signal: AbortSignal,
  ): Promise<FetchOutcome> {
    using deadline = startDeadline(options.timeoutMs, signal);
    deadlines.add(deadline);
    const { reserve, release } = createReservation(budget, caller);
    try {
      const agent = await openPageAgent(rules, options.proxy ?? null, deadline.signal);
      const connection = { agent, reserve, scripted, caller };
      return await untilAborted(followRedirects(url, connection, deadline.signal), deadline.signal);
    } catch (error) {
      if (signal.aborted) throw abortReason(signal);
      if (deadline.expired) return skipped(`page not complete within ${options.timeoutMs} ms`);
      if (error instanceof TooManyPages) caller.isCrowdedOut = true;
      if (error instanceof RefusedPage && BLOCKING.has(error.status))
        return { ...skipped(error.message), isBlocked: true };
      return skipped(error instanceof PageProblem ? error.message : toUpstreamError(error).message);
    } finally {
      deadlines.delete(deadline);
      release();
      // Closes the remaining connections. Destroying the agent would cost more and close nothing else.
      deadline.end();
    }
  }

  async function followRedirects(
    url: URL,
    connection: ConnectionOfCaller,
    signal: AbortSignal,
  ): Promise<FetchedPage> {
    let nextUrl = url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const scripted = redirects === 0 ? connection.scripted : undefined;
      const pageOrUrl = await visit(nextUrl, { ...connection, scripted }, signal);
      if (!(pageOrUrl instanceof URL)) return pageOrUrl;
      nextUrl = pageOrUrl;
    }
    throw new PageProblem(`it redirects more than ${MAX_REDIRECTS} times`);
  }

  /** One request of a redirect chain, once its host has a free permit. */
  async function visit(
    url: URL,
    connection: ConnectionOfCaller,
    signal: AbortSignal,
  ): Promise<FetchedPage | URL> {
    const whyNot = policy.whyNot(url);
    if (whyNot !== null) throw new PageProblem(whyNot);
    const release = await permits.take(url.hostname, connection.caller, signal);
    try {
      return await visitPage(url, { ...options, ...connection }, signal);
    } finally {
      release();
    }
  }

  return {
    async fetch(text, signal, purpose = {}) {
      if (isClosed) return skipped(STOPPING);
      if (text.length > MAX_URL_CHARS) return skipped(`its URL is longer than ${MAX_URL_CHARS} characters`);
      if (!URL.canParse(text)) return skipped('its URL cannot be read');
      const url = new URL(text);
      url.hash = '';
      const outcome = await fetchWithinLimits(url, purpose, signal);
      return isClosed && outcome.status === 'skipped' ? skipped(STOPPING) : outcome;
    },
    async close() {
      isClosed = true;
      for (const deadline of deadlines) deadline.end();
    },
  };
}

function skipped(reason: string) {
  return { status: 'skipped', reason } as const;
}
