import { collect } from '../../../answer/collect.ts';
import type { Answer } from '../../../core/answer.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import { mapped } from '../../../core/mapped.ts';
import type { Question } from '../../../core/question.ts';
import { textWithError } from '../../../render/text-with-error.ts';
import { GrowingText } from '../../conversation/growing-text.ts';
import { questionOfDemand } from '../../conversation/question-of-demand.ts';
import { refuseWithoutText } from '../../conversation/written-answer.ts';
import { isCertain } from '../../http/call-service.ts';
import type { InterfaceCall, InterfaceDeps } from '../../http/interface-deps.ts';
import { replyWithStream, type StreamFormat } from '../../http/stream.ts';
import { checkedData } from '../data/data-form.ts';
import { type ConversationDemand, decideReply } from './decide-reply.ts';
import type { ReplyDecision } from './reply-decision.ts';

/** What is being written, or is whole: calls of the caller's functions or, if there are none, a text. */
export type WrittenText = Omit<ReplyDecision, 'events'> & {
  /** For calls, the text is their arguments. */
  readonly text: GrowingText;
};

/** Writes one streamed answer. */
export type AnswerWriter = Pick<StreamFormat<AnswerEvent>, 'failure'> & {
  /** The text that an event adds to the reply; `piece` is what it adds to the answer's own text. */
  frame(event: AnswerEvent, piece: string): string;
};

/** How a protocol writes its replies. */
export type ReplyFormat = Pick<StreamFormat<AnswerEvent>, 'end' | 'headers' | 'split'> & {
  toBody(answer: Answer, written: WrittenText): object;
  /** Makes the writer of a streamed reply. */
  createWriter(written: WrittenText): AnswerWriter;
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
  { call, deps }: { readonly call: InterfaceCall; readonly deps: InterfaceDeps },
): Promise<void> {
  const { data, isStreamed } = demand;
  const question = questionOfDemand(demand, call, deps);
  const { events, ...decision } = await decideReply(demand, { call, deps, question });
  const { calls } = decision;
  const toWhole = (answer: Answer) => {
    if (calls.length > 0) return calls.map((called) => called.arguments).join('');
    refuseWithoutText(answer);
    return data === null ? (format.toText ?? textWithError)(answer, question) : checkedData(answer, data);
  };
  const text = new GrowingText(data !== null || calls.length > 0 || !isStreamed, toWhole);
  const written = { ...decision, text };
  if (isStreamed) {
    const writer = format.createWriter(written);
    const frame = (event: AnswerEvent) => writer.frame(event, text.take(event));
    return replyWithStream(call, events, { ...format, isCertain, failure: writer.failure, frame });
  }
  const { answer } = await collect(withGrowingText(events, text));
  text.take({ type: 'answer-end', answer });
  await call.reply.send(format.toBody(answer, written));
}

/** The events of a whole answer; its text follows all but the last one, which may have to be refused. */
function withGrowingText(
  events: AsyncGenerator<AnswerEvent>,
  text: GrowingText,
): AsyncGenerator<AnswerEvent> {
  return mapped(events, (event) => {
    if (event.type !== 'answer-end') text.take(event);
    return event;
  });
}
