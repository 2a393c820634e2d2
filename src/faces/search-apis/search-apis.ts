import type { FaceParts } from '../http/face-parts.ts';
import { onFirstUse } from '../http/on-first-use.ts';
import type { Protocol } from '../http/protocol.ts';
import { toProblemBody } from './problem-body.ts';

/** The paths and what each does; `GET /search` is the plain page unless it asks for JSON. */
const ROUTES = [
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

/**
 * The interfaces of search services that programs already speak: SearXNG, Tavily, Perplexity, Brave, Exa,
 * Ollama and Open WebUI.
 */
export function createSearchApis(parts: FaceParts): Protocol {
  const load = onFirstUse(() => import('./endpoints.ts'));
  return {
    prefixes: ['/res/', '/extract', '/contents', '/answer', '/search/', '/api/web_'],
    isOpenToPages: false,
    sendProblem: (problem, request, reply) => reply.send(toProblemBody(problem, request)),
    addRoutes(app, stopping) {
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
      );
      for (const [method, url, name, constraints] of ROUTES)
        app.route({
          ...{ method, url, constraints, config: { answers: true } },
          handler: async (request, reply) =>
            (await load()).endpoints[name]({ request, reply, stopping }, parts),
        });
    },
  };
}
