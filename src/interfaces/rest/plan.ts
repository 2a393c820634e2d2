import { z } from 'zod';
import { runOfCall } from '../http/call-service.ts';
import type { App } from '../http/protocol.ts';
import { questionOfCall } from '../http/to-question.ts';
import type { RestDeps } from './answering.ts';
import { problemResponses } from './contract.ts';
import {
  bodySchema,
  exchangesOf,
  historySchema,
  querySchema,
  type RequestLimits,
  scopeFields,
  scopeOfBody,
} from './request-contract.ts';

/** Body of `POST /api/plan`. */
const planRequest = ({ maxQueryChars }: RequestLimits) =>
  bodySchema({
    query: querySchema('The field `query`', maxQueryChars),
    history: historySchema(maxQueryChars)
      .optional()
      .meta({ description: 'The conversation before this question, oldest first.' }),
    ...scopeFields,
  }).meta({ id: 'PlanRequest' });

/** Response of `POST /api/plan`. */
const planResponse = z
  .object({
    query: z.string().meta({ description: 'The query as it was sent.' }),
    sub_questions: z.array(z.string()).meta({
      description: 'What a deep answer would search for; empty if it would not search.',
    }),
  })
  .meta({ id: 'PlanResponse', description: 'The plan.' });

/** `POST /api/plan`: what a deep answer would search for, so that the caller can change it. */
export function servePlan(app: App, deps: RestDeps, stopping: AbortSignal): void {
  app.route({
    method: 'POST',
    url: '/api/plan',
    config: { answers: true, emptyAnswer: { sub_questions: [] } },
    schema: {
      operationId: 'plan',
      summary: 'Plan a deep answer without making it',
      tags: ['answers'],
      body: planRequest(deps),
      response: { 200: planResponse, ...problemResponses },
    },
    handler: async (request, reply) => {
      const { query } = request.body;
      const history = exchangesOf(request.body.history);
      const scope = scopeOfBody(request.body);
      const inquiry = { text: query, scope, history, depth: 'deep', timeoutMs: deps.deepDeadlineMs } as const;
      const question = questionOfCall(inquiry, { request, reply });
      for await (const event of deps.ask(runOfCall(deps, { request, reply, stopping }, question)))
        if (event.type === 'plan') return { query, sub_questions: [...event.subQuestions] };
      // A calculation, or an answer that is cached, needs no plan.
      return { query, sub_questions: [] };
    },
  });
}
