import { ANY_SCOPE } from '../../core/scope.ts';
import { type AnsweringParts, type App, DEFAULT_SOURCES } from '../http/parts.ts';
import { replyWithAnswer } from './answering.ts';
import { askRequest, askResponse, askUnavailable } from './contract.ts';
import { problemResponses } from './problem-responses.ts';
import { toAskResponse } from './replies.ts';

/** `POST /api/ask`: the rich answer that the page shows. */
export function serveAsk(app: App, parts: AnsweringParts, stopping: AbortSignal): void {
  app.route({
    method: 'POST',
    url: '/api/ask',
    config: { emptyAnswer: { answer: '', sources: [] } },
    schema: {
      operationId: 'ask',
      summary: 'Search the web and answer, with HTML, speech and snippets',
      tags: ['answers'],
      body: askRequest(parts),
      response: { 200: askResponse, ...problemResponses, 502: askUnavailable },
    },
    handler: (request, reply) =>
      replyWithAnswer(request, reply, {
        parts,
        stopping,
        question: {
          id: request.id,
          text: request.body.query,
          maxSources: request.body.num_sources ?? DEFAULT_SOURCES,
          scope: ANY_SCOPE,
          history: request.body.history ?? [],
          deadlineMs: parts.answerDeadlineMs,
        },
        toBody: toAskResponse,
      }),
  });
}
