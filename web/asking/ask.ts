import { createParser } from 'eventsource-parser';
import type { Later } from '../browser/drawing.tsx';
import { readSettings } from '../settings/settings.ts';
import {
  field,
  listField,
  numberField,
  parseJson,
  readAnswer,
  readCost,
  readEnd,
  readPage,
  readPlan,
  readQuotes,
  readSearch,
  readSources,
  readTimes,
  textField,
} from '../state/messages.ts';
import type { Action, AskFailureKind, ShownExchange } from '../state/state.ts';
import { keyHeader, readKey } from './key.ts';

/** Receives the actions that a question causes. */
export type Send = (action: Action) => void;

// Relative, so that the page also works behind a path prefix. Events that the page does not use are not
// requested.
const ADDRESS =
  'api/ask?events=plan,search-end,page-read,page-skip,gap,sources,answer-delta,marked-block,sentence,' +
  'statement,support,usage,timing,answer-end';

/** The maximum number of sources that the service accepts. */
const MAX_SOURCES = 10;

/** A question to the service. */
export type Request = {
  readonly question: string;
  /** The exchanges before it, oldest first. */
  readonly thread: readonly ShownExchange[];
  /** The limits on the sources of the answer, as parameters of an address. */
  readonly scope: string;
  /** True for a deep answer. */
  readonly isDeep: boolean;
  /** True to refuse an answer that the service has cached. */
  readonly isFresh: boolean;
  /** The reader's own plan for a deep answer. */
  readonly plan?: readonly string[] | undefined;
};

/**
 * Asks the service and sends one action for each event; the last one is `answered` or `failed`. After
 * `signal` aborts, the connection is closed and nothing more is sent. Never rejects.
 */
export async function askService(
  { question, thread, scope, isDeep, isFresh, plan }: Request,
  { loadLater, send }: { readonly loadLater: () => Promise<Later>; readonly send: Send },
  signal: AbortSignal,
): Promise<void> {
  const sendUnlessAborted: Send = (action) => {
    if (!signal.aborted) send(action);
  };
  const settings = readSettings();
  try {
    // A deep answer goes on if the page is left.
    const response = await fetch(isDeep ? `${ADDRESS}&keep=on` : ADDRESS, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(isFresh && { 'cache-control': 'no-cache' }),
        ...keyHeader(),
      },
      body: JSON.stringify({
        query: question,
        depth: isDeep ? 'deep' : undefined,
        plan,
        num_sources: MAX_SOURCES,
        ...historyOf(thread),
        ...((scope !== '' || settings.answers !== undefined) &&
          (await loadLater()).optionalFields(scope, settings.answers)),
      }),
      signal,
    });
    const stream = response.headers.get('sayso-stream') ?? '';
    sendUnlessAborted({ type: 'begun', requestId: response.headers.get('x-request-id') ?? '', stream });
    const last = await readResponse(response, sendUnlessAborted);
    if (last === null || signal.aborted) return;
    if (stream === '') return sendUnlessAborted(failed(navigator.onLine ? 'broken' : 'offline'));
    await (await loadLater()).followAnswer(stream, last, sendUnlessAborted, signal);
  } catch {
    sendUnlessAborted(failed(navigator.onLine ? 'unreachable' : 'offline'));
  }
}

/** The same as `readStream` for a reply of any kind. */
async function readResponse(response: Response, send: Send): Promise<string | null> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (response.ok && isStream && response.body !== null) return readStream(response.body, send);
  const message = parseJson(await response.text());
  if (response.ok) {
    send({ type: 'answered', answer: readAnswer(message) });
    return null;
  }
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  const kind = kindOf(response.status);
  const refined = kind === 'key' && readKey() !== '' ? 'wrong-key' : kind;
  send(failed(refined, textField(message, 'error'), retryAfter || null));
  return null;
}

/** Sends the events of a stream. Null at its end; the id of the last event, if it breaks before. */
export async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  send: Send,
): Promise<string | null> {
  let last = '';
  try {
    for await (const event of readEvents(body)) {
      last = event.id;
      const action = toAction(event);
      if (action === null) continue;
      send(action);
      if (action.type === 'answered' || action.type === 'failed') return null;
    }
  } catch {
    // The connection is lost.
  }
  return last;
}

/** The action for an event; null for an unknown one, because the service may add new ones. */
function toAction({ event, data }: ServerEvent): Action | null {
  const message = parseJson(data);
  switch (event) {
    case 'begin':
    case 'plan':
    case 'gap':
      return { type: 'planned', questions: readPlan(message), endsAtMs: readEnd(message) };
    case 'search-end':
      return { type: 'steps', steps: readSearch(message) };
    case 'page-read':
    case 'page-skip':
      return { type: 'steps', steps: [readPage(message)] };
    case 'sources':
      return {
        type: 'sources',
        sources: readSources(message),
        language: textField(message, 'language'),
        isModelLoading: field(field(message, 'context'), 'loading') === true,
      };
    case 'answer-delta':
      return { type: 'delta', text: textField(message, 'text') };
    case 'marked-block':
      return {
        type: 'block',
        index: numberField(message, 'index') ?? 0,
        html: textField(message, 'html'),
        citations: listField(message, 'citations').filter((number) => typeof number === 'number'),
      };
    case 'sentence':
      return {
        type: 'sentence',
        index: numberField(message, 'index') ?? 0,
        text: textField(message, 'text'),
      };
    case 'support':
      return { type: 'quotes', quotes: readQuotes(message) };
    case 'statement':
      return { type: 'statement', message };
    case 'usage':
      return { type: 'priced', cost: readCost(message) };
    case 'timing':
      return { type: 'timed', totalMs: numberField(message, 'total_ms'), times: readTimes(message) };
    case 'answer-end':
      return { type: 'answered', answer: readAnswer(message) };
    case 'failure':
      return failed(kindOf(numberField(message, 'status') ?? 500), textField(message, 'error'));
    default:
      return null;
  }
}

export function failed(kind: AskFailureKind, message = '', retryAfterSeconds: number | null = null): Action {
  return { type: 'failed', failure: { kind, message, retryAfterSeconds } };
}

function kindOf(status: number): AskFailureKind {
  if (status === 401 || status === 403) return 'key';
  if (status === 429) return 'rate';
  if (status === 502) return 'search';
  if (status === 503) return 'busy';
  return status < 500 ? 'refused' : 'failed';
}

/**
 * The service's limits for a conversation: the number of exchanges, and the length of each answer in
 * characters.
 */
const MAX_HISTORY = 5;
const MAX_ANSWER_CHARS = 16_000;

/** The answered exchanges in the form that the service reads, oldest first; empty for a first question. */
export function historyOf(thread: readonly ShownExchange[]): object {
  const history = thread.slice(-MAX_HISTORY).map(({ question, answer }) => ({
    question,
    answer: (answer?.markdown ?? '').slice(0, MAX_ANSWER_CHARS),
    answer_id: answer?.answerId || undefined,
  }));
  return history.length === 0 ? {} : { history };
}

/** One event of a `text/event-stream`: its id and name, and its data as text. */
export type ServerEvent = { readonly id: string; readonly event: string; readonly data: string };

/**
 * The events of a response body as they arrive. An incomplete event at the end is dropped, as in the standard
 * (WHATWG HTML, 9.2.6). Throws the body's error if the connection breaks.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerEvent> {
  const events: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ id = '', event = 'message', data }) => events.push({ id, event, data }),
  });
  // Safari has had iterators of streams only since 2025.
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
      yield* events.splice(0);
    }
  } finally {
    // Without this, a caller who stops early would leave the answer running.
    await reader.cancel().catch(() => undefined);
  }
}
