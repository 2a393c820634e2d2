import type { Answer } from '../../../core/answer.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import type { Question } from '../../../core/question.ts';
import { collect } from '../../../core/run.ts';
import { textWithError } from '../../../render/text-with-error.ts';
import { GrowingText } from '../../conversation/growing-text.ts';
import { questionOfDemand } from '../../conversation/question-of-demand.ts';
import { citingOf, type Demand } from '../../conversation/request-answer.ts';
import type { FindQuotes } from '../../conversation/url-citations.ts';
import { refuseWithoutText } from '../../conversation/written-answer.ts';
import { isCertain } from '../../http/call-service.ts';
import type { InterfaceCall, InterfaceDeps } from '../../http/interface-deps.ts';
import { replyWithStream, type StreamFormat } from '../../http/stream.ts';
import { checkedData } from '../data/data-form.ts';
import type { ForcedFunction } from './forced-function.ts';

/** A request for the next message of a conversation. */
export type ConversationDemand = Demand & {
  readonly isStreamed: boolean;
  /** The function whose arguments are the answer; null for a text. */
  readonly forced: ForcedFunction | null;
};

/** A call of the caller's function; its arguments are the text of the answer. */
export type FunctionCall = { readonly id: string; readonly name: string };

/** What is being written, or is whole. */
export type WrittenText = {
  readonly text: GrowingText;
  /** Finds the places in the text that cite sources. */
  readonly findPlaces: FindQuotes;
  /** The call that the text is for; null for a text to read. */
  readonly call: FunctionCall | null;
};

/** Writes one streamed answer. */
export type AnswerWriter = Pick<StreamFormat<AnswerEvent>, 'failure'> & {
  /** The text that an event adds to the reply; `piece` is what it adds to the answer's own text. */
  frame(event: AnswerEvent, piece: string): string;
};

/** How a protocol writes its replies. */
export type ReplyFormat = Pick<StreamFormat<AnswerEvent>, 'end' | 'headers' | 'heartbeat' | 'split'> & {
  toBody(answer: Answer, written: WrittenText): object;
  /** Makes the writer of a streamed reply. */
  createWriter(written: WrittenText): AnswerWriter;
  /** The text of a whole answer in prose, if it differs from `textWithError`. */
  toText?(answer: Answer, question: Question): string;
};

/**
 * Answers the last message of a conversation, whole or as a stream, in prose or as the arguments of a call.
 * @throws the failures of the answer, and Failure for an invalid question
 */
export async function replyToConversation(
  demand: ConversationDemand,
  format: ReplyFormat,
  { call, deps }: { readonly call: InterfaceCall; readonly deps: InterfaceDeps },
): Promise<void> {
  const { data, forced, isStreamed } = demand;
  const question = withComplaint(questionOfDemand(demand, call, deps), forced);
  const { events, findPlaces } = citingOf(demand, { call, deps, question });
  const toWhole = (answer: Answer) => {
    refuseWithoutText(answer);
    return data === null ? (format.toText ?? textWithError)(answer, question) : checkedData(answer, data);
  };
  const text = new GrowingText(data !== null || !isStreamed, toWhole);
  const called = forced && { id: `call_${call.request.id}`, name: forced.name };
  const written = { text, findPlaces, call: called };
  if (isStreamed) {
    const writer = format.createWriter(written);
    const frame = (event: AnswerEvent) => writer.frame(event, text.take(event));
    return replyWithStream(call, events, { ...format, isCertain, failure: writer.failure, frame });
  }
  const { answer } = await collect(withGrowingText(events, text));
  text.take({ type: 'answer-end', answer });
  await call.reply.send(format.toBody(answer, written));
}

/** If the result of the last call says what was wrong with it, the model gets to know. */
function withComplaint(question: Question, forced: ForcedFunction | null): Question {
  const style = [forced?.complaint ?? '', question.style ?? ''].join('\n').trim();
  return style === '' ? question : { ...question, style };
}

/** The events of a whole answer; its text follows all but the last one, which may have to be refused. */
async function* withGrowingText(
  events: AsyncGenerator<AnswerEvent>,
  text: GrowingText,
): AsyncGenerator<AnswerEvent> {
  for await (const event of events) {
    if (event.type !== 'answer-end') text.take(event);
    yield event;
  }
}
