import type { FastifyReply, FastifyRequest } from 'fastify';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Question } from '../../core/terms.ts';
import { type AnsweringParts, type App, DEFAULT_SOURCES } from '../http/parts.ts';
import { refuseUnasked } from '../http/unasked.ts';
import { chooseForm, replyWithAnswer } from './answering.ts';
import { problem, queryParameters, queryRequest, queryResponse, queryUnavailable } from './contract.ts';
import { problemResponses, unchanged } from './problem-responses.ts';
import { toQueryResponse } from './replies.ts';

/** `/api/v1/query`: the compact answer for programs, by GET and POST; HEAD checks the request without answering it. */
export function serveQuery(app: App, parts: AnsweringParts, stopping: AbortSignal): void {
  const url = '/api/v1/query';
  const config = { emptyAnswer: { answer: '', speakable_text: '' } };
  const response = { 200: queryResponse, ...problemResponses, 502: queryUnavailable };
  const described = { summary: 'Search the web and answer, compact', tags: ['answers'], response };
  const answer = (request: FastifyRequest, reply: FastifyReply, text: string) => {
    const question: Question = {
      id: request.id,
      text,
      maxSources: DEFAULT_SOURCES,
      scope: ANY_SCOPE,
      history: [],
      deadlineMs: parts.queryDeadlineMs,
    };
    return replyWithAnswer(request, reply, {
      parts,
      stopping,
      question,
      toBody: (whole) => toQueryResponse(whole, question),
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
        403: problem.describe('A browser fetched it ahead of time or as part of a page.'),
      },
      operationId: 'queryByGet',
      querystring: queryParameters(parts),
    },
    handler: (request, reply) => answer(request, reply, request.query.q),
  });
  app.route({
    method: 'POST',
    url,
    config,
    schema: { ...described, operationId: 'queryByPost', body: queryRequest(parts) },
    handler: (request, reply) => answer(request, reply, request.body.query),
  });
  app.route({
    method: 'HEAD',
    url,
    schema: { hide: true, querystring: queryParameters(parts) },
    handler: async (request, reply) => reply.type(`${chooseForm(request, reply)}; charset=utf-8`).send(),
  });
}
