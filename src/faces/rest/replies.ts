import type { z } from 'zod';
import type { Answer, Question } from '../../core/terms.ts';
import type { askResponse, queryResponse } from './contract.ts';

/** An answer as the body of `POST /api/ask`. */
export function toAskResponse(answer: Answer): z.infer<typeof askResponse> {
  return {
    answer: answer.text,
    html_answer: answer.html,
    speakable_text: answer.speech,
    sources: answer.sources.map(({ index, title, url, snippet }) => ({ index, title, url, snippet })),
    model: answer.model,
    search_engine: answer.searchEngine,
    tokens_used: answer.tokensUsed,
    error: answer.error,
  };
}

/**
 * An answer as the body of `/api/v1/query`. That path has no `error` field, so what only `error` says becomes
 * the last sentence of the answer.
 */
export function toQueryResponse(answer: Answer, question: Question): z.infer<typeof queryResponse> {
  const lastSentence = answer.errorMissingInText ? answer.error : null;
  return {
    query: question.text,
    answer: lastSentence === null ? answer.text : `${answer.text}\n\n${lastSentence}`,
    speakable_text: lastSentence === null ? answer.speech : `${answer.speech} ${lastSentence}`,
    sources: answer.sources.map(({ index, title, url }) => ({ index, title, url })),
    model: answer.model,
    search_engine: answer.searchEngine,
    tokens_used: answer.tokensUsed,
  };
}
