import { Readable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { KeptStream } from '../../core/service.ts';
import type { InterfaceCall } from './call-service.ts';
import { type LoggedRequest, type Problem, reportedProblem } from './problems.ts';

/** The way in which an interface writes events into a streamed reply. */
export type StreamFormat<Event> = {
  /** The text that an event adds to the reply; empty if the event is not sent. */
  frame(event: Event): string;
  /** Divides a frame into the texts that are written one by one; without it, a frame is written at once. */
  split?(frame: string): readonly string[];
  /** The text that a failure adds to a reply that has begun. */
  failure(problem: Problem): string;
  /**
   * Whether it is certain, once this event has come, that there will be an answer. The reply begins then, so
   * that a failure soon after the request gets its own status, but never later than `MAX_HOLD_MS`. Without
   * this function the reply begins at once.
   */
  isCertain?(event: Event): boolean;
  /** The text before the first event. */
  readonly start?: string;
  /** The text after the last event or the failure. */
  readonly end?: string;
  /** The text to send after a silence, so that no proxy drops the connection; null to send nothing. */
  readonly heartbeat?: Heartbeat | null;
  /** The headers of the reply; those of an event stream if absent. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** A text without meaning, and the length of the silence before it is sent. */
type Heartbeat = { readonly text: string; readonly silenceMs: number };

/** If a frame took longer, in milliseconds, other requests are served before the next one. */
const LONG_FRAME_MS = 10;
/** Proxies and clients give up where no header comes for a few seconds; refusals come sooner than this. */
const MAX_HOLD_MS = 500;

/**
 * Streams events as a reply in the format of an interface. A failure after the reply has begun becomes a part
 * of it, and the stream ends cleanly. If the caller disconnects, the events end, unless they are kept.
 * @param begin called when the stream is first read
 * @throws the errors of the events while the reply is held back
 */
export async function toStream<Event>(
  events: AsyncGenerator<Event>,
  format: StreamFormat<Event>,
  request: LoggedRequest,
  { begin, kept }: { readonly begin?: () => void; readonly kept?: KeptStream | null } = {},
): Promise<Readable> {
  const held = await upToCertainty(events, format).catch((error: unknown) => {
    kept?.drop();
    throw error;
  });
  let isRecorded = false;
  const stream = Readable.from(texts(), { objectMode: false });
  const heartbeats = startHeartbeats(stream, format.heartbeat ?? null);
  stream.once('close', () => {
    clearInterval(heartbeats);
    if (isRecorded) return;
    kept?.drop();
    // A generator that was never started does not close its source.
    events.return(undefined).catch(() => undefined);
  });
  return stream;

  async function* texts(): AsyncGenerator<string> {
    begin?.();
    const frames = framesOf(held, format, request);
    isRecorded = kept != null;
    for await (const frame of kept?.record(frames) ?? frames) {
      heartbeats?.refresh();
      yield frame;
    }
    clearInterval(heartbeats);
  }
}

/** The text of a reply with these events, piece by piece. Never throws. */
export async function* framesOf<Event>(
  events: AsyncIterable<Event>,
  format: StreamFormat<Event>,
  request: LoggedRequest,
): AsyncGenerator<string> {
  if (format.start !== undefined) yield format.start;
  try {
    for await (const event of events) {
      const startedAtMs = performance.now();
      const frame = format.frame(event);
      const isLong = performance.now() - startedAtMs > LONG_FRAME_MS;
      if (frame !== '') yield* format.split?.(frame) ?? [frame];
      if (isLong) await setImmediate();
    }
  } catch (error) {
    yield format.failure(reportedProblem(error, request));
  }
  if (format.end !== undefined) yield format.end;
}

/** The same events, once an answer is certain or the reply was held back long enough. */
async function upToCertainty<Event>(
  source: AsyncGenerator<Event>,
  { isCertain }: StreamFormat<Event>,
): Promise<AsyncIterable<Event>> {
  if (isCertain === undefined) return source;
  const first: Event[] = [];
  const patience = setTimeout(MAX_HOLD_MS, null, { ref: false });
  while (true) {
    const coming = source.next();
    const next = await Promise.race([coming, patience]);
    if (next === null) {
      // If the stream is never read, nobody hears of a failure.
      coming.catch(() => undefined);
      return joined(first, coming, source);
    }
    if (!next.done) first.push(next.value);
    if (next.done || isCertain(next.value)) return joined(first, null, source);
  }
}

async function* joined<Event>(
  first: readonly Event[],
  coming: Promise<IteratorResult<Event, unknown>> | null,
  rest: AsyncGenerator<Event>,
): AsyncGenerator<Event> {
  yield* first;
  const next = await coming;
  if (next && !next.done) yield next.value;
  yield* rest;
}

/** Sends heartbeats into a stream until the timer is cleared; refreshing the timer begins a new silence. */
function startHeartbeats(stream: Readable, heartbeat: Heartbeat | null): NodeJS.Timeout | undefined {
  if (heartbeat === null) return undefined;
  return setInterval(() => {
    // A caller who does not read needs no heartbeat.
    if (stream.readableLength === 0) stream.push(heartbeat.text);
  }, heartbeat.silenceMs);
}

/** A comment (WHATWG HTML, 9.2.6): some proxies drop connections that are silent for five seconds. */
export const HEARTBEAT: Heartbeat = { text: ': still here\n\n', silenceMs: 4_000 };

/** Headers of a reply that nothing on its way may hold back; the last one stops nginx from buffering it. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/**
 * Replies with events in the format of an interface.
 * @throws the same as `toStream`
 */
export async function replyWithStream<Event>(
  { request, reply }: Pick<InterfaceCall, 'request' | 'reply'>,
  events: AsyncGenerator<Event>,
  format: StreamFormat<Event>,
  kept: KeptStream | null = null,
): Promise<void> {
  // Otherwise the header waits for the first text, which comes only when something was found.
  const begin = () => reply.raw.flushHeaders();
  const stream = await toStream(events, format, request, { begin, kept });
  request.observed?.isStream();
  await reply.headers(format.headers ?? streamHeaders).send(stream);
}

/**
 * One event of an event stream (WHATWG HTML, 9.2), with its data as JSON. JSON has line breaks only as
 * escapes, so one `data:` line is always enough.
 * @param name the fields `id` and `event`; neither is written if absent
 */
export function toEventFrame(data: unknown, { id, event }: { id?: number; event?: string } = {}): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  const eventLine = event === undefined ? '' : `event: ${event}\n`;
  return `${idLine}${eventLine}data: ${JSON.stringify(data)}\n\n`;
}

/** The end of a stream in OpenAI's interfaces, and in those modelled on them. */
export const DONE_FRAME = 'data: [DONE]\n\n';
