import type { FastifyReply, FastifyRequest } from 'fastify';
import { timeShareMs } from '../../answer/budget.ts';
import { collect } from '../../answer/collect.ts';
import type { AnswerEvent } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Answer, Question } from '../../core/terms.ts';
import { transformed } from '../../core/transformed.ts';
import { callerSignal } from '../http/caller.ts';
import type { AnsweringParts } from '../http/parts.ts';
import { noteStream } from '../http/watch.ts';
import { type EventKind, wantedKinds } from './event-kinds.ts';
import { asksAfresh, tellFreshness } from './freshness.ts';
import { type Form, formOf, OTHER_FORMS } from './negotiate.ts';
import { preferredWaitSeconds } from './prefer.ts';
import { toServerTiming } from './server-timing.ts';
import { streamHeaders, toEventStream } from './stream.ts';

/** A question to a path, and what its answer needs. */
export type Answering = {
  readonly parts: AnsweringParts;
  /** Aborts when the service ends the answers in progress. */
  readonly stopping: AbortSignal;
  readonly question: Question;
  /** The answer as the body of this path. */
  toBody(answer: Answer): Record<string, unknown>;
};

/**
 * Answers a question in the form and within the time that the caller asked for: the whole answer as JSON or
 * in another form, or its events as they come.
 * @throws Failure `not-acceptable` for a form that is not on offer, and the answer's own failures
 */
export async function replyWithAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answering: Answering,
): Promise<void> {
  const { parts, stopping, toBody } = answering;
  const form = chooseForm(request, reply);
  const fresh = asksAfresh(request);
  const question = withinWait({ ...answering.question, fresh }, request, reply);
  const signal = callerSignal(reply, stopping);
  if (form === 'text/event-stream') return streamAnswer(request, reply, { ...answering, question }, signal);
  const { answer, timing } = await collect(parts.answererFor(request)(question, signal));
  reply.header('server-timing', toServerTiming(timing));
  if (tellFreshness(request, reply, answer.kept, form)) return void (await reply.code(304).send());
  if (form === 'application/json') await reply.send(toBody(answer));
  else await reply.type(`${form}; charset=utf-8`).send(parts.forms[form](answer, question));
}

/**
 * The form that the caller asks for; sets `Vary`, because the reply depends on it.
 * @throws Failure `not-acceptable` for a form that is not on offer
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

async function streamAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, question, toBody }: Answering,
  signal: AbortSignal,
): Promise<void> {
  const parameters = new URL(request.url, 'http://localhost').searchParams;
  const kinds = wantedKinds(parameters.get('events'));
  const heartbeat = parameters.get('heartbeat') !== 'off';
  const events = tellingAlso(kinds, parts, parts.answererFor(request)(question, signal));
  const options = { kinds, heartbeat, request, toBody };
  const stream = await toEventStream(events, options);
  noteStream(reply);
  await reply.headers(streamHeaders).send(stream);
}

/** The events, with the wanted kinds that are derived from others. */
function tellingAlso(
  kinds: ReadonlySet<EventKind>,
  { derived }: AnsweringParts,
  events: AsyncGenerator<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
  const wanted = (['support', 'answer-block', 'sentence'] as const).filter((kind) => kinds.has(kind));
  return wanted.reduce((all, kind) => transformed(all, derived[kind]()), events);
}

/** The question with the time that its caller is willing to wait, which the reply confirms (RFC 7240, 3). */
function withinWait(question: Question, request: FastifyRequest, reply: FastifyReply): Question {
  const prefer = [request.headers.prefer ?? []].flat().join(', ');
  const seconds = preferredWaitSeconds(prefer);
  if (seconds === null) return question;
  reply.header('preference-applied', `wait=${seconds}`);
  const waitMs = seconds * 1000;
  const deadlineMs = waitMs - timeShareMs('wayOut', waitMs);
  return { ...question, deadlineMs: Math.min(question.deadlineMs, deadlineMs) };
}
