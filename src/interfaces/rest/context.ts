import { type Context, sourceTokensFor, toContext } from '../../answer/context.ts';
import { DEFAULT_SOURCES } from '../../core/question.ts';
import { gatherWhole } from '../http/call-service.ts';
import type { App } from '../http/protocol.ts';
import { questionOfCall } from '../http/question-of-call.ts';
import { searchEngineOf } from '../http/search-engine.ts';
import { problemResponses } from './contract.ts';
import { contextRequest, contextResponse, contextUnavailable, DEFAULT_TOKENS } from './finding-contract.ts';
import { exchangesOf } from './request-contract.ts';
import type { RestDeps } from './rest-deps.ts';
import { scopeOfBody } from './scope.ts';
import { toSlots } from './slots.ts';

/** `POST /api/context`: the passages for an answer, for programs that write their own. */
export function serveContext(app: App, deps: RestDeps, stopping: AbortSignal): void {
  app.route({
    method: 'POST',
    url: '/api/context',
    config: { answers: true, emptyAnswer: { text: '', sources: [] } },
    schema: {
      operationId: 'context',
      summary:
        'Search the web and return the passages that matter; only a follow-up may call a language model',
      tags: ['sources'],
      body: contextRequest(deps),
      response: { 200: contextResponse, ...problemResponses, 502: contextUnavailable },
    },
    handler: async (request, reply) => {
      const { query, history, num_sources: maxSources = DEFAULT_SOURCES } = request.body;
      const maxTokens = request.body.max_tokens ?? DEFAULT_TOKENS;
      const inquiry = {
        text: query,
        scope: scopeOfBody(request.body),
        history: exchangesOf(history),
        maxSources,
        timeoutMs: deps.answerDeadlineMs,
        sourceTokens: sourceTokensFor(maxTokens, maxSources),
      };
      const question = questionOfCall(inquiry, { request, reply });
      const evidence = await gatherWhole(deps, { request, reply, stopping }, question);
      const { text, tokens, sources } = toContext(evidence, maxTokens);
      const [search] = evidence.searches;
      return {
        query,
        ...(search !== undefined && search.words !== question.text && { searched_for: search.words }),
        text,
        tokens,
        language: evidence.language,
        sources: sources.map(toContextSource),
        search_engine: searchEngineOf(search?.slot ?? null),
        slots: toSlots(search?.trail ?? []),
      };
    },
  });
}

/** A source in the fields of the reply. */
function toContextSource(source: Context['sources'][number]) {
  const { index, title, url, site, publishedAt, author, basis, readAt, passages, slot } = source;
  return {
    index,
    title,
    url,
    site,
    date: publishedAt ?? null,
    author: author ?? null,
    basis,
    ...(readAt !== undefined && { read: readAt }),
    passages: passages.map(({ text, from, to }) => ({ text, from, to })),
    ...(slot !== undefined && { search_engine: searchEngineOf(slot) }),
  };
}
