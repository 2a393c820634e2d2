import { startDeadline, untilAborted } from '../core/deadline.ts';
import { joinedFields, request } from './http-client.ts';
import { ACCEPT, ACCEPT_ENCODING, readPageBody } from './page-body.ts';
import { type Resolve, resolverFor } from './page-connect.ts';
import { createPagePolicy, type PageAllowance, PageProblem } from './page-policy.ts';
import type { PageProxy } from './page-tunnel.ts';
import { discard, openPageAgent } from './page-visit.ts';
import { toUpstreamError } from './upstream-error.ts';

/** A reply with any status; redirects are not followed. */
type CrawlReply = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** What is sent, how long a body may be, and where the address comes from. */
type CrawlRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly from: URL;
};

/** How the pages of sources are requested. */
type CrawlOptions = {
  readonly userAgent: string;
  /** Addresses that may be visited although they are not public. */
  readonly allow: readonly PageAllowance[];
  readonly ports?: readonly number[];
  readonly resolve?: Resolve;
  readonly proxy?: PageProxy | null;
};

const TIMEOUT_MS = 30_000;
/** More than the longest body, a sitemap of 50 MB, with what is around it. */
const MAX_RECEIVED_BYTES = 60_000_000;
const LIMITS = { maxRatio: 200, whenTooLarge: 'skip', reserve: () => true } as const;
const WEB_PORTS = [80, 443];

/** Why an address is not visited; with a hint if the operator named its host, which may be in the network. */
function toProblem(why: string, isNamed: boolean): PageProblem {
  const mayBeAllowed = /^(?:its host is not public|pages are not read from port)/.test(why);
  return new PageProblem(
    isNamed && mayBeAllowed ? `${why}; if it is in your network, name it in PAGE_ALLOW` : why,
  );
}

/**
 * Makes the function that requests pages, feeds and sitemaps of the operator's sources, from permitted addresses only:
 * a site may link or redirect anywhere. Rejects with an Error in words, or with the signal's reason.
 */
export function createCrawlGet({ userAgent, allow, ports = WEB_PORTS, resolve, proxy = null }: CrawlOptions) {
  const own = createPagePolicy(allow, ports);
  const onlyPublic = createPagePolicy([], ports);
  return async (
    url: URL,
    { headers, maxBytes, from }: CrawlRequest,
    signal: AbortSignal,
  ): Promise<CrawlReply> => {
    // What is allowed by name is inside, and may lead to other allowed places.
    const isInside = allow.some(({ to }) => to.kind === 'host' && to.host === from.hostname);
    const policy = isInside || from.hostname === url.hostname ? own : onlyPublic;
    const rules = { policy, resolve: resolve ?? resolverFor(allow), maxBytes: MAX_RECEIVED_BYTES };
    const whyNot = policy.whyNot(url);
    const isNamed = from.hostname === url.hostname;
    if (whyNot !== null) throw toProblem(whyNot, isNamed);
    using deadline = startDeadline(TIMEOUT_MS, signal);
    try {
      const agent = await openPageAgent(rules, proxy, deadline.signal);
      const sent = {
        accept: ACCEPT,
        ...headers,
        'user-agent': userAgent,
        'accept-encoding': ACCEPT_ENCODING,
      };
      const reply = await untilAborted(
        request(url, { dispatcher: agent, headers: sent, signal: deadline.signal }),
        deadline.signal,
      );
      const fields = joinedFields(reply.headers);
      const status = reply.statusCode;
      if (status !== 200) discard(reply.body);
      const encoding = (fields['content-encoding'] ?? '').toLowerCase();
      const body = status === 200 ? await readPageBody(reply.body, encoding, { ...LIMITS, maxBytes }) : null;
      return { status, headers: fields, body: body?.bytes ?? new Uint8Array() };
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.expired) throw new PageProblem(`no answer within ${TIMEOUT_MS} ms`);
      throw error instanceof PageProblem ? toProblem(error.message, isNamed) : toUpstreamError(error);
    }
  };
}
