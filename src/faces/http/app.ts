import { randomUUID } from 'node:crypto';
import fastifyCors from '@fastify/cors';
import fastifyHelmet from '@fastify/helmet';
import { type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { Failure } from '../../core/failure.ts';
import { answerClientError, watchConnections } from './client-errors.ts';
import { contentPolicy } from './content-policy.ts';
import { corsPolicy } from './cors-policy.ts';
import { forgetForwardedPorts } from './forwarded-for.ts';
import { refuseBrokenEscapes, refuseNameless, refuseWhileStopping, requireKey } from './guards.ts';
import { readJsonBodies } from './input.ts';
import type { App, HttpParts } from './parts.ts';
import { limitRate } from './rate-limit.ts';
import { reportedProblem } from './reported-problem.ts';
import { watchRequests } from './watch.ts';

/** The longest time a request may take to arrive, in milliseconds; slower senders are disconnected. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How much longer than the longest answer a connection may be idle, in milliseconds. */
const STALLED_MS = 10_000;
/**
 * How often Node looks for slow senders, in milliseconds; its default of 30 s would let them stay twice as
 * long as allowed.
 */
const SLOW_SENDERS_CHECK_MS = 5_000;
/** Room for headers in addition to a question in the query string, in bytes. */
const HEADER_BYTES = 16_384;
/** A character of the query string takes up to 12 bytes: 4 of UTF-8, each as `%XX`. */
const BYTES_PER_QUERY_CHAR = 12;

/** The HTTP service, and the two steps of stopping it. */
export type HttpApp = {
  readonly app: App;
  /** From now on, new requests are refused with 503; those in progress continue. */
  refuse(): void;
  /** Ends what is still in progress, with a 503 or a last event. */
  abort(): void;
};

/** Adds the routes of the protocols; `stopping` aborts when the service ends the answers in progress. */
export type AddRoutes = (app: App, stopping: AbortSignal) => Promise<void>;

/** Builds the HTTP face. `addRoutes` runs last, so the hooks before it apply to all routes. */
export async function createApp(parts: HttpParts, addRoutes: AddRoutes): Promise<HttpApp> {
  const app: App = fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: parts.maxBodyBytes,
    trustProxy: parts.trustProxy.length > 0 ? [...parts.trustProxy] : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A caller who stops reading would keep its answer and the answer's place forever.
    connectionTimeout: Math.max(parts.answerDeadlineMs, parts.queryDeadlineMs) + STALLED_MS,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    http: {
      maxHeaderSize: HEADER_BYTES + parts.maxQueryChars * BYTES_PER_QUERY_CHAR,
      connectionsCheckingInterval: SLOW_SENDERS_CHECK_MS,
      // Node would refuse with a reply without a body; `refuseNameless` replies with the usual JSON error.
      requireHostHeader: false,
    },
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
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendProblem);
  readJsonBodies(app);
  watchConnections(app);
  watchRequests(app, parts.watchRequest);

  const stopping = new AbortController();
  let refusing = false;
  const allowed = rememberMethods(app);
  app.addHook('onRequest', async (request, reply) => {
    // Not returned: a reply is thenable, and an async hook that returns it would wait for an end that it
    // delays itself.
    reply.header('x-request-id', request.id);
  });
  await app.register(fastifyCors, corsPolicy);
  await app.register(fastifyHelmet, contentPolicy);
  app.addHook(
    'onRequest',
    refuseWhileStopping(() => refusing),
  );
  app.addHook('onRequest', refuseNameless);
  app.addHook('onRequest', refuseBrokenEscapes);
  if (parts.trustProxy.length > 0) app.addHook('onRequest', forgetForwardedPorts);
  // Before the body is read: a wrong path or method is wrong whatever the body contains.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) refuseUnknown(request, reply, allowed);
  });
  if (parts.apiKeys.length > 0) app.addHook('onRequest', askForKey(parts.apiKeys));
  if (parts.rateLimit !== null) await limitRate(app, parts.rateLimit, parts.countShared, parts.apiKeys);
  app.addHook('onResponse', logRequest);
  app.setNotFoundHandler((request, reply) => refuseUnknown(request, reply, allowed));

  await addRoutes(app, stopping.signal);

  return {
    app,
    refuse() {
      refusing = true;
    },
    abort: () => stopping.abort(new Failure('stopping', 'The service is stopping.', { retryAfterMs: 5000 })),
  };
}

/** Sends an error as `{error}` with its status; a 502 contains the empty answer of its route. */
function sendProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, message, headers } = reportedProblem(thrown, request);
  const empty = status === 502 ? request.routeOptions.config.emptyAnswer : undefined;
  return reply
    .code(status)
    .headers(headers)
    .send({ error: message, ...empty });
}

/** Refuses an unknown path with 404, and a method that the path does not support with 405 and `Allow`. */
function refuseUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: ReadonlyMap<string, Set<string>>,
): never {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = allowed.get(path) ?? allowed.get(path.replace(/^\/documents\/.+$/, '/documents/*'));
  if (methods === undefined) throw new Failure('not-found', 'There is nothing at this path.');
  const names = [...methods, 'OPTIONS'].join(', ');
  reply.header('allow', names);
  throw new Failure(
    'method-not-allowed',
    `This path does not support ${request.method}; it supports ${names}.`,
  );
}

/** The methods of each path, collected as routes are added. */
function rememberMethods(app: App): ReadonlyMap<string, Set<string>> {
  const allowed = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = allowed.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    allowed.set(url, methods);
  });
  return allowed;
}

function askForKey(keys: readonly string[]): (request: FastifyRequest) => Promise<void> {
  const check = requireKey(keys);
  return async (request) => {
    if (request.is404 || request.method === 'OPTIONS' || request.routeOptions.config.open === true) return;
    await check(request);
  };
}

/** Logs one line per request, without the query string, which contains the question. */
async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const path = request.url.split('?', 1)[0];
  const { method } = request;
  request.log.info(
    { method, path, status: reply.statusCode, tookMs: Math.round(reply.elapsedTime) },
    'request',
  );
}
