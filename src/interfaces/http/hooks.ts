import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import type { ObservedRequest, ObserveRequest } from '../../core/service.ts';
import { observeConnections } from './client-errors.ts';
import { allowedPages, type ForeignPages, refuseForeignHosts } from './foreign-pages.ts';
import {
  askForKey,
  type KeyGuard,
  refuseBrokenEscapes,
  refuseNameless,
  refuseWhileStopping,
} from './guards.ts';
import { boundedField, readJsonBodies } from './input.ts';
import type { App } from './interface.ts';
import { limitRate, type RateLimit, sendBudgets } from './rate-limit.ts';
import { preflightHeaders, replyHeaders } from './reply-headers.ts';

/** The rules for the requests of all interfaces. */
export type HttpOptions = {
  readonly log: FastifyBaseLogger;
  /** Called for every request. */
  readonly observeRequest: ObserveRequest;
  /** Null for a service without keys. */
  readonly guard: KeyGuard | null;
  /** The key of the voice listener of this process, which has its own limit; null without one. */
  readonly ownKey?: string | null;
  /** Answers per caller; null for no limit. */
  readonly rateLimit: RateLimit | null;
  readonly maxBodyBytes: number;
  /** The longest question that may come in an address. */
  readonly maxQueryChars: number;
  /** The longest time that any answer may take, in milliseconds. */
  readonly longestAnswerMs: number;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
  /** Which web pages may use the interfaces that are not open to all. */
  readonly pages: ForeignPages;
};

/** The hooks of all routes, in the order in which they run. */
export function addHooks(app: App, options: HttpOptions, isRefusing: () => boolean): void {
  const { guard, ownKey, rateLimit, trustProxy, observeRequest } = options;
  readJsonBodies(app);
  observeConnections(app);
  observeRequests(app, observeRequest);
  const allowed = rememberMethods(app);
  const preflight = { allows: allowedPages(options.pages).has, asksForKeys: guard !== null };
  const checks = [
    refuseWhileStopping(isRefusing),
    refuseNameless,
    refuseBrokenEscapes,
    ...(trustProxy.length > 0 ? [forgetForwardedPorts] : []),
    // This hook runs before the body is read, because a wrong path or method is an error whatever the body
    // contains.
    (request: FastifyRequest, reply: FastifyReply) => {
      if (request.is404) refuseUnknown(request, reply, allowed);
    },
    refuseForeignHosts(options.pages),
    ...(guard === null ? [] : [askForKey(guard)]),
  ];
  if (guard?.learn) app.addHook('onRequest', guard.learn);
  // There is one hook, and it is not async: each further hook, and each promise, adds time to every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (request.method === 'OPTIONS')
      return void reply.code(204).headers(preflightHeadersFor(request, preflight)).send();
    reply.headers(replyHeaders);
    for (const check of checks) check(request, reply);
    done();
  });
  if (guard?.hasLimits) app.addHook('onRequest', async (request) => await guard.identify(request));
  const limiter = rateLimit && limitRate(app, rateLimit, guard, ownKey);
  if (guard?.hasLimits) sendBudgets(app);
  app.decorate('countAnswer', limiter?.countAnswer ?? (async () => undefined));
  app.decorate('chargeWork', limiter?.chargeWork ?? (async () => undefined));
  app.addHook('onResponse', logRequest);
  app.setNotFoundHandler((request, reply) => refuseUnknown(request, reply, allowed));
}

/** Logs one line per request, without what is secret: the question in the query string, an id in the path. */
function logRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const route = request.routeOptions.url;
  const path = route?.includes('/:') ? route : request.url.split('?', 1)[0];
  const { method } = request;
  request.log.info(
    { method, path, status: reply.statusCode, tookMs: Math.round(reply.elapsedTime) },
    'request',
  );
  done();
}

const PORT = /^\s*(?:\[([0-9a-f:.]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)\s*$/i;

/**
 * A hook that removes the ports that some gateways write into `X-Forwarded-For` (`203.0.113.7:49152`,
 * `[2001:db8::7]:49152`). With ports, each connection of a client would count as a different client, and no
 * limit would ever apply.
 */
export function forgetForwardedPorts({ raw: { headers } }: FastifyRequest): void {
  const list = headers['x-forwarded-for'];
  if (list === undefined) return;
  headers['x-forwarded-for'] = [list]
    .flat()
    .join(',')
    .split(',')
    .map((address) => address.replace(PORT, '$1$2'))
    .join(',');
}

/** What decides which headers the pages of an origin may add to their requests. */
type PreflightOptions = {
  /** Whether the operator allows the pages of an origin to use every interface. */
  allows(origin: string): boolean;
  /** Whether requests need a key, which a page has only if its user gave it one. */
  readonly asksForKeys: boolean;
};

const NAME = /^[\w-]{1,100}$/;

/**
 * The headers of the reply to a preflight. A page that may use every interface may add any header: libraries
 * add their own, such as `x-stainless-lang` or `x-title`. A preflight never has a key, so if keys are needed,
 * the pages of every origin get this reply, and the request that follows is refused without one. Other pages
 * may add only the headers of the REST interface.
 */
export function preflightHeadersFor(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { allows, asksForKeys }: PreflightOptions,
): Readonly<Record<string, string>> {
  const { origin, 'access-control-request-headers': wanted } = headers;
  if (typeof wanted !== 'string' || origin === undefined) return preflightHeaders;
  if (!asksForKeys && !allows(origin)) return preflightHeaders;
  const usual = preflightHeaders['access-control-allow-headers'];
  const names = boundedField(wanted)
    .split(',')
    .map((name) => name.trim());
  return {
    ...preflightHeaders,
    'access-control-allow-headers': [usual, ...names.filter((name) => NAME.test(name))].join(', '),
  };
}

type MethodsOfPaths = ReadonlyMap<string, ReadonlySet<string>>;

/** Collects the methods of each path as routes are added. */
function rememberMethods(app: App): MethodsOfPaths {
  const allowed = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.unlisted === true) return;
    const methods = allowed.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    allowed.set(url, methods);
  });
  return allowed;
}

/**
 * Refuses an unknown path, or a method that the path does not support.
 * @throws Failure `not-found`, or `method-not-allowed` after setting `Allow`
 */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply, allowed: MethodsOfPaths): FastifyReply {
  const [path = ''] = request.url.split('?', 1);
  const methods = methodsOf(path, allowed);
  if (methods === undefined && /^text\/html\b/.test(request.headers.accept ?? ''))
    return showWayHome(path, reply);
  if (methods === undefined)
    throw new Failure('not-found', `There is nothing at this path.${neighboursOf(path, allowed)}`);
  const names = [...methods, 'OPTIONS'].join(', ');
  reply.header('allow', names);
  throw new Failure(
    'method-not-allowed',
    `This path does not support ${request.method}; it supports ${names}.`,
  );
}

/** A person with a browser gets a link to the page, relative so that it also works behind a path prefix. */
function showWayHome(path: string, reply: FastifyReply): FastifyReply {
  const home = `./${'../'.repeat(path.split('/').length - 2)}`;
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Not found</title>' +
        `<p>There is nothing at this path. <a href="${home}">Ask Sayso</a></p></html>`,
    );
}

function methodsOf(path: string, allowed: MethodsOfPaths): ReadonlySet<string> | undefined {
  const isBelow = (route: string) =>
    route.endsWith('/*') && path.length >= route.length && path.startsWith(route.slice(0, -1));
  return allowed.get(path) ?? [...allowed].find(([route]) => isBelow(route))?.[1];
}

/** The paths that begin with the same name as an unknown one, as a sentence; empty if there are none. */
function neighboursOf(path: string, allowed: MethodsOfPaths): string {
  const start = /^\/[\w-]+(?=\/|$)/.exec(path)?.[0];
  const near = [...allowed.keys()].filter((route) => route === start || route.startsWith(`${start}/`));
  return near.length === 0 ? '' : ` Paths that begin with \`${start}\`: ${near.join(', ')}.`;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before the first hook. */
    observed: ObservedRequest | null;
  }
}

/** Methods with their own label (OpenTelemetry, `http.request.method`). */
const KNOWN_METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
]);
/** Files of the page have a hash in their name that changes with every build. */
const HASHED = /-[A-Z0-9]{8}\.\w+$/;
/** The status of a request whose caller disconnected before there was a status, as in nginx's log. */
const LEFT = 499;

/** Observes every request from its headers to the end of its reply, however it ends. */
function observeRequests(app: App, observe: ObserveRequest): void {
  app.decorateRequest('observed', null);
  app.addHook('onRequest', (request, reply, done) => {
    const observed = observe(begun(request));
    request.observed = observed;
    // Fastify's own hook does not run if the caller disconnected.
    reply.raw.once('close', () => observed.end(reply.raw.headersSent ? reply.raw.statusCode : LEFT));
    done();
  });
}

function begun({ id, method, headers, is404, routeOptions }: FastifyRequest) {
  const route = is404 ? '' : (routeOptions.url ?? '');
  const traceparent = headers.traceparent;
  return {
    id,
    method: KNOWN_METHODS.has(method) ? method : '_OTHER',
    route: HASHED.test(route) ? '/*' : route,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  };
}
