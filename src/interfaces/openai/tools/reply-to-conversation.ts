import { collect } from '../../../answer/collect.ts';
import type { Answer } from '../../../core/answer.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import { mapped } from '../../../core/mapped.ts';
import type { Question } from '../../../core/question.ts';
import { textWithError } from '../../../render/text-with-error.ts';
import { type GrowingText, growText } from '../../conversation/growing-text.ts';
import { questionOf, type RequestDeps } from '../../conversation/request-answer.ts';
import type { FindQuotes } from '../../conversation/url-citations.ts';
import { refuseWithoutText } from '../../conversation/written-answer.ts';
import { isCertain } from '../../http/call-service.ts';
import type { InterfaceCall } from '../../http/interface-deps.ts';
import { replyWithStream, type StreamFormat } from '../../http/stream.ts';
import { checkedData } from '../data/checked-data.ts';
import { type Called, decide } from './decide.ts';
import type { ConversationDemand } from './tool-demand.ts';

/** A text that is being written, or that is whole. */
export type WrittenText = {
  readonly text: GrowingText;
  readonly findPlaces: FindQuotes;
  /** Whether the web was searched for it. */
  readonly isFromSearch: boolean;
};

/** Writes one streamed answer. */
export type AnswerWriter = Pick<StreamFormat<AnswerEvent>, 'failure'> & {
  /** The text that an event adds to the reply; `piece` is what it adds to the answer's own text. */
  frame(event: AnswerEvent, piece: string): string;
};

/** How a protocol writes its replies. */
export type ReplyFormat = Pick<StreamFormat<AnswerEvent>, 'end' | 'headers' | 'split'> & {
  /** The body of a whole reply. */
  toBody(answer: Answer, written: WrittenText): object;
  createWriter(written: WrittenText): AnswerWriter;
  /** Calls of the caller's functions as the body of a whole reply. */
  toCallBody(called: Called): object;
  /** The same calls as the texts of a streamed reply. */
  toCallFrames(called: Called): Iterable<string>;
  /** The text of a whole answer in prose, if it differs from `textWithError`. */
  toText?(answer: Answer, question: Question): string;
};

/**
 * Answers the last message of a conversation, whole or as a stream, or with calls of the caller's functions.
 * @throws the failures of the answer, and Failure for an invalid question
 */
export async function replyToConversation(
  demand: ConversationDemand,
  format: ReplyFormat,
  { call, deps }: { readonly call: InterfaceCall; readonly deps: RequestDeps },
): Promise<void> {
  const { data, isStreamed } = demand;
  const question = questionOf(demand, call, deps);
  const decision = await decide(demand, { call, deps, question });
  if (decision.type === 'calls') {
    if (!isStreamed) return void (await call.reply.send(format.toCallBody(decision)));
    return replyWithStream(call, eachOf(format.toCallFrames(decision)), {
      ...format,
      frame: (text) => text,
      failure: () => '',
    });
  }
  const { events, findPlaces } = decision;
  const toProse = format.toText ?? textWithError;
  const toWhole = (answer: Answer) => (data === null ? toProse(answer, question) : checkedData(answer, data));
  const text = growText(data !== null || !isStreamed, toWhole);
  const written = { text, findPlaces, isFromSearch: decision.type === 'search' };
  if (isStreamed) return replyWithStream(call, events, toStreamFormat(format, written));
  const { answer } = await collect(followed(events, text));
  refuseWithoutText(answer);
  text.take({ type: 'answer-end', answer });
  await call.reply.send(format.toBody(answer, written));
}

function toStreamFormat(format: ReplyFormat, written: WrittenText): StreamFormat<AnswerEvent> {
  const writer = format.createWriter(written);
  return {
    ...format,
    isCertain,
    failure: writer.failure,
    frame(event) {
      if (event.type === 'answer-end') refuseWithoutText(event.answer);
      return writer.frame(event, written.text.take(event));
    },
  };
}

/** The events of a whole answer; its text follows all but the last one, which may have to be refused. */
function followed(events: AsyncGenerator<AnswerEvent>, text: GrowingText): AsyncGenerator<AnswerEvent> {
  return mapped(events, (event) => {
    if (event.type !== 'answer-end') text.take(event);
    return event;
  });
}

async function* eachOf(frames: Iterable<string>): AsyncGenerator<string> {
  yield* frames;
}
