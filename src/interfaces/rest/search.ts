import { hostOf } from '@sayso/text/url.ts';
import { searchHits } from '../http/call-service.ts';
import { callerSignal } from '../http/caller.ts';
import type { App } from '../http/protocol.ts';
import { questionOfCall } from '../http/question-of-call.ts';
import { searchEngineOf } from '../http/search-engine.ts';
import { problemResponses } from './contract.ts';
import { DEFAULT_RESULTS, searchRequest, searchResponse, searchUnavailable } from './finding-contract.ts';
import type { RestDeps } from './rest-deps.ts';
import { scopeOfBody } from './scope.ts';
import { toSlots } from './slots.ts';

/** `POST /api/search`: the results of one search; reads no page and calls no model. */
export function serveSearch(app: App, deps: RestDeps, stopping: AbortSignal): void {
  app.route({
    method: 'POST',
    url: '/api/search',
    config: { answers: true, emptyAnswer: { results: [] } },
    schema: {
      operationId: 'search',
      summary: 'Search the web and return only the results',
      tags: ['sources'],
      body: searchRequest(deps),
      response: { 200: searchResponse, ...problemResponses, 502: searchUnavailable },
    },
    handler: async (request, reply) => {
      const { query, num_results: limit = DEFAULT_RESULTS } = request.body;
      const scope = scopeOfBody(request.body);
      const inquiry = { text: query, scope, timeoutMs: deps.answerDeadlineMs };
      const question = questionOfCall(inquiry, { request, reply });
      const errand = { caller: deps.callerOf(request), signal: callerSignal(reply, stopping) };
      const found = await searchHits(deps, { ...question, limit }, errand);
      const { hits, slot: firstSlot, trail } = found;
      return {
        query,
        results: hits.slice(0, limit).map(({ url, title, snippet, publishedAt, slot }, at) => ({
          index: at + 1,
          title,
          url,
          site: hostOf(url),
          snippet,
          date: publishedAt ?? null,
          ...(slot !== undefined && { search_engine: searchEngineOf(slot) }),
        })),
        search_engine: searchEngineOf(firstSlot),
        slots: toSlots(trail),
      };
    },
  });
}
