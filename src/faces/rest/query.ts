import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { byDepth } from '../../core/depth.ts';
import type { Inquiry } from '../../core/question.ts';
import type { Answer } from '../../core/terms.ts';
import { toldSpeech, toldText } from '../../core/told-text.ts';
import { refuseUnasked } from '../http/prefetches.ts';
import type { App } from '../http/protocol.ts';
import { questionOfCall } from '../http/question-of-call.ts';
import { scopeOfParameters } from '../http/scope-of-parameters.ts';
import { chooseForm, type Progress, replyWithAnswer } from './answering.ts';
import {
  problem,
  problemResponses,
  queryParameters,
  queryRequest,
  queryResponse,
  queryUnavailable,
  unchanged,
} from './contract.ts';
import type { RestParts } from './parts.ts';
import { scopeOfBody } from './scope.ts';
import { querySource, toSources } from './source.ts';

const url = '/api/v1/query';
const config = { answers: true, emptyAnswer: { answer: '', speakable_text: '' } };
const response = { 200: queryResponse, ...problemResponses, 502: queryUnavailable };
const described = { summary: 'Search the web and answer, compact', tags: ['answers'], response };

type CompactInquiry = Pick<Inquiry, 'text' | 'scope' | 'depth'>;

/**
 * `/api/v1/query`: the compact answer for programs, for GET and POST; HEAD checks the request without
 * answering it.
 */
export function serveQuery(app: App, parts: RestParts, progress: Progress): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, asked: CompactInquiry) => {
    const deadlines = { quick: parts.queryDeadlineMs, deep: parts.deepDeadlineMs };
    const inquiry = { ...asked, deadlineMs: byDepth(asked.depth, deadlines) };
    return replyWithAnswer(request, reply, {
      parts,
      ...progress,
      question: questionOfCall(inquiry, { request, reply }),
      toBody: (whole) => toQueryResponse(whole, asked.text),
    });
  };

  app.route({
    method: 'GET',
    url,
    config,
    onRequest: refuseUnasked,
    schema: {
      ...described,
      response: {
        ...response,
        304: unchanged,
        403: problem.describe('A browser sent the request as a prefetch or as part of a page.'),
      },
      operationId: 'queryByGet',
      querystring: queryParameters(parts),
    },
    handler: (request, reply) => {
      const { query } = request;
      return answer(request, reply, { text: query.q, scope: scopeOfParameters(query), depth: query.depth });
    },
  });
  app.route({
    method: 'POST',
    url,
    config,
    schema: { ...described, operationId: 'queryByPost', body: queryRequest(parts) },
    handler: (request, reply) => {
      const { body } = request;
      return answer(request, reply, { text: body.query, scope: scopeOfBody(body), depth: body.depth });
    },
  });
  serveQueryHead(app, parts);
}

/** Checks a request without answering it. */
function serveQueryHead(app: App, parts: RestParts): void {
  app.route({
    method: 'HEAD',
    url,
    schema: { hide: true, querystring: queryParameters(parts) },
    handler: async (request, reply) => {
      scopeOfParameters(request.query);
      return reply.type(`${chooseForm(request, reply)}; charset=utf-8`).send();
    },
  });
}

/**
 * An answer as the body of `/api/v1/query`. That path has no `error` field, so any fact that only `error`
 * contains becomes the last sentence of the answer.
 */
function toQueryResponse(answer: Answer, query: string): z.infer<typeof queryResponse> {
  return {
    query,
    answer: toldText(answer),
    speakable_text: toldSpeech(answer),
    sources: toSources(answer.sources, querySource),
    model: answer.model,
    search_engine: answer.searchEngine,
    tokens_used: answer.tokensUsed,
  };
}
