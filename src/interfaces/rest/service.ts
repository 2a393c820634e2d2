import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure, faultWords, withAddress } from '../../core/failure.ts';
import type { Readiness, SlotStatus } from '../../core/status.ts';
import { searchEngineOf } from '../http/call-service.ts';
import type { App } from '../http/interface.ts';
import type { RestDeps } from './answering.ts';
import { problem, searchEngine } from './reply.ts';

const config = { open: true };
const tags = ['service'];

const method = ['GET', 'HEAD'];

/** `GET /api/health`: reports that the service is up, and its configuration. Calls no other server. */
export function serveHealth(app: App, { status, maxQueryChars }: RestDeps): void {
  app.route({
    method,
    url: '/api/health',
    config,
    schema: {
      operationId: 'health',
      summary: 'Whether the service is up, and its configuration',
      tags,
      response: { 200: healthResponse },
    },
    handler: async (_request, reply) => {
      // A header, because the contract fixes the fields of the body.
      reply.header('sayso-max-query-chars', maxQueryChars);
      const { version, llmConfigured, searchPrimaryUrl, searchSecondaryUrl } = status();
      return {
        status: 'ok' as const,
        version,
        llm_configured: llmConfigured,
        search_primary_url: searchPrimaryUrl,
        search_secondary_url: searchSecondaryUrl,
      };
    },
  });
}

/** `GET /metrics`: the metrics in the text format of Prometheus; needs a key if keys are configured. */
export function serveMetrics(app: App, { metrics, guard }: RestDeps): void {
  // The names of collections are not for every key of KEYS_FILE; those of API_KEYS are the operator's.
  const isOperator = (request: FastifyRequest) => {
    const key = guard?.keyOf(request);
    return !key || key.sha256 === undefined || key.isOperator === true;
  };
  app.route({
    method,
    url: '/metrics',
    schema: { hide: true },
    handler: async (request, reply) =>
      reply
        .removeHeader('access-control-allow-origin')
        .header('cache-control', 'no-store')
        .type(metrics.contentType)
        .send(await metrics.text(isOperator(request))),
  });
}

const NOT_READY =
  'Every search back-end is suspended after failures, and no model may answer without a search.';
const OVERLOADED = {
  time: 'The process is short of CPU time; new questions are refused until it has caught up.',
  memory: 'The process is short of memory; new questions are refused until some is free.',
} as const;
const NO_SLOT = 'No search back-end is configured, and no model may answer without a search.';

const querystring = z.object({
  verbose: z.string().optional().meta({
    description:
      'With any value, even an empty one: adds the state of every slot. Needs a key if keys are set.',
  }),
});

/**
 * The probes of orchestrators: `GET /livez` (is the process alive?) and `GET /readyz` (should it get
 * questions?). Neither calls another server; readiness follows from the results of earlier questions. Both
 * work without a key, with one exception: `/readyz?verbose`, if keys are configured. The addresses of
 * back-ends are shown only to callers with a key, and the details never to scripts of other sites.
 */
export function serveProbes(app: App, { readiness, guard }: RestDeps): void {
  app.route({
    method,
    url: '/livez',
    config,
    schema: {
      operationId: 'live',
      summary: 'Whether the process serves requests',
      tags,
      response: { 200: liveResponse },
    },
    handler: async () => ({ status: 'ok' as const }),
  });
  app.route({
    method,
    url: '/readyz',
    config,
    schema: {
      operationId: 'ready',
      summary: 'Whether a question can be answered',
      tags,
      querystring,
      response: { 200: readyResponse, 401: problem, 503: notReadyResponse },
    },
    handler: async (request, reply) => {
      const current = readiness();
      if (request.query.verbose === undefined) return sendReadiness(current, {}, reply);
      reply.removeHeader('access-control-allow-origin');
      guard?.check(request);
      const slots = current.slots.map((slot) => toSlot(slot, guard !== null));
      return sendReadiness(current, { answers_alone: current.answersAlone, slots }, reply);
    },
  });
}

type Details = { readonly answers_alone?: boolean; readonly slots?: ReturnType<typeof toSlot>[] };

function sendReadiness(readiness: Readiness, details: Details, reply: FastifyReply): FastifyReply {
  const { ready, slots, shortOf } = readiness;
  reply.header('cache-control', 'no-store');
  if (ready) return reply.code(200).send({ status: 'ready', ...details });
  const searchError = slots.length === 0 ? NO_SLOT : NOT_READY;
  const error = shortOf === null ? searchError : OVERLOADED[shortOf];
  return reply.code(503).send({ error, status: 'not-ready', ...details });
}

/** One slot in the reply to `?verbose`; only operators see the addresses of back-ends. */
function toSlot({ position, name, label, state, restMs, lastCall }: SlotStatus, isForOperator: boolean) {
  const fault = lastCall && (isForOperator ? withAddress(lastCall.fault) : lastCall.fault);
  return {
    search_engine: searchEngineOf(position),
    name: isForOperator ? label : name,
    state,
    rest_ms: restMs,
    last_call: lastCall &&
      fault && { status: lastCall.status, cause: faultWords(fault), ago_ms: lastCall.agoMs },
  };
}

const usageQuery = z.strictObject({
  by: z.enum(['key', 'user', 'model', 'day'], 'by must be key, user, model or day.').default('key'),
  month: z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'month must be a month such as 2026-11.')
    .optional(),
});

/** `GET /api/usage`: what was used in a month, for a key with `operator: true`. Only where it is counted. */
export function serveUsage(app: App, { usage, guard }: RestDeps): void {
  if (!usage) return;
  app.route({
    method,
    url: '/api/usage',
    schema: { hide: true, querystring: usageQuery },
    handler: async (request, reply) => {
      if (guard?.keyOf(request)?.isOperator !== true)
        throw new Failure(
          'not-allowed',
          'This needs the key of an operator (`operator: true` in KEYS_FILE).',
        );
      const { by, month = new Date().toISOString().slice(0, 7) } = request.query;
      reply.header('cache-control', 'no-store');
      return { month, by, usage: usage(by, month) };
    },
  });
}

/** `GET /api/collections`: the operator's collections that the caller may choose. */
export function serveCollections(app: App, { collectionsOf, callerOf }: RestDeps): void {
  app.route({
    method,
    url: '/api/collections',
    schema: {
      operationId: 'collections',
      summary: 'The collections of documents that you may choose for a question',
      tags,
      response: { 200: collectionsResponse },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { collections: [...collectionsOf(callerOf(request))] };
    },
  });
}

/** Response of `GET /api/collections`. */
const collectionsResponse = z
  .object({ collections: z.array(z.string()).meta({ description: 'Their names; empty if there are none.' }) })
  .meta({ id: 'Collections', description: 'What the field `collection` of a question may be.' });

/** Response of `GET /api/health`. */
const healthResponse = z
  .object({
    status: z.literal('ok'),
    version: z.string(),
    llm_configured: z.boolean(),
    search_primary_url: z.string(),
    search_secondary_url: z.string(),
  })
  .meta({ id: 'Health', description: 'The service is up.' });

/** Response of `GET /livez`. */
const liveResponse = z
  .object({ status: z.literal('ok') })
  .meta({ id: 'Live', description: 'The process serves requests.' });

const slotStatus = z.object({
  search_engine: searchEngine,
  name: z
    .string()
    .meta({ description: 'Slot and kind; if keys are configured, also its URL without secrets.' }),
  state: z.enum(['closed', 'open', 'half-open']).meta({
    description:
      'State of its breaker: called as usual, suspended after failures, or to be tried again by ' +
      'the next question.',
  }),
  rest_ms: z
    .int()
    .min(0)
    .meta({ description: 'How long it remains suspended, in milliseconds; 0 unless open.' }),
  last_call: z
    .object({
      status: z.enum(['ok', 'empty', 'failed']),
      cause: z.string().meta({ description: 'Why it failed; empty if it did not.' }),
      ago_ms: z.int().min(0),
    })
    .nullable()
    .meta({ description: 'The outcome of its last search; null before the first one.' }),
});

const readinessDetails = {
  answers_alone: z.boolean().meta({ description: 'Whether a model may answer without sources.' }).optional(),
  slots: z.array(slotStatus).meta({ description: 'In the order in which they are called.' }).optional(),
} as const;

/** Response of `GET /readyz`; the optional fields come with `?verbose`. */
export const readyResponse = z
  .object({ status: z.literal('ready'), ...readinessDetails })
  .meta({ id: 'Ready', description: 'A question can be answered.' });

/** Body of a 503 of `GET /readyz`. */
const notReadyResponse = z
  .object({ error: z.string(), status: z.literal('not-ready').optional(), ...readinessDetails })
  .meta({
    id: 'NotReady',
    description:
      'No question can be answered: every slot is suspended and no model may answer alone, the ' +
      'process is short of CPU time or memory, or the service is stopping.',
  });
