import { sourceTokensFor, toContext } from '../../answer/context.ts';
import { DEFAULT_SOURCES } from '../../core/terms.ts';
import { gatherWhole } from '../http/call-house.ts';
import type { App } from '../http/protocol.ts';
import { questionOfCall } from '../http/question-of-call.ts';
import { problemResponses } from './contract.ts';
import { contextRequest, contextResponse, contextUnavailable, DEFAULT_TOKENS } from './finding-contract.ts';
import type { RestParts } from './parts.ts';
import { scopeOfBody } from './scope.ts';
import { toSlots } from './slots.ts';

/**
 * `POST /api/context`: the passages from which an answer would be written, for programs that write their own.
 */
export function serveContext(app: App, parts: RestParts, stopping: AbortSignal): void {
  app.route({
    method: 'POST',
    url: '/api/context',
    config: { answers: true, emptyAnswer: { text: '', sources: [] } },
    schema: {
      operationId: 'context',
      summary: 'Search the web and return the passages that matter, without a language model',
      tags: ['sources'],
      body: contextRequest(parts),
      response: { 200: contextResponse, ...problemResponses, 502: contextUnavailable },
    },
    handler: async (request, reply) => {
      const { query, history, num_sources: maxSources = DEFAULT_SOURCES } = request.body;
      const maxTokens = request.body.max_tokens ?? DEFAULT_TOKENS;
      const asked = {
        ...{ text: query, scope: scopeOfBody(request.body), history, maxSources },
        deadlineMs: parts.answerDeadlineMs,
        sourceTokens: sourceTokensFor(maxTokens, maxSources),
      };
      const question = questionOfCall(asked, { request, reply });
      const evidence = await gatherWhole(parts, { request, reply, stopping }, question);
      const { text, tokens, sources } = toContext(evidence, maxTokens);
      const [search] = evidence.searches;
      return {
        query,
        ...(search !== undefined && search.words !== question.text && { searched_for: search.words }),
        ...{ text, tokens, tokenizer: 'o200k_base' as const, language: evidence.language },
        sources: sources.map(
          ({ index, title, url, site, publishedAt, author, basis, readAt, passages, engine }) => ({
            ...{ index, title, url, site, date: publishedAt ?? null, author: author ?? null, basis },
            ...(readAt !== undefined && { read: readAt }),
            passages: passages.map((passage) => ({ text: passage.text, from: passage.from, to: passage.to })),
            ...(engine !== undefined && { search_engine: engine }),
          }),
        ),
        search_engine: search?.engine ?? ('none' as const),
        slots: toSlots(search?.trail ?? []),
      };
    },
  });
}
