import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import type { KeyGuard } from './guards.ts';
import type { App } from './interface.ts';

/** The web pages that may use the interfaces that are not open to all pages. */
export type ForeignPages = {
  /** Origins as browsers send them (`https://chat.example.org`, `http://localhost:*`), or `*`. */
  readonly allowedOrigins: readonly string[];
  /** The public address of the service; null if it is not configured. */
  readonly publicUrl: string | null;
  /** Whether the host of a request is checked: for a local service that asks for no key. */
  readonly checksHost: boolean;
};

/** Endings of names that cannot be registered (RFC 6761, RFC 6762, RFC 8375, and ICANN for `internal`). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|home\.arpa|internal)$/;

/**
 * A hook that refuses requests of a name that anybody could register, unless it is configured: a page can
 * point its own name at this machine's address, and then it has the same origin as the service (DNS
 * rebinding). For every route, except those that are open to all pages anyway (`anyHost`).
 * @throws Failure `foreign-page`
 */
export function refuseForeignHosts(
  policy: ForeignPages,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const allowed = allowedPages(policy);
  return (request, reply) => {
    if (!policy.checksHost || request.is404 || request.routeOptions.config.anyHost === true) return;
    // A page of that name can add `X-Forwarded-Host` to its requests, so `Host` itself must be known, too.
    const isKnown = (host: string) => isPrivateHost(withoutPort(host)) || allowed.hasHost(host);
    if ([request.host, request.headers.host ?? ''].every(isKnown)) return;
    reply.removeHeader('access-control-allow-origin');
    throw refusal('The `Host` field names a host that is not known to be this service', 'PUBLIC_URL');
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route may be reached by any name, because pages of all sites may use it. */
    anyHost?: boolean;
  }
}

/** Opens the routes of an app to every name, except those whose paths match `except`. */
export function openToAnyHost(app: App, except: RegExp): void {
  app.addHook('onRoute', (route) => {
    if (!except.test(route.url)) route.config = { ...route.config, anyHost: true };
  });
}

/**
 * A hook that refuses requests which a web page of another site sends through its visitor's browser: a
 * request whose `Origin` is neither the service's own nor allowed, or that the browser itself marks as
 * cross-site. Programs send none of these fields. A request with a key is not refused: a page has a key only
 * if its user gave it one.
 * @throws Failure `foreign-page`
 */
export function refuseForeignPages(
  policy: ForeignPages,
  guard: KeyGuard | null,
): (request: FastifyRequest) => Promise<void> {
  const allowed = allowedPages(policy);
  return async (request) => {
    if (guard?.isKeyGiven(request) === true) return;
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin !== undefined) {
      const isOwn = isPrivateHost(request.hostname) && origin.toLowerCase() === originOf(request);
      if (isOwn || allowed.has(origin)) return;
      throw refusal('Web pages of other sites may not use this path', 'ALLOWED_ORIGINS');
    }
    if ((site === 'cross-site' || site === 'same-site') && !allowed.has('*'))
      throw refusal('Web pages of other sites may not use this path', 'ALLOWED_ORIGINS');
  };
}

const ANY_PORT = ':*';

/** The origins whose pages may use every interface, the service's own public one among them. */
export function allowedPages({ allowedOrigins, publicUrl }: Omit<ForeignPages, 'checksHost'>) {
  const own = publicUrl === null ? [] : [new URL(publicUrl).origin];
  const all = [...allowedOrigins, ...own].map((entry) => entry.toLowerCase());
  const exact = new Set(all.filter((entry) => !entry.endsWith(ANY_PORT)));
  const portless = new Set(
    all.filter((entry) => entry.endsWith(ANY_PORT)).map((entry) => entry.slice(0, -ANY_PORT.length)),
  );
  const [hosts, portlessHosts] = [hostsOf(exact), hostsOf(portless)];
  return {
    /** True for an origin as a browser sends it, if an entry names it, or names its host with every port. */
    has(origin: string): boolean {
      const sent = origin.toLowerCase();
      return exact.has('*') || exact.has(sent) || portless.has(withoutPort(sent));
    },
    /** True for the `Host` of a request if an entry names it. */
    hasHost(host: string): boolean {
      const sent = host.toLowerCase();
      return exact.has('*') || hosts.has(sent) || portlessHosts.has(withoutPort(sent));
    },
  };
}

/** True for a host that no stranger can own: an address, or a name that cannot be registered. */
function isPrivateHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (/[^\w.:-]/.test(name)) return false;
  return isIP(name) !== 0 || !name.includes('.') || PRIVATE_NAME.test(name);
}

function refusal(why: string, setting: string): Failure {
  return new Failure('foreign-page', `${why}. The operator can allow it with ${setting}.`);
}

/**
 * The scheme and host at which the caller reached the service, as the request states them. The fields of a
 * proxy count only if the proxy is trusted.
 * @throws Failure `invalid-question` for an invalid `Host`
 */
export function originOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const named = `${protocol}://${host}`;
  const isHost = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(host);
  if (!isHost || !URL.canParse(named))
    throw new Failure('invalid-question', 'The `Host` field does not name a host.');
  return new URL(named).origin;
}

function hostsOf(origins: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...origins].filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin).host));
}

function withoutPort(place: string): string {
  return place.replace(/:\d{1,5}$/, '');
}

/** True for a request that a browser makes ahead of its user (`Sec-Purpose`, and its older names). */
export function isAheadOfTime(headers: IncomingHttpHeaders): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].flat();
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose ?? ''));
}

/**
 * A hook that refuses requests that a browser sends without its user's intention: a prefetch, an image, a
 * frame or another part of a page (`Sec-Fetch-Dest`), or a document that another site opened without a click.
 * Each of these would cost a search and a model call. Requests from scripts are accepted, and so are clients
 * that send none of these fields.
 * @throws Failure `unasked`
 */
export async function refusePrefetches({ headers }: FastifyRequest): Promise<void> {
  const destination = headers['sec-fetch-dest'] ?? 'empty';
  const isOpenedByOthers =
    destination === 'document' &&
    headers['sec-fetch-site'] === 'cross-site' &&
    headers['sec-fetch-user'] !== '?1';
  const isPart = destination !== 'document' && destination !== 'empty';
  if (isPart || isOpenedByOthers || isAheadOfTime(headers))
    throw new Failure('unasked', 'Answers cannot be prefetched or loaded as part of a page.');
}
