import { listField, parseJson } from '../state/messages.ts';
import type { ShownExchange } from '../state/state.ts';
import { historyOf } from './ask.ts';
import { optionalFields } from './scope.ts';

/**
 * Asks the service to write a deep answer now, from the findings so far. False if the service no longer makes
 * this answer.
 */
export async function finishAnswer(requestId: string, key: string): Promise<boolean> {
  try {
    const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
    const address = `api/ask/${encodeURIComponent(requestId)}/finish`;
    return (await fetch(address, { method: 'POST', headers })).ok;
  } catch {
    return false;
  }
}

type PlanRequest = {
  readonly question: string;
  readonly thread: readonly ShownExchange[];
  readonly scope: string;
  readonly key: string;
};

/** What a deep answer to the question would search for; empty if the service has no plan. Never rejects. */
export async function planFor(
  { question, thread, scope, key }: PlanRequest,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    const response = await fetch('api/plan', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ query: question, ...historyOf(thread), ...optionalFields(scope, undefined) }),
      signal,
    });
    if (!response.ok) return [];
    const queries = listField(parseJson(await response.text()), 'sub_questions');
    return queries.filter((query) => typeof query === 'string');
  } catch {
    return [];
  }
}
