import { Readable } from 'node:stream';
import type { AnswerEvent } from '../../answer/events.ts';
import type { Answer } from '../../core/terms.ts';
import { toProblem } from './problems.ts';

/** Names of the events a stream can hold. */
const KINDS = ['sources', 'answer-delta', 'answer-block', 'timing', 'answer-end', 'failure'] as const;
export type EventKind = (typeof KINDS)[number];

/** What a stream holds when nobody asks otherwise. */
const USUAL_KINDS: ReadonlySet<EventKind> = new Set([
  'sources',
  'answer-delta',
  'timing',
  'answer-end',
  'failure',
]);

/** Headers of an event stream; the last one keeps nginx from holding it back. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** The kinds named in `?events=`, the usual ones where it is absent or names none; `failure` is always told. */
export function wantedKinds(events: unknown): ReadonlySet<EventKind> {
  const names = typeof events === 'string' ? events.split(',') : [];
  const wanted = KINDS.filter((kind) => names.includes(kind));
  return wanted.length === 0 ? USUAL_KINDS : new Set<EventKind>([...wanted, 'failure']);
}

/** The events that go out; the others are for the log. */
type ToldEvent = Exclude<AnswerEvent, { type: 'search-end' | 'write-failure' }>;

export type StreamOptions = {
  readonly kinds: ReadonlySet<EventKind>;
  readonly requestId: string;
  /** The body of the contract that `answer-end` carries. */
  toBody(answer: Answer): unknown;
};

/**
 * The events of an answer as a text/event-stream (WHATWG HTML, 9.2). Waits for the first event that goes out, so that
 * what fails before it still gets its own status: then this throws. A failure after it becomes the last event, and the
 * stream ends cleanly.
 */
export async function toEventStream(
  events: AsyncGenerator<AnswerEvent>,
  options: StreamOptions,
): Promise<Readable> {
  const frames = toFrames(events, options);
  const first = await frames.next();
  const stream = Readable.from(withFailureLast(first, frames, options.requestId), { objectMode: false });
  // A generator that was never begun, or stands at its first yield, does not end what it would read from.
  stream.once('close', () => frames.return(undefined).catch(() => undefined));
  return stream;
}

async function* toFrames(
  events: AsyncGenerator<AnswerEvent>,
  { kinds, toBody }: StreamOptions,
): AsyncGenerator<string> {
  for await (const event of events) {
    if (!isTold(event) || !kinds.has(event.type)) continue;
    yield toFrame(event.type, toData(event, toBody));
  }
}

function isTold(event: AnswerEvent): event is ToldEvent {
  return event.type !== 'search-end' && event.type !== 'write-failure';
}

async function* withFailureLast(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
  requestId: string,
): AsyncGenerator<string> {
  if (first.done) return;
  try {
    yield first.value;
    yield* rest;
  } catch (error) {
    const { status, message } = toProblem(error, requestId);
    yield toFrame('failure', { error: message, status });
  }
}

function toData(event: ToldEvent, toBody: (answer: Answer) => unknown): unknown {
  switch (event.type) {
    case 'sources':
      return {
        sources: event.sources.map(({ index, title, url, snippet }) => ({ index, title, url, snippet })),
      };
    case 'answer-delta':
      return { text: event.text };
    case 'answer-block':
      return { index: event.index, html: event.html };
    case 'timing':
      return toTimingData(event.timing);
    case 'answer-end':
      return toBody(event.answer);
  }
}

function toTimingData(
  timing: Extract<AnswerEvent, { type: 'timing' }>['timing'],
): Record<string, number | null> {
  const round = (ms: number) => Math.round(ms * 10) / 10;
  return {
    search_ms: round(timing.searchMs),
    select_ms: round(timing.selectMs),
    write_ms: round(timing.writeMs),
    render_ms: round(timing.renderMs),
    first_text_ms: timing.firstTextMs === null ? null : round(timing.firstTextMs),
    total_ms: round(timing.totalMs),
  };
}

/** JSON holds no line break outside of escapes, so one `data:` line is always enough. */
function toFrame(kind: EventKind, data: unknown): string {
  return `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}
