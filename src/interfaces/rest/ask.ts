import { citationPositions } from '@sayso/markdown';
import type { Difference } from '@sayso/verdicts';
import { answerWords } from '../../answer/answer-words.ts';
import type { Answer, JudgedStatement } from '../../core/answer.ts';
import { byDepth } from '../../core/question.ts';
import type { App } from '../http/protocol.ts';
import { searchEngineOf } from '../http/search-engine.ts';
import { questionOfCall, toSearchedFor } from '../http/to-question.ts';
import { type Progress, type RestDeps, replyWithAnswer } from './answering.ts';
import { type AskBody, askResponse, askUnavailable, problemResponses } from './contract.ts';
import { askRequest, exchangesOf, scopeOfBody } from './request-contract.ts';
import { askSource, groundedSource, toSources } from './source.ts';
import { toStatementBody } from './statement.ts';

/** `POST /api/ask`: the detailed answer that the page shows. */
export function serveAsk(app: App, deps: RestDeps, progress: Progress): void {
  const withVerdicts = (answer: Answer, statements: readonly JudgedStatement[] = []): AskBody => {
    return {
      ...toDetailedBody(answer),
      speakable_text: withRemark(answer, statements),
      sources: toSources(answer.sources, groundedSource, {
        cited: new Set(citationPositions(answer.text, answer.sources.length).map(({ index }) => index)),
      }),
      statements: statements.map(toStatementBody),
    };
  };
  app.route({
    method: 'POST',
    url: '/api/ask',
    config: { answers: true, emptyAnswer: { answer: '', sources: [] } },
    schema: {
      operationId: 'ask',
      summary: 'Search the web and answer, with HTML, speech and snippets',
      tags: ['answers'],
      body: askRequest(deps),
      response: { 200: askResponse, ...problemResponses, 502: askUnavailable },
    },
    handler: (request, reply) => {
      const { query: text, num_sources: maxSources, verdicts } = request.body;
      const { depth, length, layout, instant, plan } = request.body;
      const timeoutMs = byDepth(depth, { quick: deps.answerDeadlineMs, deep: deps.deepDeadlineMs });
      const history = exchangesOf(request.body.history);
      const formFields = { history, depth, length, layout, instant, plan, maxSources };
      const inquiry = { text, scope: scopeOfBody(request.body), ...formFields, timeoutMs };
      return replyWithAnswer(request, reply, {
        deps,
        ...progress,
        question: questionOfCall(inquiry, { request, reply }),
        ...(verdicts === true
          ? { verdicts, toBody: withVerdicts }
          : { toBody: history === undefined ? toAskResponse : toFollowUpBody, toLastEvent: toDetailedBody }),
      });
    },
  });
}

const NUMERIC: ReadonlySet<string> = new Set(['number', 'date', 'unit'] satisfies Difference['kind'][]);

/** The speech, with a sentence at its end if one of its numbers differs from the sources. */
function withRemark({ speech, language }: Answer, statements: readonly JudgedStatement[]): string {
  const differs = statements.some(({ difference }) => NUMERIC.has(difference?.kind ?? ''));
  return differs ? `${speech} ${answerWords(language).numberDiffers}` : speech;
}

/** An answer as the body of `POST /api/ask`. */
function toAskResponse(answer: Answer): AskBody {
  return {
    answer: answer.text,
    html_answer: answer.html,
    speakable_text: answer.speech,
    sources: toSources(answer.sources, askSource),
    model: answer.model,
    search_engine: searchEngineOf(answer.slot),
    tokens_used: answer.tokensUsed,
    error: answer.error,
  };
}

/** The body for a question with a history. The contract allows a plain reply no other fields. */
function toFollowUpBody(answer: Answer): AskBody {
  return { ...toAskResponse(answer), ...toSearchedFor(answer) };
}

/** The body of a stream, or with verdicts. */
function toDetailedBody(answer: Answer): AskBody {
  return {
    ...toFollowUpBody(answer),
    ...(answer.problem !== undefined && { problem: answer.problem }),
    ...(answer.answerId !== undefined && { answer_id: answer.answerId }),
  };
}
