import { Agent, type Dispatcher } from 'undici';
import { createByteBudget } from '../core/byte-budget.ts';
import { abortReason, type Deadline, startDeadline, untilAborted } from '../core/deadline.ts';
import type { PageAllowance } from '../core/page-allow.ts';
import { createPageConnect } from './page-connect.ts';
import { createPagePolicy } from './page-policy.ts';
import { PageProblem } from './page-problem.ts';
import { type FetchedPage, type VisitOptions, visitPage } from './page-visit.ts';
import { type Resolve, resolverFor } from './resolve.ts';
import { createSharedFlights } from './shared-flights.ts';
import { createTurns } from './turns.ts';
import { toUpstreamError } from './upstream-error.ts';

/** A page, or why there is none, in words that follow "the page was left out:". No URL in them. */
export type FetchOutcome = FetchedPage | { readonly status: 'skipped'; readonly reason: string };

/** The door to pages whose URLs come from strangers. */
export type PageFetch = {
  /**
   * Fetches one page. Rejects only with the reason of `signal` when that aborts; its socket is closed at once then,
   * unless somebody else waits for the same page.
   */
  fetch(url: string, signal: AbortSignal): Promise<FetchOutcome>;
  /** Closes every connection; fetches under way end as skipped. */
  close(): Promise<void>;
};

/** Who asks for pages, where that may lead and what one may cost. */
export type PageFetchOptions = Partial<Omit<VisitOptions, 'reserve'>> & {
  readonly userAgent: string;
  /** What may be visited although it is not public. */
  readonly allow: readonly PageAllowance[];
  /** Where public pages are read; 80 and 443 unless given. */
  readonly ports?: readonly number[];
  /** What all pages that are being fetched may hold together, decompressed. */
  readonly maxTotalBytes?: number;
  /** For the whole of a page: waiting for its turn, redirects, body. */
  readonly timeoutMs?: number;
  /** Who says where a host is; the system's name servers unless given. */
  readonly resolve?: Resolve;
};

/** What one page uses on its way through its redirects. */
type Trip = { readonly agent: Dispatcher; readonly reserve: (bytes: number) => boolean };

const MAX_REDIRECTS = 5;
const MAX_PER_HOST = 2;
const MAX_HEADER_BYTES = 32_768;
const DEFAULTS = {
  maxBytes: 2_000_000,
  maxTotalBytes: 64_000_000,
  maxRatio: 200,
  headersTimeoutMs: 5_000,
  timeoutMs: 10_000,
  ports: [80, 443],
} as const;
const STOPPING = 'the service is stopping';

/**
 * Makes the door. Only http and https, only permitted addresses, checked on each socket's own look-up, at most five
 * redirects each checked the same, at most two requests at a time per host, the same page once at a time.
 */
export function createPageFetch(given: PageFetchOptions): PageFetch {
  const options = { ...DEFAULTS, ...given };
  const policy = createPagePolicy(options.allow, options.ports);
  const resolve = options.resolve ?? resolverFor(options.allow);
  const takeTurn = createTurns(MAX_PER_HOST);
  const join = createSharedFlights<FetchOutcome>();
  const budget = createByteBudget(options.maxTotalBytes);
  const underWay = new Set<Deadline>();
  let isClosed = false;

  /** One stop of a trip, in its host's turn. */
  async function visit({ agent, reserve }: Trip, url: URL, signal: AbortSignal): Promise<FetchedPage | URL> {
    const whyNot = policy.whyNot(url);
    if (whyNot !== null) throw new PageProblem(whyNot);
    const giveBack = await takeTurn(url.hostname, signal);
    try {
      return await visitPage(agent, url, { ...options, reserve }, signal);
    } finally {
      giveBack();
    }
  }

  async function follow(trip: Trip, url: URL, signal: AbortSignal): Promise<FetchedPage> {
    let next = url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const reached = await visit(trip, next, signal);
      if (!(reached instanceof URL)) return reached;
      next = reached;
    }
    throw new PageProblem(`it redirects more than ${MAX_REDIRECTS} times`);
  }

  async function travel(url: URL, signal: AbortSignal): Promise<FetchOutcome> {
    using deadline = startDeadline(options.timeoutMs, signal);
    const connect = createPageConnect(policy, resolve, deadline.signal);
    // An agent of its own and connections for one request: a page leaves nothing behind.
    const agent = new Agent({
      connect,
      allowH2: false,
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    underWay.add(deadline);
    let heldBytes = 0;
    let isOver = false;
    const reserve = (bytes: number): boolean => {
      // A body that still comes after its page was given up must not take what nobody would give back.
      const isTaken = !isOver && budget.take(bytes);
      if (isTaken) heldBytes += bytes;
      return isTaken;
    };
    try {
      return await untilAborted(follow({ agent, reserve }, url, deadline.signal), deadline.signal);
    } catch (error) {
      if (signal.aborted) throw abortReason(signal);
      if (isClosed) return skipped(STOPPING);
      if (deadline.expired) return skipped(`no whole page within ${options.timeoutMs} ms`);
      return skipped(error instanceof PageProblem ? error.message : toUpstreamError(error).message);
    } finally {
      underWay.delete(deadline);
      isOver = true;
      budget.giveBack(heldBytes);
      // Closes what is still open; to destroy the agent costs more and closes nothing more.
      deadline.end();
    }
  }

  return {
    async fetch(text, signal) {
      if (isClosed) return skipped(STOPPING);
      if (!URL.canParse(text)) return skipped('its URL cannot be read');
      const url = new URL(text);
      url.hash = '';
      return join(url.href, (shared) => travel(url, shared), signal);
    },
    async close() {
      isClosed = true;
      for (const deadline of underWay) deadline.end();
    },
  };
}

function skipped(reason: string): FetchOutcome {
  return { status: 'skipped', reason };
}
