import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Answer } from '../../core/answer.ts';
import { byDepth } from '../../core/question.ts';
import { speechWithError, textWithError } from '../../render/text-with-error.ts';
import { refusePrefetches } from '../http/foreign-pages.ts';
import type { App } from '../http/protocol.ts';
import { scopeOfParameters } from '../http/scope.ts';
import { searchEngineOf } from '../http/search-engine.ts';
import { type Inquiry, questionOfCall, toSearchedFor } from '../http/to-question.ts';
import { chooseForm, type Progress, type RestDeps, replyWithAnswer } from './answering.ts';
import { problem, problemResponses, queryResponse, queryUnavailable, unchanged } from './contract.ts';
import { queryParameters, queryRequest, scopeOfBody } from './request-contract.ts';
import { querySource, toSources } from './source.ts';

const url = '/api/v1/query';
const config = { answers: true, emptyAnswer: { answer: '', speakable_text: '' } };
const response = { 200: queryResponse, ...problemResponses, 502: queryUnavailable };
const described = { summary: 'Search the web and answer, compact', tags: ['answers'], response };

type CompactInquiry = Pick<Inquiry, 'text' | 'history' | 'scope' | 'depth' | 'length' | 'layout' | 'instant'>;

/** `/api/v1/query`: the compact answer, for GET and POST; HEAD checks without answering. */
export function serveQuery(app: App, deps: RestDeps, progress: Progress): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, compact: CompactInquiry) => {
    const deadlines = { quick: deps.queryDeadlineMs, deep: deps.deepDeadlineMs };
    const inquiry = { ...compact, timeoutMs: byDepth(compact.depth, deadlines) };
    return replyWithAnswer(request, reply, {
      deps,
      ...progress,
      question: questionOfCall(inquiry, { request, reply }),
      toBody: (whole) => toQueryResponse(whole, compact),
    });
  };

  app.route({
    method: 'GET',
    url,
    config,
    onRequest: refusePrefetches,
    schema: {
      ...described,
      response: {
        ...response,
        304: unchanged,
        403: problem.describe('A browser sent the request as a prefetch or as part of a page.'),
      },
      operationId: 'queryByGet',
      querystring: queryParameters(deps),
    },
    handler: (request, reply) => {
      const { query } = request;
      const { q: text, depth, length, layout } = query;
      const scope = scopeOfParameters(query);
      const instant = query.instant !== 'false';
      return answer(request, reply, { text, scope, depth, length, layout, instant });
    },
  });
  app.route({
    method: 'POST',
    url,
    config,
    schema: { ...described, operationId: 'queryByPost', body: queryRequest(deps) },
    handler: (request, reply) => {
      const { query: text, history, depth, length, layout, instant } = request.body;
      const scope = scopeOfBody(request.body);
      return answer(request, reply, { text, history, scope, depth, length, layout, instant });
    },
  });
  serveQueryHead(app, deps);
}

/** Checks a request without answering it. */
function serveQueryHead(app: App, deps: RestDeps): void {
  app.route({
    method: 'HEAD',
    url,
    schema: { hide: true, querystring: queryParameters(deps) },
    handler: async (request, reply) => {
      scopeOfParameters(request.query);
      return reply.type(`${chooseForm(request, reply)}; charset=utf-8`).send();
    },
  });
}

/** An answer for `/api/v1/query`. Without a field `error`, its fact becomes the last sentence. */
function toQueryResponse(
  answer: Answer,
  { text: query, history = [] }: CompactInquiry,
): z.infer<typeof queryResponse> {
  return {
    query,
    answer: textWithError(answer),
    speakable_text: speechWithError(answer),
    sources: toSources(answer.sources, querySource),
    model: answer.model,
    search_engine: searchEngineOf(answer.slot),
    ...(history.length > 0 && toSearchedFor(answer)),
    tokens_used: answer.tokensUsed,
  };
}
