import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { detectLanguage } from '@sayso/text/language.ts';
import { fieldOf } from '@sayso/text/own-value.ts';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { startDeadline } from '../../core/deadline.ts';
import { Failure } from '../../core/failure.ts';
import type { Depth } from '../../core/question.ts';
import type { ApiReply, PlainFetch } from '../../net/http-client.ts';
import { readRetryAfterMs } from '../../net/suspension.ts';
import { failureOf } from './ask-service.ts';
import type { AskTarget } from './eval-reply.ts';

/** A running Sayso, and how it is asked. */
export type ServerTarget = {
  /** Scheme, host and port, and the path of a proxy; without a slash at the end. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: PlainFetch;
  readonly depth: Depth;
  readonly maxSources: number;
  /** The longest time for an answer, in milliseconds. */
  readonly timeoutMs: number;
};

const EVENTS = 'answer-delta,usage,answer-end';
/** A longer event is not an answer. */
const MAX_EVENT_CHARS = 4_194_304;

/** Asks a running Sayso over its own interface. What it retrieves and cites cannot be seen from outside. */
export function createAskOwnServer(target: ServerTarget): AskTarget {
  const { url, headers, fetch, depth, maxSources, timeoutMs } = target;
  return async ({ question, asOf, pages }, signal) => {
    using deadline = startDeadline(timeoutMs, signal);
    const startedAtMs = performance.now();
    const until = asOf !== null && pages === null ? { until: asOf } : {};
    const response = await fetch(`${url}/api/ask?events=${EVENTS}`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'cache-control': 'no-cache',
      },
      body: JSON.stringify({ query: question, num_sources: maxSources, depth, ...until }),
      signal: deadline.signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw toRefusal(response.status, Object.fromEntries(response.headers));
    }
    const { end, usage, firstAtMs } = await readAnswer(response.body);
    const text = String(fieldOf(end, 'answer') ?? '');
    const error = fieldOf(end, 'error');
    return {
      text,
      language: detectLanguage(text),
      model: String(fieldOf(end, 'model') ?? ''),
      failure: failureOf({ text, error: typeof error === 'string' ? error : null }, firstAtMs),
      retrieval: null,
      citations: null,
      ...usage,
      firstMs: firstAtMs === null ? null : firstAtMs - startedAtMs,
      totalMs: performance.now() - startedAtMs,
    };
  };
}

async function readAnswer(body: ApiReply['body']) {
  let firstAtMs: number | null = null;
  let usage = { calls: 0, tokens: 0 };
  let end: unknown;
  const events = body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT_CHARS }));
  for await (const { event, data } of events ?? []) {
    if (event === 'answer-delta') firstAtMs ??= performance.now();
    if (event === 'answer-delta') continue;
    const value = parseBoundedJson(data);
    if (event === 'usage') usage = { calls: numberIn(value, 'calls'), tokens: numberIn(value, 'tokens') };
    if (event === 'answer-end') end = value;
    if (event === 'failure')
      throw toRefusal(numberIn(value, 'status'), {}, String(fieldOf(value, 'error') ?? ''));
  }
  if (end === undefined) throw new Failure('model-unavailable', 'The server ended its reply too early.');
  return { end, usage, firstAtMs };
}

function numberIn(value: unknown, name: string): number {
  const number = Number(fieldOf(value, name) ?? 0);
  return Number.isFinite(number) ? number : 0;
}

/** The failure for a status. With 429 and 503, the service has no place at the moment, and is asked again. */
function toRefusal(status: number, headers: Readonly<Record<string, string>>, reason = ''): Failure {
  const retryAfterMs = readRetryAfterMs(headers);
  const message = reason || `The server replied with status ${status}.`;
  const details = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === 401)
    return new Failure('unauthorized', 'The server wants a key; set SAYSO_API_KEY.', details);
  const isBusy = status === 429 || status === 503;
  return new Failure(isBusy ? 'rate-limited' : 'model-unavailable', message, details);
}
