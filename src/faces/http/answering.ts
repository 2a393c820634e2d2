import type { FastifyReply, FastifyRequest } from 'fastify';
import { collect } from '../../answer/collect.ts';
import type { Answer, Question } from '../../core/terms.ts';
import { callerSignal } from './caller.ts';
import { formOf } from './negotiate.ts';
import type { HttpParts } from './parts.ts';
import { streamHeaders, toEventStream, wantedKinds } from './stream.ts';

export type Answering = {
  readonly parts: HttpParts;
  /** Aborts when the service ends the answers that are still running. */
  readonly stopping: AbortSignal;
  readonly question: Question;
  /** The answer as the path tells it. */
  toBody(answer: Answer): Record<string, unknown>;
};

/** Answers a question in the form the caller asked for: the whole answer as JSON, or its events as they come. */
export async function replyWithAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, stopping, question, toBody }: Answering,
): Promise<void> {
  const signal = callerSignal(reply, stopping);
  reply.header('vary', 'Accept');
  if (formOf(request.headers.accept) === 'json') {
    await reply.send(toBody(await collect(parts.answer(question, signal))));
    return;
  }
  const kinds = wantedKinds(eventsParameter(request));
  const answerer = kinds.has('answer-block') ? parts.answerInBlocks : parts.answer;
  const stream = await toEventStream(answerer(question, signal), { kinds, requestId: request.id, toBody });
  await reply.headers(streamHeaders).send(stream);
}

function eventsParameter({ url }: FastifyRequest): string | null {
  return new URL(url, 'http://localhost').searchParams.get('events');
}
