import type { Protocol } from '../http/protocol.ts';
import { serveAsk } from './ask.ts';
import { serveContext } from './context.ts';
import { createEarlyEnds, serveFinish } from './finish.ts';
import { describeApi } from './openapi.ts';
import type { RestParts } from './parts.ts';
import { serveQuery } from './query.ts';
import { serveSearch } from './search.ts';
import { serveHealth, serveMetrics, serveProbes } from './service.ts';

/** The interface for programs: `/api/…`, the probes, the metrics, and the OpenAPI document. */
export function createRest(parts: RestParts): Protocol {
  return {
    prefixes: ['/api/'],
    isOpenToPages: true,
    sendProblem: ({ status, message }, request, reply) => {
      const empty = status === 502 ? request.routeOptions.config.emptyAnswer : undefined;
      return reply.send({ error: message, ...empty });
    },
    addRoutes(app, stopping) {
      describeApi(app, parts.status().version, parts.guard !== null);
      serveHealth(app, parts);
      serveProbes(app, parts);
      serveMetrics(app, parts);
      const progress = { stopping, early: createEarlyEnds(parts.guard) };
      serveAsk(app, parts, progress);
      serveFinish(app, progress.early);
      serveQuery(app, parts, progress);
      serveContext(app, parts, stopping);
      serveSearch(app, parts, stopping);
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields of this route's 502 in addition to `error`. */
    emptyAnswer?: Readonly<Record<string, unknown>>;
  }
}
