import { Readable } from 'node:stream';
import type { AnswerEvent } from '../../core/events.ts';
import type { Answer } from '../../core/terms.ts';
import { withHeartbeat } from '../http/heartbeat.ts';
import { reportedProblem, type TroubledRequest } from '../http/reported-problem.ts';
import { isTold, toEventData } from './event-data.ts';
import type { EventKind } from './event-kinds.ts';
import { withLastSentence } from './last-sentence.ts';

/** Headers of an event stream; the last one stops nginx from buffering it. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** What an event stream needs in addition to the events. */
export type StreamOptions = {
  readonly kinds: ReadonlySet<EventKind>;
  /** Whether a silent stream contains comments, which some clients cannot parse. */
  readonly heartbeat: boolean;
  readonly request: TroubledRequest;
  /** The body of the contract, for `answer-end`. */
  toBody(answer: Answer): Readonly<Record<string, unknown>>;
};

/** One event as it is sent, without its number. */
type Told = { readonly kind: EventKind; readonly data: unknown };

/**
 * An event of the answer; `told` is null for an unwanted kind, which still shows whether there will be an
 * answer.
 */
type Step = { readonly told: Told | null; readonly isCertain: boolean };

/**
 * The events of an answer as a text/event-stream (WHATWG HTML, 9.2), numbered from 1. Waits until it is
 * certain that there will be an answer, so that an earlier failure gets its own status: in that case this
 * throws. A later failure becomes the last event, and the stream ends cleanly.
 */
export async function toEventStream(
  events: AsyncGenerator<AnswerEvent>,
  options: StreamOptions,
): Promise<Readable> {
  const { kinds, toBody } = options;
  const speechOf = (answer: Answer) => String(toBody(answer).speakable_text ?? '');
  const steps = toSteps(kinds.has('sentence') ? withLastSentence(events, speechOf) : events, options);
  const first = await upToCertainty(steps);
  const frames = toFrames(withFailureLast(first, steps, options.request));
  const stream = Readable.from(options.heartbeat ? withHeartbeat(frames) : frames, { objectMode: false });
  // A generator that was never started, or is at its first yield, does not close the one it would read from.
  stream.once('close', () => steps.return(undefined).catch(() => undefined));
  return stream;
}

async function* toSteps(
  events: AsyncGenerator<AnswerEvent>,
  { kinds, toBody }: StreamOptions,
): AsyncGenerator<Step> {
  let isCertain = false;
  for await (const event of events) {
    if (!isTold(event)) continue;
    // A search without results may still end in a 502.
    isCertain ||= event.type !== 'search-end' || event.engine !== 'none';
    const isWanted = kinds.has(event.type);
    yield { told: isWanted ? { kind: event.type, data: toEventData(event, toBody) } : null, isCertain };
  }
}

async function upToCertainty(steps: AsyncGenerator<Step>): Promise<Step[]> {
  const held: Step[] = [];
  for (let next = await steps.next(); !next.done; next = await steps.next()) {
    held.push(next.value);
    if (next.value.isCertain) break;
  }
  return held;
}

async function* withFailureLast(
  first: readonly Step[],
  rest: AsyncGenerator<Step>,
  request: TroubledRequest,
): AsyncGenerator<Told> {
  try {
    for (const { told } of first) if (told !== null) yield told;
    for await (const { told } of rest) if (told !== null) yield told;
  } catch (error) {
    const { status, message } = reportedProblem(error, request);
    yield { kind: 'failure', data: { error: message, status } };
  }
}

/** JSON has line breaks only as escapes, so one `data:` line is always enough. */
async function* toFrames(told: AsyncGenerator<Told>): AsyncGenerator<string> {
  let id = 0;
  for await (const { kind, data } of told)
    yield `id: ${++id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}
