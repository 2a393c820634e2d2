import { fieldOf } from '@sayso/text/own-value.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import { type InterfaceDeps, onFirstUse } from '../http/call-service.ts';
import type { App, Protocol } from '../http/protocol.ts';

/**
 * The method, the path, the function (`endpoints.ts`) and the constraints of each route; `GET /search` and
 * `GET /` are pages unless they ask for JSON.
 */
const ROUTES = [
  ['POST', '/load', 'openWebUiLoad', {}],
  ['GET', '/', 'searxng', { format: 'json' }],
  ['GET', '/search', 'searxng', { format: 'json' }],
  ['POST', '/search', 'search', {}],
  ['POST', '/search/external', 'openWebUiSearch', {}],
  ['POST', '/extract', 'tavilyExtract', {}],
  ['POST', '/api/web_search', 'ollamaSearch', {}],
  ['POST', '/api/web_fetch', 'ollamaFetch', {}],
] as const;

type EndpointName = Exclude<(typeof ROUTES)[number][2], 'search'> | 'tavilySearch' | 'searxngConfig';
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const JSON_TYPE = 'application/json; charset=utf-8';

/** The interfaces of search services: SearXNG, Tavily, Ollama, Open WebUI. */
export function createSearchApis(deps: InterfaceDeps): Protocol {
  const load = onFirstUse(() => import('./endpoints.ts'));
  return {
    prefixes: ['/load', '/extract', '/search/', '/api/web_', '/config'],
    isOpenToPages: false,
    sendProblem: ({ message }, request, reply) =>
      reply.send(isTavily(request) ? { detail: { error: message }, error: message } : { error: message }),
    addRoutes(app, stopping) {
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
      );
      const handlerOf = (name: EndpointName) => async (request: FastifyRequest, reply: FastifyReply) =>
        (await load())[name]({ request, reply, stopping, deps });
      const [searxng, tavily] = [handlerOf('searxng'), handlerOf('tavilySearch')];
      const search: Handler = (request, reply) => (isTavily(request) ? tavily : searxng)(request, reply);
      for (const [method, url, name, constraints] of ROUTES) {
        const handler = name === 'search' ? search : handlerOf(name);
        app.route({ method, url, constraints, config: { answers: true }, handler });
        // HEAD is answered without a search.
        const head = async (_: FastifyRequest, reply: FastifyReply) => reply.type(JSON_TYPE).send();
        if (method === 'GET') app.route({ method: 'HEAD', url, constraints, handler: head });
      }
      addLoaderAtRoot(app, handlerOf('openWebUiLoad'));
      app.route({ method: ['GET', 'HEAD'], url: '/config', handler: handlerOf('searxngConfig') });
    },
  };
}

/** The loader of Open WebUI may be set to the address of the service, without a path. */
function addLoaderAtRoot(app: App, handler: Handler): void {
  app.route({
    method: 'POST',
    url: '/',
    config: { answers: true, unlisted: true },
    // The page at `/` takes no POST, so what is not for the loader is refused.
    onRequest: async (request, reply) => {
      if (!/^application\/json/i.test(request.headers['content-type'] ?? '')) refusePost(reply);
    },
    preHandler: async (request, reply) => {
      if (!Object.hasOwn(Object(request.body), 'urls')) refusePost(reply);
    },
    handler,
  });
}

/** @throws Failure `method-not-allowed`, after setting `Allow` to what the page's address supports */
function refusePost(reply: FastifyReply): never {
  const allowed = 'GET, HEAD, OPTIONS';
  reply.header('allow', allowed);
  throw new Failure('method-not-allowed', `This path does not support POST; it supports ${allowed}.`);
}

/**
 * Whether a request has Tavily's format. SearXNG has the path `/search`, too, but calls the query `q`. A body
 * that has both names counts as Tavily's.
 */
function isTavily({ method, url, body }: Pick<FastifyRequest, 'method' | 'url' | 'body'>): boolean {
  if (url.startsWith('/extract')) return true;
  if (method !== 'POST' || !/^\/search(?:\?|$)/.test(url)) return false;
  const has = (name: string) => (fieldOf(body, name) ?? null) !== null;
  return has('query') || !(has('q') || /[?&]q=/.test(url));
}
