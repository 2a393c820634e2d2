import { randomUUID } from 'node:crypto';
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { Failure } from '../../core/failure.ts';
import type { ObserveRequest } from '../../core/request-watch.ts';
import { canonicalPath } from './canonical-path.ts';
import { answerClientError, watchConnections } from './client-errors.ts';
import { allowedPages, type ForeignPages, refuseForeignPages } from './foreign-pages.ts';
import { formatConstraint } from './format-constraint.ts';
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
import { problemHandler } from './problems.ts';
import type { App, Protocol } from './protocol.ts';
import { limitRate, type RateLimit } from './rate-limit.ts';
import { replyHeaders } from './reply-headers.ts';
import { refuseUnknown, rememberMethods } from './unknown-paths.ts';
import { observeRequests } from './watch-requests.ts';

/** The longest time a request may take to arrive, in milliseconds; slower senders are disconnected. */
const REQUEST_TIMEOUT_MS = 30_000;
/** The time that a connection may be idle beyond the longest answer, in milliseconds. */
const STALLED_MS = 10_000;
/**
 * How often Node checks for slow senders, in milliseconds; its default of 30 s would let them stay twice as
 * long as allowed.
 */
const SLOW_SENDERS_CHECK_MS = 5_000;
/** Room for headers in addition to a question in the query string, in bytes. */
const HEADER_BYTES = 16_384;
/** A character in the query string takes up to 12 bytes: 4 of UTF-8, each as `%XX`. */
const BYTES_PER_QUERY_CHAR = 12;

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

/** The HTTP service, and two functions that stop it. */
export type HttpApp = {
  readonly app: App;
  /** From now on, new requests are refused with 503; requests in progress continue. */
  refuse(): void;
  /** Ends the replies that are still in progress, with a 503 or a last event. */
  abort(): void;
};

/** Builds the HTTP service: hooks for all requests, then the protocols, each in an app of its own. */
export async function createApp(options: HttpOptions, protocols: readonly Protocol[]): Promise<HttpApp> {
  const sendProblem = problemHandler((problem, request, reply) =>
    protocolOf(request, protocols).sendProblem(problem, request, reply),
  );
  const app = createServer(options, sendProblem);
  const stopping = new AbortController();
  let refusing = false;
  addHooks(app, options, () => refusing);
  for (const protocol of protocols)
    await app.register(async (own: App) => {
      own.setErrorHandler(problemHandler(protocol.sendProblem));
      if (!protocol.isOpenToPages) own.addHook('onRequest', refuseForeignPages(options.pages, options.guard));
      await protocol.addRoutes(own, stopping.signal);
    });
  return {
    app,
    refuse() {
      refusing = true;
    },
    abort: () => stopping.abort(new Failure('stopping', 'The service is stopping.', { retryAfterMs: 5000 })),
  };
}

function createServer(options: HttpOptions, sendProblem: ReturnType<typeof problemHandler>): App {
  const app: App = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: options.maxBodyBytes,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Without this limit, the answer of a caller who stops reading would never end and never free its place.
    connectionTimeout: options.longestAnswerMs + STALLED_MS,
    return503OnClosing: false,
    rewriteUrl: canonicalPath,
    routerOptions: { constraints: { format: formatConstraint } },
    exposeHeadRoutes: false,
    http: {
      maxHeaderSize: HEADER_BYTES + options.maxQueryChars * BYTES_PER_QUERY_CHAR,
      connectionsCheckingInterval: SLOW_SENDERS_CHECK_MS,
      // Its default of 60 s is above the limit for the request, and Node then swaps the two: a body had 60 s.
      headersTimeout: REQUEST_TIMEOUT_MS,
      // Node would refuse with a reply without a body; `refuseNameless` replies with the usual JSON error.
      requireHostHeader: false,
    },
    schemaController: { compilersFactory: { buildValidator: neverBuilt, buildSerializer: neverBuilt } },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      // No hook has run: the address is not a valid URL.
      reply.headers({
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
        'x-request-id': request.id,
      });
      return sendProblem(error, request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  // The types of the handlers are those of the schemas, so no reply needs to be validated.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(sendProblem);
  return app;
}

/** Replaces Fastify's own schema compilers, which would be loaded at every start and never used. */
function neverBuilt(): never {
  throw new Error('zod compiles the schemas');
}

/** The hooks of all routes, in the order in which they run. */
function addHooks(app: App, options: HttpOptions, isRefusing: () => boolean): void {
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

/** The protocol that handles a path, even if the path does not exist. */
function protocolOf({ url }: FastifyRequest, protocols: readonly Protocol[]): Protocol {
  const matching = (protocol: Protocol) =>
    Math.max(-1, ...protocol.prefixes.filter((start) => url.startsWith(start)).map(({ length }) => length));
  const [longest] = protocols.toSorted((a, b) => matching(b) - matching(a));
  const isMatch = longest !== undefined && matching(longest) > 0;
  const found = isMatch ? longest : protocols.find(({ prefixes }) => prefixes.includes('/'));
  if (found === undefined) throw new Error('no protocol has the prefix /');
  return found;
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
