import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import { byDepth } from '../../core/question.ts';
import { type InterfaceCall, nameOfCaller, runOfCall, streamName } from '../http/call-service.ts';
import { refusePrefetches } from '../http/foreign-pages.ts';
import type { App } from '../http/interface.ts';
import { scopeOfParameters } from '../http/scope.ts';
import { HEARTBEAT, replyWithStream, streamHeaders, toEventFrame } from '../http/stream.ts';
import { type Inquiry, questionOfCall } from '../http/to-question.ts';
import { chooseForm, type RestDeps, replyWithAnswer } from './answering.ts';
import {
  askResponse,
  askUnavailable,
  problem,
  problemResponses,
  queryResponse,
  queryUnavailable,
  toAskBody,
  toDetailedBody,
  toFollowUpBody,
  toJudgedBody,
  toQueryBody,
} from './reply.ts';
import { inquiryOfBody, inquiryOfParameters, requestSchemas } from './request.ts';

const tags = ['answers'];

/** The routes that answer questions. */
export function serveAnswers(app: App, deps: RestDeps): void {
  const early = createEarlyEnds(deps);
  serveAsk(app, deps, early);
  servePlan(app, deps);
  serveFinish(app, early);
  serveKept(app, deps);
  serveQuery(app, deps, early);
}

/** `POST /api/ask`: the detailed answer that the page shows. */
function serveAsk(app: App, deps: RestDeps, early: EarlyEnds): void {
  app.route({
    method: 'POST',
    url: '/api/ask',
    config: { answers: true, emptyAnswer: { answer: '', sources: [] } },
    schema: {
      operationId: 'ask',
      summary: 'Search the web and answer, with HTML, speech and snippets',
      tags,
      body: requestSchemas(deps).ask,
      response: { 200: askResponse, ...problemResponses, 502: askUnavailable },
    },
    handler: (request, reply) => {
      const { depth, history, verdicts = false } = request.body;
      const timeoutMs = byDepth(depth, { quick: deps.answerDeadlineMs, deep: deps.deepDeadlineMs });
      const call = { request, reply, deps };
      return replyWithAnswer({
        ...call,
        question: questionOfCall({ ...inquiryOfBody(request.body), timeoutMs }, call),
        endEarly: depth === 'deep' ? (over) => early.begin(call, over) : undefined,
        verdicts,
        toBody: verdicts ? toJudgedBody : history === undefined ? toAskBody : toFollowUpBody,
        toLastEvent: verdicts ? toJudgedBody : toDetailedBody,
      });
    },
  });
}

/** `POST /api/plan`: what a deep answer would search for, so that the caller can change it. */
function servePlan(app: App, deps: RestDeps): void {
  app.route({
    method: 'POST',
    url: '/api/plan',
    config: { answers: true, emptyAnswer: { sub_questions: [] } },
    schema: {
      operationId: 'plan',
      summary: 'Plan a deep answer without making it',
      tags,
      body: requestSchemas(deps).plan,
      response: { 200: planResponse, ...problemResponses },
    },
    handler: async (request, reply) => {
      const { query } = request.body;
      const call = { request, reply, deps };
      const timeoutMs = deps.deepDeadlineMs;
      const question = questionOfCall({ ...inquiryOfBody(request.body), depth: 'deep', timeoutMs }, call);
      for await (const event of deps.ask(runOfCall(call, question)))
        if (event.type === 'plan') return { query, sub_questions: [...event.subQuestions] };
      // A calculation, or an answer that is cached, needs no plan.
      return { query, sub_questions: [] };
    },
  });
}

/** Response of `POST /api/plan`. */
const planResponse = z
  .object({
    query: z.string().meta({ description: 'The query as it was sent.' }),
    sub_questions: z.array(z.string()).meta({
      description: 'What a deep answer would search for; empty if it would not search.',
    }),
  })
  .meta({ id: 'PlanResponse', description: 'The plan.' });

/** `POST /api/ask/{id}/finish`: the caller of a deep answer wants it now, from the findings so far. */
function serveFinish(app: App, early: EarlyEnds): void {
  app.route({
    method: 'POST',
    url: '/api/ask/:id/finish',
    schema: {
      operationId: 'finish',
      summary: 'Write a deep answer now, from what has been found',
      tags,
      params: z.object({
        id: z.string().meta({ description: '`X-Request-Id` of the reply that is being streamed.' }),
      }),
      response: {
        204: z.null().describe('The answer is written now.'),
        ...refusedOr('No deep answer with this id is in progress for this key on this instance.'),
      },
    },
    handler: async (request, reply) => {
      early.end(request.params.id, request);
      return reply.code(204).send(null);
    },
  });
}

/** The errors of a route that is about one answer. */
function refusedOr(missing: string) {
  const { 401: unauthorized, 405: otherMethod, 503: unavailable } = problemResponses;
  return { 401: unauthorized, 404: problem.describe(missing), 405: otherMethod, 503: unavailable };
}

/** An answer that goes on without its caller: its events again, and its end. */
function serveKept(app: App, deps: RestDeps): void {
  const params = z.object({
    id: z.string().meta({ description: '`Sayso-Stream` of the reply to a question with `keep=on`.' }),
  });
  const why = 'No answer with this id is kept for this key.';
  const missing = () => new Failure('not-found', why);
  const refused = refusedOr(why);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/ask/:id',
    schema: {
      operationId: 'follow',
      summary: 'The events of an answer that goes on, from the one after `Last-Event-ID`',
      tags,
      params,
      response: { 200: z.string().describe('The events, as a stream.'), ...refused },
    },
    handler: async (request, reply) => {
      const from = Number(/^\d{1,9}$/.exec(`${request.headers['last-event-id']}`)?.[0] ?? 0);
      const name = streamName({ deps, request }, request.params.id);
      const events = await deps.streams.read(name, { from, follow: true });
      if (events === null) throw missing();
      if (request.method === 'HEAD') return reply.headers(streamHeaders).send('');
      return replyWithStream({ request, reply }, events, {
        frame: (event) => event,
        failure: ({ status, message }) => toEventFrame({ error: message, status }, { event: 'failure' }),
        heartbeat: HEARTBEAT,
      });
    },
  });
  app.route({
    method: 'POST',
    url: '/api/ask/:id/stop',
    schema: {
      operationId: 'stop',
      summary: 'End an answer that goes on',
      tags,
      params,
      response: { 204: z.null().describe('It ends.'), ...refused },
    },
    handler: async (request, reply) => {
      if (!(await deps.streams.stop(streamName({ deps, request }, request.params.id)))) throw missing();
      return reply.code(204).send(null);
    },
  });
}

/** The deep answers in progress, whose callers may end the search early. */
type EarlyEnds = ReturnType<typeof createEarlyEnds>;

function createEarlyEnds({ guard }: RestDeps) {
  const running = new Map<string, { readonly controller: AbortController; readonly owner: string | null }>();
  const ownerOf = (request: FastifyRequest) => guard && nameOfCaller(request, guard);
  return {
    /** A signal that aborts when the caller of a request wants its answer now; `over` ends a kept answer. */
    begin({ request, reply }: InterfaceCall, over: AbortSignal | null): AbortSignal {
      const controller = new AbortController();
      running.set(request.id, { controller, owner: ownerOf(request) });
      const forget = () => running.delete(request.id);
      if (over === null) reply.raw.once('close', forget);
      else over.addEventListener('abort', forget);
      return controller.signal;
    },
    /**
     * Ends the search for a deep answer, which is then written from the findings so far.
     * @throws Failure `not-found` if this instance makes no such answer for the key of the request
     */
    end(id: string, request: FastifyRequest): void {
      const answer = running.get(id);
      if (answer === undefined || answer.owner !== ownerOf(request))
        throw new Failure('not-found', 'No deep answer with this id is in progress here.');
      answer.controller.abort();
    },
  };
}

/** `/api/v1/query`: the compact answer, for GET and POST; HEAD checks without answering. */
function serveQuery(app: App, deps: RestDeps, early: EarlyEnds): void {
  const url = '/api/v1/query';
  const config = { answers: true, emptyAnswer: { answer: '', speakable_text: '' } };
  const response = { 200: queryResponse, ...problemResponses, 502: queryUnavailable };
  const described = { summary: 'Search the web and answer, compact', tags };
  const { parameters, query: body } = requestSchemas(deps);
  const answer = (request: FastifyRequest, reply: FastifyReply, asked: Omit<Inquiry, 'timeoutMs'>) => {
    const call = { request, reply, deps };
    const timeoutMs = byDepth(asked.depth, { quick: deps.queryDeadlineMs, deep: deps.deepDeadlineMs });
    const isFollowUp = (asked.history ?? []).length > 0;
    return replyWithAnswer({
      ...call,
      question: questionOfCall({ ...asked, timeoutMs }, call),
      endEarly: asked.depth === 'deep' ? (over) => early.begin(call, over) : undefined,
      toBody: (whole) => toQueryBody(whole, asked.text, isFollowUp),
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
        403: problem.describe('A browser sent the request as a prefetch or as part of a page.'),
      },
      operationId: 'queryByGet',
      querystring: parameters,
    },
    handler: (request, reply) => answer(request, reply, inquiryOfParameters(request.query)),
  });
  app.route({
    method: 'POST',
    url,
    config,
    schema: { ...described, response, operationId: 'queryByPost', body },
    handler: (request, reply) => answer(request, reply, inquiryOfBody(request.body)),
  });
  app.route({
    method: 'HEAD',
    url,
    schema: { hide: true, querystring: parameters },
    handler: async (request, reply) => {
      scopeOfParameters(request.query);
      return reply.type(`${chooseForm(request, reply)}; charset=utf-8`).send();
    },
  });
}
