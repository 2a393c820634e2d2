import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import { type InterfaceDeps, onFirstUse } from '../http/interface-deps.ts';
import type { Problem } from '../http/problems.ts';
import type { App, Protocol } from '../http/protocol.ts';
import { dialectOf } from './dialect.ts';

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
  ['POST', '/contents', 'exaContents', {}],
  ['POST', '/answer', 'exaAnswer', {}],
  ['GET', '/res/v1/web/search', 'braveWebSearch', {}],
  ['GET', '/res/v1/llm/context', 'braveContext', {}],
  ['POST', '/res/v1/llm/context', 'braveContext', {}],
  ['POST', '/api/web_search', 'ollamaSearch', {}],
  ['POST', '/api/web_fetch', 'ollamaFetch', {}],
] as const;

type EndpointName = (typeof ROUTES)[number][2] | 'searxngConfig';
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const JSON_TYPE = 'application/json; charset=utf-8';

/** The interfaces of search services: SearXNG, Tavily, Perplexity, Brave, Exa, Ollama, Open WebUI. */
export function createSearchApis(deps: InterfaceDeps): Protocol {
  const load = onFirstUse(() => import('./endpoints.ts'));
  return {
    prefixes: ['/load', '/res/', '/extract', '/contents', '/answer', '/search/', '/api/web_', '/config'],
    isOpenToPages: false,
    sendProblem: (problem, request, reply) => reply.send(toProblemBody(problem, request)),
    addRoutes(app, stopping) {
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
      );
      const handlerOf = (name: EndpointName) => async (request: FastifyRequest, reply: FastifyReply) =>
        (await load()).endpoints[name]({ request, reply, stopping, deps });
      for (const [method, url, name, constraints] of ROUTES) {
        app.route({ method, url, constraints, config: { answers: true }, handler: handlerOf(name) });
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

/** A problem in the format that the clients of the requested service expect. */
function toProblemBody({ status, message }: Problem, request: FastifyRequest): object {
  // The contract's `POST /` is refused in the contract's own shape, not in the loader's.
  switch (status === 405 ? undefined : dialectOf(request)) {
    case 'brave':
      return {
        type: 'ErrorResponse',
        error: { id: request.id, status, code: codeOf(status), detail: message },
      };
    case 'perplexity':
      return { error: { message, type: codeOf(status).toLowerCase(), code: status } };
    case 'exa':
      return { requestId: request.id, error: message, tag: codeOf(status) };
    case 'tavily':
      return { detail: { error: message }, error: message };
    default:
      return { error: message };
  }
}

const CODE_BY_STATUS: ReadonlyMap<number, string> = new Map([
  [400, 'INVALID_REQUEST'],
  [401, 'INVALID_API_KEY'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [413, 'TOO_LARGE'],
  [429, 'RATE_LIMITED'],
  [502, 'SEARCH_FAILED'],
  [503, 'OVERLOADED'],
]);

function codeOf(status: number): string {
  return CODE_BY_STATUS.get(status) ?? (status < 500 ? 'INVALID_REQUEST' : 'INTERNAL_ERROR');
}
