import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import os from 'node:os';
import { type FastifyRequest, type FastifyServerOptions, fastify, LogController } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { Failure } from '../../core/failure.ts';
import { answerClientError } from './client-errors.ts';
import { refuseForeignPages } from './foreign-pages.ts';
import { refuseKeysOf } from './guards.ts';
import { addHooks, type HttpOptions } from './hooks.ts';
import type { App, Interface } from './interface.ts';
import { problemHandler } from './problems.ts';
import { openToEveryPage } from './reply-headers.ts';

/** The longest time a request may take to arrive, in milliseconds; slower senders are disconnected. */
const REQUEST_TIMEOUT_MS = 30_000;
/** The time that a connection may be idle beyond the longest answer, in milliseconds. */
const STALLED_MS = 10_000;
/** How often Node looks for slow senders, in milliseconds; with its 30 s they could stay twice as long. */
const SLOW_SENDERS_CHECK_MS = 5_000;
/** Room for headers in addition to a question in the query string, in bytes. */
const HEADER_BYTES = 16_384;
/** A character in the query string takes up to 12 bytes: 4 of UTF-8, each as `%XX`. */
const BYTES_PER_QUERY_CHAR = 12;

/** The HTTP service, and the functions that stop it. */
export type HttpApp = {
  readonly app: App;
  /** From now on, new requests are refused with 503; requests in progress continue. */
  refuse(): void;
  /** Closes the connections on which nothing is in progress. */
  closeIdle(): void;
  /** Ends the replies that are still in progress, with a 503 or a last event. */
  abort(): void;
};

/** Builds the HTTP service: hooks for all requests, then the interfaces, each in an app of its own. */
export async function createApp<Deps>(
  options: HttpOptions,
  interfaces: readonly Interface<Deps>[],
  deps: Deps,
): Promise<HttpApp> {
  const sendProblem: ReturnType<typeof problemHandler> = (error, request, reply) =>
    problemHandler(interfaceOf(request, interfaces).errorBody)(error, request, reply);
  const app = createServer(options, sendProblem);
  // Browsers connect ahead of time. To Node, a connection without a request is busy, so none of these is closed.
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  const stopping = new AbortController();
  app.decorate('stopping', stopping.signal);
  let refusing = false;
  addHooks(app, options, () => refusing);
  for (const { name, isOpenToPages, errorBody, addRoutes } of interfaces)
    await app.register(async (own: App) => {
      own.setErrorHandler(problemHandler(errorBody));
      own.decorate('interfaceName', name);
      if (!isOpenToPages) own.addHook('onRequest', refuseForeignPages(options.pages, options.guard));
      if (options.guard?.hasLimits && name !== 'site')
        own.addHook('onRequest', refuseKeysOf(name, options.guard));
      await addRoutes(own, deps);
    });
  return {
    app,
    refuse() {
      refusing = true;
    },
    closeIdle() {
      app.server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
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
    // The id of a response contains its conversation.
    routerOptions: { constraints: { format: formatConstraint }, maxParamLength: HEADER_BYTES },
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
        ...openToEveryPage,
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

/** The interface that handles a path, even if the path does not exist: that of the longest prefix. */
function interfaceOf<Any extends Pick<Interface, 'prefixes'>>(
  { url }: FastifyRequest,
  interfaces: readonly Any[],
): Any {
  const lengthIn = ({ prefixes }: Any) =>
    Math.max(-1, ...prefixes.filter((start) => url.startsWith(start)).map(({ length }) => length));
  const [longest] = interfaces.toSorted((a, b) => lengthIn(b) - lengthIn(a));
  if (longest === undefined) throw new Error('there is no interface');
  return longest;
}

/**
 * The address of a request with single slashes and without a slash at the end of its path, as programs write
 * it that join a base address and a path without looking: `/v1//models` and `/v1/models/`. The query string
 * stays as it is. Takes linear time.
 */
export function canonicalPath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = ''] = url.split('?', 1);
  if (!path.startsWith('/') || !(path.includes('//') || path.endsWith('/'))) return url;
  const single = path.replace(/\/+/g, '/');
  return (single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single) + url.slice(path.length);
}

/** The data by which Fastify distinguishes routes, and the data that it stores for each. */
type Strategy = NonNullable<FastifyServerOptions['constraints']>[string];
type Handler = Parameters<ReturnType<Strategy['storage']>['set']>[1];

const FORMAT = /[?&]format=([a-z]{1,10})(?:&|$)/;

/** Lets a route serve only requests with a certain `format` in the query string. */
const formatConstraint = {
  name: 'format',
  storage() {
    const handlers = new Map<string, Handler>();
    return {
      get: (format: string) => handlers.get(format) ?? null,
      set: (format: string, handler: Handler) => void handlers.set(format, handler),
    };
  },
  validate: () => undefined,
  deriveConstraint: ({ url = '' }: IncomingMessage) => FORMAT.exec(url)?.[1] ?? '',
  mustMatchWhenDerived: false,
};

/** The address on which the service listens: a host name or address, and a port; 0 for a free one. */
type ListenOptions = {
  readonly host: string;
  readonly port: number;
  /** The log line for an address such as `http://127.0.0.1:3000`. */
  readonly listenTextResolver: (address: string) => string;
};

/**
 * How many connections wait until the process accepts them; the system lowers it to its own limit
 * (`net.core.somaxconn`). Node's 511 is too few: the system drops a connection beyond them, and its caller
 * tries again after 1, 3 and 7 seconds.
 */
const BACKLOG = 4_096;

/**
 * Starts to listen and returns one address of the service.
 *
 * For `0.0.0.0` Fastify asks the system for the addresses of all network interfaces, only to log them. A
 * sandbox may forbid that (systemd's `RestrictAddressFamilies` without `AF_NETLINK`, gVisor), and because
 * Fastify asks in an event handler, the error would end the process. In that case the server listens without
 * Fastify's help.
 * @throws Error of Node (`EADDRINUSE` and others) if it cannot listen
 */
export async function listen(app: App, options: ListenOptions): Promise<string> {
  if (canListInterfaces()) return app.listen({ ...options, backlog: BACKLOG });
  await app.ready();
  const { host, port, listenTextResolver } = options;
  app.server.listen({ host, port, backlog: BACKLOG });
  await once(app.server, 'listening');
  const address = addressOf(app.server.address());
  app.log.info(listenTextResolver(address));
  return address;
}

function canListInterfaces(): boolean {
  try {
    os.networkInterfaces();
    return true;
  } catch {
    return false;
  }
}

function addressOf(bound: AddressInfo | string | null): string {
  if (bound === null || typeof bound === 'string') throw new Error('not a TCP server');
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return `http://${host}:${bound.port}`;
}
