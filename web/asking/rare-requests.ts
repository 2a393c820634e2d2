import { parseJson, textsIn } from '../state/messages.ts';
import type { ShownExchange } from '../state/state.ts';
import { failed, historyOf, readStream, type Send } from './ask.ts';
import { keyHeader } from './key.ts';
import { optionalFields } from './scope.ts';

/** How often a connection is tried without any event, and one to a stream that is not there. */
const MOST_TRIES = 200;
const MOST_MISSES = 3;

/**
 * Reads the rest of an answer that goes on without the page, over as many connections as it takes; `last` is the
 * last event that the page has. Never rejects.
 */
export async function followAnswer(
  stream: string,
  last: string,
  send: Send,
  signal: AbortSignal,
): Promise<void> {
  for (let known = last, tries = 0; tries < MOST_TRIES; tries++) {
    const headers = { ...keyHeader(), 'last-event-id': known };
    const response = await fetch(`api/ask/${stream}`, { headers, signal }).catch(() => null);
    const read = response?.ok === true && response.body !== null ? await readStream(response.body, send) : '';
    if (read === null || signal.aborted) return;
    if (read !== '') [known, tries] = [read, 0];
    if (response?.status === 401) return send(failed('key'));
    if (response?.status === 404 && tries >= MOST_MISSES) return send(failed('broken'));
    await new Promise((resolve) => setTimeout(resolve, Math.min(4000, 250 * 2 ** tries)));
  }
  send(failed(navigator.onLine ? 'unreachable' : 'offline'));
}

/** The collections that the reader may choose. Rejects without a key that the service needs. */
export async function readCollections(): Promise<readonly string[]> {
  const response = await fetch('api/collections', { headers: keyHeader() });
  return (await response.json()).collections;
}

/**
 * Asks the service to write a deep answer now, from the findings so far (`finish`, by the id of its request), or
 * to end one that goes on (`stop`, by the id of its stream). False if it no longer makes this answer.
 */
export async function endAnswer(id: string, how: 'finish' | 'stop'): Promise<boolean> {
  const call = fetch(`api/ask/${encodeURIComponent(id)}/${how}`, { method: 'POST', headers: keyHeader() });
  return (await call.catch(() => null))?.ok === true;
}

type PlanRequest = {
  readonly question: string;
  readonly thread: readonly ShownExchange[];
  readonly scope: string;
};

/** What a deep answer to the question would search for; empty if the service has no plan. Never rejects. */
export async function planFor(
  { question, thread, scope }: PlanRequest,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    const response = await fetch('api/plan', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...keyHeader() },
      body: JSON.stringify({ query: question, ...historyOf(thread), ...optionalFields(scope, undefined) }),
      signal,
    });
    if (!response.ok) return [];
    return textsIn(parseJson(await response.text()), 'sub_questions');
  } catch {
    return [];
  }
}
