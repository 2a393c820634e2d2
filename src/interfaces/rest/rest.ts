import { openToAnyHost } from '../http/foreign-pages.ts';
import type { Interface } from '../http/interface.ts';
import type { RestDeps } from './answering.ts';
import { serveAnswers } from './ask.ts';
import { serveContext, serveSearch } from './find.ts';
import { describeApi } from './openapi.ts';
import { serveCollections, serveHealth, serveMetrics, serveProbes, serveUsage } from './service.ts';

/** The interface for programs: `/api/…`, the probes, the metrics, and the OpenAPI document. */
export const rest: Interface<RestDeps> = {
  name: 'rest',
  prefixes: ['/api/'],
  isOpenToPages: true,
  errorBody: ({ status, message }, { routeOptions }) =>
    status === 502 ? { error: message, ...routeOptions.config.emptyAnswer } : { error: message },
  addRoutes(app, deps) {
    openToAnyHost(app, /^\/(?:metrics|readyz)$/);
    describeApi(app, deps.status().version, deps.guard !== null);
    serveHealth(app, deps);
    serveProbes(app, deps);
    serveMetrics(app, deps);
    serveUsage(app, deps);
    serveCollections(app, deps);
    serveAnswers(app, deps);
    serveContext(app, deps);
    serveSearch(app, deps);
  },
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields of this route's 502 in addition to `error`. */
    emptyAnswer?: Readonly<Record<string, unknown>>;
  }
}
