import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Collected, collect } from '../../answer/collect.ts';
import type { AnswerEvent, EventTransform, Timing } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Answer, Question } from '../../core/terms.ts';
import { callerSignal } from '../http/caller.ts';
import { eventStreamHeaders } from '../http/event-stream-headers.ts';
import { toStream } from '../http/stream.ts';
import { noteStream } from '../http/watch.ts';
import { asWished } from '../http/wishes.ts';
import { toEventStreamFormat, wantedKinds } from './event-stream.ts';
import type { EarlyEnds } from './finish.ts';
import { tellFreshness } from './freshness.ts';
import { type Form, formOf, OTHER_FORMS } from './negotiate.ts';
import type { RestParts } from './parts.ts';

/** The kinds of events that are derived from others, in the order in which they are added. */
const DERIVED = ['support', 'statement', 'answer-block', 'sentence'] as const;

/** How answers in progress may end before they are complete. */
export type Progress = {
  /** Aborts when the service ends the answers in progress. */
  readonly stopping: AbortSignal;
  readonly early: EarlyEnds;
};

/** A question sent to a path, and what is needed to answer it. */
export type Answering = Progress & {
  readonly parts: RestParts;
  readonly question: Question;
  /** The answer as the body of this path. */
  toBody(answer: Answer): Record<string, unknown>;
};

/**
 * Answers a question in the form and within the time that the caller asked for: the whole answer as JSON or
 * in another form, or its events as they come.
 * @throws Failure `not-acceptable` for a form that is not available, and the answer's own failures
 */
export async function replyWithAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answering: Answering,
): Promise<void> {
  const { parts, stopping, early, toBody } = answering;
  const form = chooseForm(request, reply);
  const question = asWished(answering.question, { request, reply });
  const signal = callerSignal(reply, stopping);
  const usual = parts.answererFor(request);
  const answerer = question.depth === 'deep' ? early.over(usual, request) : usual;
  const events = answerer(question, signal);
  if (form === 'text/event-stream')
    return streamAnswer({ request, reply, events }, { ...answering, question });
  const { answer, timing, usage } = await collect(events);
  reply.header('server-timing', toServerTiming(timing, usage));
  if (tellFreshness({ request, reply }, answer.kept, form)) return void (await reply.code(304).send());
  if (form === 'application/json') await reply.send(toBody(answer));
  else await reply.type(`${form}; charset=utf-8`).send(parts.forms[form](answer, question));
}

/**
 * The form that the caller asks for; sets `Vary`, because the reply depends on it.
 * @throws Failure `not-acceptable` for a form that is not available
 */
export function chooseForm({ headers }: FastifyRequest, reply: FastifyReply): Form {
  reply.header('vary', 'Accept, Prefer');
  const form = formOf(headers.accept);
  if (form !== null) return form;
  throw new Failure(
    'not-acceptable',
    `\`Accept\` allows none of the available forms: ${['application/json', ...OTHER_FORMS].join(', ')}.`,
  );
}

type StreamedCall = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly events: AsyncGenerator<AnswerEvent>;
};

async function streamAnswer(
  { request, reply, events }: StreamedCall,
  { parts, question, toBody }: Answering,
): Promise<void> {
  const parameters = new URL(request.url, 'http://localhost').searchParams;
  const kinds = wantedKinds(parameters.get('events'), question.depth);
  const heartbeat = parameters.get('heartbeat') !== 'off';
  const { derived, iconAddress } = parts;
  const derive = inTurn(DERIVED.filter((kind) => kinds.has(kind)).map((kind) => derived[kind]()));
  const format = toEventStreamFormat({ kinds, heartbeat, toBody, iconAddress, derive });
  const stream = await toStream(events, format, request);
  noteStream(reply);
  await reply.headers(eventStreamHeaders).send(stream);
}

/** Each transform gets what the one before it returned. */
function inTurn(transforms: readonly EventTransform[]): EventTransform {
  return (event) =>
    transforms.reduce<readonly AnswerEvent[]>(
      (events, one) => events.flatMap((each) => [...one(each)]),
      [event],
    );
}

/**
 * The time of each step as a `Server-Timing` field (W3C Server Timing): the steps add up to the total; the
 * first text is a mark. A deep answer also says what its model calls were.
 */
function toServerTiming(timing: Timing, usage: Collected['usage']): string {
  const entries = {
    search: timing.searchMs,
    read: timing.readMs,
    select: timing.selectMs,
    write: timing.writeMs,
    check: timing.checkMs,
    render: timing.renderMs,
    total: timing.totalMs,
    'first-text': timing.firstTextMs,
  };
  const times = Object.entries(entries)
    .filter(([, ms]) => ms !== null)
    .map(([name, ms]) => `${name};dur=${(ms ?? 0).toFixed(1)}`);
  if (usage?.depth === 'deep')
    times.push(`model-calls;desc="${usage.calls}"`, `model-tokens;desc="${usage.tokens}"`);
  return times.join(', ');
}
