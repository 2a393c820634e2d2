import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ObservedRequest, ObserveRequest } from '../../core/service.ts';
import type { App } from './protocol.ts';

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
export function observeRequests(app: App, observe: ObserveRequest): void {
  app.decorateRequest('observed', null);
  app.addHook('onRequest', (request, reply, done) => {
    const observed = observe(begun(request));
    request.observed = observed;
    // Fastify's own hook does not run if the caller disconnected.
    reply.raw.once('close', () => observed.end(reply.raw.headersSent ? reply.raw.statusCode : LEFT));
    done();
  });
}

/** Records that the reply is an event stream. */
export function noteStream(reply: FastifyReply): void {
  reply.request.observed?.isStream();
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
