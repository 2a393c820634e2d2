import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Readiness, SlotStatus } from '../../core/status.ts';
import { withoutAddresses } from '../../core/without-addresses.ts';
import { requireKey } from '../http/guards.ts';
import type { App, HttpParts } from '../http/parts.ts';
import { liveResponse, notReadyResponse, problem, readyResponse } from './contract.ts';

const NOT_READY =
  'Every search back-end is suspended after failures, and no model may answer without a search.';
const OVERLOADED = {
  time: 'The process is short of CPU time; new questions are refused until it has caught up.',
  memory: 'The process is short of memory; new questions are refused until some is free.',
} as const;
const NO_SLOT = 'No search back-end is configured, and no model may answer without a search.';

const config = { open: true };
const tags = ['service'];
const querystring = z.object({
  verbose: z.string().optional().meta({
    description:
      'With any value, even an empty one: adds the state of every slot. Needs a key if keys are set.',
  }),
});

/**
 * The probes of orchestrators: `GET /livez` (is the process alive?) and `GET /readyz` (should it get questions?). Neither
 * calls another server; readiness follows from how earlier questions went. Both work without a key, except
 * `/readyz?verbose` where keys are configured: the addresses of back-ends are shown only to callers with a key, and the
 * details never to scripts of other sites.
 */
export function serveProbes(app: App, parts: HttpParts): void {
  const live = async () => ({ status: 'ok' as const });
  const liveSchema = {
    operationId: 'live',
    summary: 'Whether the process serves requests',
    tags,
    response: { 200: liveResponse },
  };
  app.route({ method: 'GET', url: '/livez', config, schema: liveSchema, handler: live });
  app.route({ method: 'HEAD', url: '/livez', config, schema: { hide: true }, handler: live });

  const checkKey = parts.apiKeys.length > 0 ? requireKey(parts.apiKeys) : null;
  const show = checkKey === null ? withoutAddresses : (text: string) => text;
  const detailsFor = async (request: FastifyRequest, reply: FastifyReply): Promise<Details> => {
    reply.removeHeader('access-control-allow-origin');
    await checkKey?.(request);
    const { answersAlone, slots } = parts.readiness();
    return { answers_alone: answersAlone, slots: slots.map((slot) => toSlot(slot, show)) };
  };
  const readySchema = {
    operationId: 'ready',
    summary: 'Whether a question can be answered',
    tags,
    querystring,
    response: { 200: readyResponse, 401: problem, 503: notReadyResponse },
  };
  app.route({
    method: 'GET',
    url: '/readyz',
    config,
    schema: readySchema,
    handler: async (request, reply) => {
      const details = request.query.verbose === undefined ? {} : await detailsFor(request, reply);
      return sendReadiness(parts.readiness(), details, reply);
    },
  });
  const readyHead = async (_request: unknown, reply: FastifyReply) =>
    sendReadiness(parts.readiness(), {}, reply);
  app.route({ method: 'HEAD', url: '/readyz', config, schema: { hide: true }, handler: readyHead });
}

type Details = { readonly answers_alone?: boolean; readonly slots?: ReturnType<typeof toSlot>[] };

function sendReadiness(readiness: Readiness, details: Details, reply: FastifyReply): FastifyReply {
  const { ready, slots, shortOf } = readiness;
  reply.header('cache-control', 'no-store');
  if (ready) return reply.code(200).send({ status: 'ready', ...details });
  const error = shortOf !== null ? OVERLOADED[shortOf] : slots.length === 0 ? NO_SLOT : NOT_READY;
  return reply.code(503).send({ error, status: 'not-ready', ...details });
}

/** One slot as `?verbose` shows it; `show` decides whether texts keep the addresses of back-ends. */
function toSlot({ engine, label, state, restMs, lastCall }: SlotStatus, show: (text: string) => string) {
  return {
    search_engine: engine,
    name: show(label),
    state,
    rest_ms: restMs,
    last_call: lastCall && { status: lastCall.status, cause: show(lastCall.cause), ago_ms: lastCall.agoMs },
  };
}
