import { hostOf } from '../../core/url.ts';
import { searchHits } from '../http/call-house.ts';
import type { App } from '../http/protocol.ts';
import { questionOfCall } from '../http/question-of-call.ts';
import { problemResponses } from './contract.ts';
import { DEFAULT_RESULTS, searchRequest, searchResponse, searchUnavailable } from './finding-contract.ts';
import type { RestParts } from './parts.ts';
import { scopeOfBody } from './scope.ts';
import { toSlots } from './slots.ts';

/** `POST /api/search`: the results of one search; reads no page and calls no model. */
export function serveSearch(app: App, parts: RestParts, stopping: AbortSignal): void {
  app.route({
    method: 'POST',
    url: '/api/search',
    config: { answers: true, emptyAnswer: { results: [] } },
    schema: {
      operationId: 'search',
      summary: 'Search the web and return only the results',
      tags: ['sources'],
      body: searchRequest(parts),
      response: { 200: searchResponse, ...problemResponses, 502: searchUnavailable },
    },
    handler: async (request, reply) => {
      const { query, num_results: limit = DEFAULT_RESULTS } = request.body;
      const scope = scopeOfBody(request.body);
      const asked = { text: query, scope, deadlineMs: parts.answerDeadlineMs };
      const question = questionOfCall(asked, { request, reply });
      const call = { request, reply, stopping };
      const { hits, engine: searchEngine, trail } = await searchHits(parts, call, { ...question, limit });
      return {
        query,
        results: hits.slice(0, limit).map(({ url, title, snippet, publishedAt, engine }, at) => ({
          ...{ index: at + 1, title, url, site: hostOf(url), snippet, date: publishedAt ?? null },
          ...(engine !== undefined && { search_engine: engine }),
        })),
        search_engine: searchEngine,
        slots: toSlots(trail),
      };
    },
  });
}
