import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import type { KeyGuard } from '../http/guards.ts';
import type { App } from '../http/protocol.ts';
import { problem, problemResponses } from './contract.ts';

/** The deep answers in progress, whose callers may end the search early. */
export type EarlyEnds = {
  /** A signal that aborts when the caller of a request wants its answer now. */
  begin(request: FastifyRequest, reply: FastifyReply): AbortSignal;
  /**
   * Ends the search for a deep answer, which is then written from the findings so far.
   * @throws Failure `not-found` if this instance makes no such answer for the key of the request
   */
  end(id: string, request: FastifyRequest): void;
};

/** Creates an empty list of answers; `guard` is null for a service without keys. */
export function createEarlyEnds(guard: KeyGuard | null): EarlyEnds {
  const running = new Map<string, { readonly controller: AbortController; readonly owner: string | null }>();
  const ownerOf = (request: FastifyRequest) => guard?.nameOf(request) ?? null;
  return {
    begin(request, reply) {
      const controller = new AbortController();
      running.set(request.id, { controller, owner: ownerOf(request) });
      reply.raw.once('close', () => running.delete(request.id));
      return controller.signal;
    },
    end(id, request) {
      const answer = running.get(id);
      if (answer === undefined || answer.owner !== ownerOf(request))
        throw new Failure('not-found', 'No deep answer with this id is in progress here.');
      answer.controller.abort();
    },
  };
}

/** `POST /api/ask/{id}/finish`: the caller of a deep answer wants it now, from the findings so far. */
export function serveFinish(app: App, early: EarlyEnds): void {
  app.route({
    method: 'POST',
    url: '/api/ask/:id/finish',
    schema: {
      operationId: 'finish',
      summary: 'Write a deep answer now, from what has been found',
      tags: ['answers'],
      params: z.object({
        id: z.string().meta({ description: '`X-Request-Id` of the reply that is being streamed.' }),
      }),
      response: {
        204: z.null().describe('The answer is written now.'),
        401: problemResponses[401],
        404: problem.describe('No deep answer with this id is in progress for this key on this instance.'),
        405: problemResponses[405],
        503: problemResponses[503],
      },
    },
    handler: async (request, reply) => {
      early.end(request.params.id, request);
      return reply.code(204).send(null);
    },
  });
}
