import { listField, parseJson } from '../state/messages.ts';
import type { ShownExchange } from '../state/state.ts';
import { failed, historyOf, readStream, type Send } from './ask.ts';
import { optionalFields } from './scope.ts';

/** An answer that goes on without the page, and the last of its events that the page has. */
type Followed = { readonly stream: string; readonly key: string; readonly last: string };

/** How often a connection is tried without any event, and how often a stream that is not there is. */
const MOST_TRIES = 100;
const MOST_MISSES = 3;

/** Reads the rest of an answer that goes on, over as many connections as it takes. Never rejects. */
export async function followAnswer(
  { stream, key, last: known }: Followed,
  send: Send,
  signal: AbortSignal,
): Promise<void> {
  let last = known;
  let misses = 0;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const headers = { ...keyHeader(key), ...(last !== '' && { 'last-event-id': last }) };
    const response = await fetch(`api/ask/${stream}`, { headers, signal }).catch(() => null);
    const read = response?.ok === true && response.body !== null ? await readStream(response.body, send) : '';
    if (read === null || signal.aborted) return;
    if (read !== '') [last, tries, misses] = [read, 0, 0];
    if (response?.status === 401) return send(failed('key'));
    if (response?.status === 404 && ++misses === MOST_MISSES) return send(failed('broken'));
    await pauseUnlessOnline(Math.min(8000, 250 * 2 ** tries));
    if (signal.aborted) return;
  }
  send(failed(navigator.onLine ? 'unreachable' : 'offline'));
}

/** Waits, but not longer than until the network is back. */
async function pauseUnlessOnline(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
    addEventListener('online', resolve, { signal: AbortSignal.timeout(ms) });
  });
}

/** Ends an answer that goes on. Never rejects. */
export async function stopAnswer(stream: string, key: string): Promise<void> {
  await fetch(`api/ask/${stream}/stop`, { method: 'POST', headers: keyHeader(key) }).catch(() => null);
}

/** The collections that the reader may choose. Rejects without a key that the service needs. */
export async function readCollections(): Promise<readonly string[]> {
  // As `storeKey` stores it; an import would make the first script longer.
  const key = sessionStorage.getItem('sayso-key') ?? '';
  const response = await fetch('api/collections', { headers: keyHeader(key) });
  return (await response.json()).collections;
}

function keyHeader(key: string): Record<string, string> {
  return key === '' ? {} : { authorization: `Bearer ${key}` };
}

/**
 * Asks the service to write a deep answer now, from the findings so far. False if the service no longer makes
 * this answer.
 */
export async function finishAnswer(requestId: string, key: string): Promise<boolean> {
  try {
    const address = `api/ask/${encodeURIComponent(requestId)}/finish`;
    return (await fetch(address, { method: 'POST', headers: keyHeader(key) })).ok;
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
      headers: { 'content-type': 'application/json', ...keyHeader(key) },
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
