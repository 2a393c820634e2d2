import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { ObserveRequest } from '../../core/request-watch.ts';
import { watchConnections } from './client-errors.ts';
import { allowedPages, type ForeignPages } from './foreign-pages.ts';
import { forgetForwardedPorts } from './forwarded-for.ts';
import {
  askForKey,
  type KeyGuard,
  refuseBrokenEscapes,
  refuseNameless,
  refuseWhileStopping,
} from './guards.ts';
import { readJsonBodies } from './input.ts';
import { preflightHeadersFor } from './preflight.ts';
import type { App } from './protocol.ts';
import { limitRate, type RateLimit } from './rate-limit.ts';
import { replyHeaders } from './reply-headers.ts';
import { refuseUnknown, rememberMethods } from './unknown-paths.ts';
import { observeRequests } from './watch-requests.ts';

/** The rules for the requests of all protocols. */
export type HttpOptions = {
  readonly log: FastifyBaseLogger;
  /** Called for every request. */
  readonly watchRequest: ObserveRequest;
  /** Null for a service without keys. */
  readonly guard: KeyGuard | null;
  /** Answers per caller; null for no limit. */
  readonly rateLimit: RateLimit | null;
  readonly maxBodyBytes: number;
  /** The longest question that may come in an address. */
  readonly maxQueryChars: number;
  /** The longest time that any answer may take, in milliseconds. */
  readonly longestAnswerMs: number;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
  /** Which web pages may use the protocols that are not open to all. */
  readonly pages: ForeignPages;
};

/** The hooks of all routes, in the order in which they run. */
export function addHooks(app: App, options: HttpOptions, isRefusing: () => boolean): void {
  const { guard, rateLimit, trustProxy, watchRequest } = options;
  readJsonBodies(app);
  watchConnections(app);
  observeRequests(app, watchRequest);
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
    ...(guard === null ? [] : [askForKey(guard)]),
  ];
  // There is one hook, and it is not async: each further hook, and each promise, adds time to every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (request.method === 'OPTIONS')
      return void reply.code(204).headers(preflightHeadersFor(request, preflight)).send();
    reply.headers(replyHeaders);
    for (const check of checks) check(request, reply);
    done();
  });
  const limiter = rateLimit && limitRate(app, rateLimit, guard);
  app.decorate('countAnswer', limiter?.countAnswer ?? (async () => undefined));
  app.decorate('chargeWork', limiter?.chargeWork ?? (async () => undefined));
  app.addHook('onResponse', logRequest);
  app.setNotFoundHandler((request, reply) => refuseUnknown(request, reply, allowed));
}

/** Logs one line per request, without the query string, which contains the question. */
function logRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const path = request.url.split('?', 1)[0];
  const { method } = request;
  request.log.info(
    { method, path, status: reply.statusCode, tookMs: Math.round(reply.elapsedTime) },
    'request',
  );
  done();
}
