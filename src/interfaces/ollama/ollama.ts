import { fieldOf } from '@sayso/text/own-value.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { conversationLimit, readEveryBodyAsJson } from '../http/input.ts';
import type { Interface } from '../http/interface.ts';

const PATHS = ['tags', 'show', 'version', 'ps', 'chat', 'generate'].map((name) => `/api/${name}`);

/** Ollama's interface, for programs that support no other interface for models, such as Home Assistant. */
export const ollama: Interface = {
  name: 'ollama',
  prefixes: PATHS,
  isOpenToPages: false,
  addRoutes(app, deps) {
    const options = { config: { answers: true }, bodyLimit: conversationLimit(app) };
    const callOf = (request: FastifyRequest, reply: FastifyReply) => ({ request, reply, deps });
    const collectionsOf = (request: FastifyRequest) => deps.collectionsOf(deps.callerOf(request));
    readEveryBodyAsJson(app);
    const method = ['GET', 'HEAD'];
    app.route({
      method,
      url: '/api/tags',
      handler: async (request) => (await import('./answers.ts')).toTags(collectionsOf(request)),
    });
    app.route({ method, url: '/api/ps', handler: async () => ({ models: [] }) });
    app.route({ method, url: '/api/version', handler: async () => ({ version: deps.status().version }) });
    app.post('/api/show', async (request) =>
      (await import('./answers.ts')).toShown(nameIn(request.body), collectionsOf(request)),
    );
    app.post('/api/chat', options, async (request, reply) =>
      (await import('./answers.ts')).replyToOllamaChat(callOf(request, reply)),
    );
    app.post('/api/generate', options, async (request, reply) =>
      (await import('./answers.ts')).replyToGenerate(callOf(request, reply)),
    );
  },
};

/** The model that a body names; older clients call the field `name`. */
function nameIn(body: unknown): string {
  const given = fieldOf(body, 'model') ?? fieldOf(body, 'name');
  return typeof given === 'string' ? given : '';
}
