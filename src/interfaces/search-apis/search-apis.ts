import { fieldOf } from '@sayso/text/own-value.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import type { App, Interface } from '../http/interface.ts';
import type { SearchEndpoint } from './find.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const JSON_TYPE = 'application/json; charset=utf-8';

/** The interfaces of search services: SearXNG, Tavily, Ollama, Open WebUI. */
export const searchApis: Interface = {
  name: 'search-apis',
  prefixes: ['/load', '/extract', '/search/', '/api/web_', '/config'],
  isOpenToPages: false,
  errorBody: ({ message }, request) =>
    isTavily(request) ? { detail: { error: message }, error: message } : { error: message },
  addRoutes(app, deps) {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    const serve =
      (load: () => Promise<SearchEndpoint>): Handler =>
      async (request, reply) =>
        (await load())({ request, reply, deps });
    const results = serve(async () => (await import('./searxng.ts')).searxng);
    const tavilySearch = serve(async () => (await import('./tavily.ts')).tavilySearch);
    const loader = serve(async () => (await import('./chat-programs.ts')).openWebUiLoad);
    const posts: Readonly<Record<string, Handler>> = {
      '/load': loader,
      '/search': (request, reply) => (isTavily(request) ? tavilySearch : results)(request, reply),
      '/search/external': serve(async () => (await import('./chat-programs.ts')).openWebUiSearch),
      '/extract': serve(async () => (await import('./tavily.ts')).tavilyExtract),
      '/api/web_search': serve(async () => (await import('./chat-programs.ts')).ollamaSearch),
      '/api/web_fetch': serve(async () => (await import('./chat-programs.ts')).ollamaFetch),
    };
    const config = { answers: true };
    for (const [url, handler] of Object.entries(posts)) app.post(url, { config }, handler);
    // Both are pages unless they ask for JSON.
    for (const url of ['/', '/search']) {
      const constraints = { format: 'json' };
      app.route({ method: 'GET', url, constraints, config, handler: results });
      // HEAD is answered without a search.
      const head = async (_: FastifyRequest, reply: FastifyReply) => reply.type(JSON_TYPE).send();
      app.route({ method: 'HEAD', url, constraints, handler: head });
    }
    addLoaderAtRoot(app, loader);
    const searxngConfig = serve(async () => (await import('./searxng.ts')).searxngConfig);
    app.route({ method: ['GET', 'HEAD'], url: '/config', handler: searxngConfig });
  },
};

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
