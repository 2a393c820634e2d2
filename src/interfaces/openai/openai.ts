import type { FastifyReply, FastifyRequest } from 'fastify';
import { modelNamed, nameOfModel, toModelEntry, toModelList } from '../conversation/models.ts';
import { conversationLimit } from '../http/input.ts';
import type { Interface } from '../http/interface.ts';
import { toErrorBody, toResponsesErrorBody } from './error-body.ts';

/** The paths without `/v1` are for clients of Perplexity. */
const PREFIXES = ['/v1', ''] as const;

/** OpenAI's interface for programs that speak to a language model: `/v1/…`, also without `/v1`. */
export const openai: Interface = {
  name: 'openai',
  prefixes: ['/v1/', '/chat/', '/responses', '/agent', '/models', '/rerank', '/v2/'],
  isOpenToPages: false,
  errorBody: (problem, { url }) =>
    url.startsWith('/v1/responses') ? toResponsesErrorBody(problem) : toErrorBody(problem),
  addRoutes(app, deps) {
    const options = { config: { answers: true }, bodyLimit: conversationLimit(app) };
    const collectionsOf = (request: FastifyRequest) => deps.collectionsOf(deps.callerOf(request));
    const callOf = (request: FastifyRequest, reply: FastifyReply) => ({ request, reply, deps });
    for (const start of PREFIXES) {
      const method = ['GET', 'HEAD'];
      app.route({
        method,
        url: `${start}/models`,
        handler: async (request) => toModelList(collectionsOf(request)),
      });
      app.route<{ Params: { id: string } }>({
        method,
        url: `${start}/models/:id`,
        handler: async (request) =>
          toModelEntry(nameOfModel(modelNamed(request.params.id, collectionsOf(request)))),
      });
      app.post(`${start}/chat/completions`, options, async (request, reply) =>
        (await import('./chat.ts')).replyToChat(callOf(request, reply)),
      );
      app.route({
        method,
        url: `${start}/responses/:id`,
        handler: async (request, reply) =>
          (await import('./responses.ts')).replyWithKept(callOf(request, reply)),
      });
      app.post(`${start}/responses/:id/cancel`, async (request, reply) =>
        (await import('./responses.ts')).cancelKept(callOf(request, reply)),
      );
      for (const name of ['responses', 'agent'])
        app.post(`${start}/${name}`, options, async (request, reply) =>
          (await import('./responses.ts')).replyWithResponse(callOf(request, reply)),
        );
    }
    // The paths of Jina and Cohere.
    for (const url of ['/v1/rerank', '/v2/rerank', '/rerank'])
      app.post(url, options, async (request, reply) =>
        (await import('./rerank.ts')).replyWithRanking(callOf(request, reply)),
      );
  },
};
