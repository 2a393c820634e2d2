import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { InterfaceCall } from './interface-deps.ts';
import { noteStream } from './observe-requests.ts';
import { type LoggedRequest, type Problem, reportedProblem } from './problems.ts';

/** The way in which a protocol writes events into a streamed reply. */
export type StreamFormat<Event> = {
  /** The text that an event adds to the reply; empty if the event is not sent. */
  frame(event: Event): string;
  /** Divides a frame into the texts that are written one by one; without it, a frame is written at once. */
  split?(frame: string): readonly string[];
  /** The text that a failure adds to a reply that has begun. */
  failure(problem: Problem): string;
  /**
   * Whether it is certain, once this event has come, that there will be an answer. The reply begins then, so
   * that an earlier failure gets its own status. Without this function the reply begins at once.
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
export type Heartbeat = { readonly text: string; readonly silenceMs: number };

/** If a frame took longer, in milliseconds, other requests are served before the next one. */
const LONG_FRAME_MS = 10;

/**
 * Streams events as a reply in the format of a protocol. A failure after the reply has begun becomes a part
 * of it, and the stream ends cleanly. If the caller disconnects, the events end.
 * @throws the errors of the events before the answer is certain
 */
export async function toStream<Event>(
  events: AsyncGenerator<Event>,
  format: StreamFormat<Event>,
  request: LoggedRequest,
): Promise<Readable> {
  const first = format.isCertain === undefined ? [] : await upToCertainty(events, format);
  const stream = Readable.from(frames(), { objectMode: false });
  const heartbeats = startHeartbeats(stream, format.heartbeat ?? null);
  stream.once('close', () => {
    clearInterval(heartbeats);
    // A generator that was never started does not close its source.
    events.return(undefined).catch(() => undefined);
  });
  return stream;

  async function* frames(): AsyncGenerator<string> {
    if (format.start !== undefined) yield format.start;
    try {
      for (const event of first) yield* sent(format.frame(event));
      for await (const event of events) {
        const startedAtMs = performance.now();
        const frame = format.frame(event);
        const isLong = performance.now() - startedAtMs > LONG_FRAME_MS;
        yield* sent(frame);
        if (isLong) await setImmediate();
      }
    } catch (error) {
      yield format.failure(reportedProblem(error, request));
    }
    clearInterval(heartbeats);
    if (format.end !== undefined) yield format.end;
  }

  function* sent(frame: string): Generator<string> {
    if (frame === '') return;
    heartbeats?.refresh();
    yield* format.split?.(frame) ?? [frame];
  }
}

async function upToCertainty<Event>(
  source: AsyncGenerator<Event>,
  { isCertain }: StreamFormat<Event>,
): Promise<readonly Event[]> {
  const events: Event[] = [];
  for (let next = await source.next(); !next.done; next = await source.next()) {
    events.push(next.value);
    if (isCertain?.(next.value)) break;
  }
  return events;
}

/** Sends heartbeats into a stream until the timer is cleared; refreshing the timer begins a new silence. */
function startHeartbeats(stream: Readable, heartbeat: Heartbeat | null): NodeJS.Timeout | undefined {
  if (heartbeat === null) return undefined;
  return setInterval(() => {
    // A caller who does not read needs no heartbeat.
    if (stream.readableLength === 0) stream.push(heartbeat.text);
  }, heartbeat.silenceMs);
}

/** Headers of a reply that nothing on its way may hold back; the last one stops nginx from buffering it. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/**
 * Replies with events in the format of a protocol.
 * @throws the same as `toStream`
 */
export async function replyWithStream<Event>(
  { request, reply }: Pick<InterfaceCall, 'request' | 'reply'>,
  events: AsyncGenerator<Event>,
  format: StreamFormat<Event>,
): Promise<void> {
  const stream = await toStream(events, format, request);
  noteStream(reply);
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
