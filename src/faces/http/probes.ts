import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { SlotStatus } from '../../core/status.ts';
import { liveResponse, notReadyResponse, readyResponse } from './contract.ts';
import type { App, HttpParts } from './parts.ts';

const NOT_READY = 'Every search back-end is left alone after failures, and no model may answer without one.';
const OVERLOADED = {
  time: 'The process has more to do than it can; new questions are refused until it has caught up.',
  memory: 'The process is short of memory; new questions are refused until some is free.',
} as const;
const NO_SLOT = 'No search back-end is configured, and no model may answer without one.';

const config = { open: true };
const tags = ['service'];
const querystring = z.object({
  verbose: z.string().optional().meta({ description: 'With any value, even none: the state of every slot.' }),
});

/**
 * What an orchestrator asks: `GET /livez`, whether the process is alive, and `GET /readyz`, whether it is worth sending
 * questions to. Both ask nobody else; readiness rests on how the questions so far went.
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

  const readySchema = {
    operationId: 'ready',
    summary: 'Whether a question would find a way to an answer',
    tags,
    querystring,
    response: { 200: readyResponse, 503: notReadyResponse },
  };
  app.route({
    method: 'GET',
    url: '/readyz',
    config,
    schema: readySchema,
    handler: async ({ query }, reply) => sendReadiness(parts, query.verbose !== undefined, reply),
  });
  const readyHead = async (_request: unknown, reply: FastifyReply) => sendReadiness(parts, false, reply);
  app.route({ method: 'HEAD', url: '/readyz', config, schema: { hide: true }, handler: readyHead });
}

function sendReadiness(parts: HttpParts, verbose: boolean, reply: FastifyReply): FastifyReply {
  const { ready, answersAlone, slots, shortOf } = parts.readiness();
  const details = verbose ? { answers_alone: answersAlone, slots: slots.map(toSlot) } : {};
  reply.header('cache-control', 'no-store');
  if (ready) return reply.code(200).send({ status: 'ready', ...details });
  const error = shortOf !== null ? OVERLOADED[shortOf] : slots.length === 0 ? NO_SLOT : NOT_READY;
  return reply.code(503).send({ error, status: 'not-ready', ...details });
}

function toSlot({ engine, label, state, restMs, lastCall }: SlotStatus) {
  return {
    search_engine: engine,
    name: label,
    state,
    rest_ms: restMs,
    last_call: lastCall && { status: lastCall.status, cause: lastCall.cause, ago_ms: lastCall.agoMs },
  };
}
