import { fieldOf } from '@sayso/text/own-value.ts';
import { z } from 'zod';
import type { Answer } from '../../../core/answer.ts';
import type { AnswerEvent } from '../../../core/events.ts';
import { Failure } from '../../../core/failure.ts';
import type { DataForm, Question } from '../../../core/question.ts';
import { collect } from '../../../core/run.ts';
import { textWithError } from '../../../render/text-with-error.ts';
import type { Message } from '../../conversation/conversation.ts';
import { GrowingText, refuseWithoutText } from '../../conversation/growing-text.ts';
import { citingOf, type Demand, questionOfDemand } from '../../conversation/request-answer.ts';
import type { FindQuotes } from '../../conversation/url-citations.ts';
import { type InterfaceCall, type InterfaceDeps, isCertain } from '../../http/call-service.ts';
import { replyWithStream, type StreamFormat } from '../../http/stream.ts';
import { checkedData, toDataForm } from '../data/json-schema.ts';

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

/** The function that a request says must be called: the answer is written as its arguments. */
export type ForcedFunction = {
  readonly name: string;
  /** The JSON Schema of its arguments, with its name and description. */
  readonly schema: object;
  /** The result of the last call, which can say what was wrong with its arguments; empty without one. */
  readonly complaint: string;
};

/** The maximum number of tools of one request, as in OpenAI's interface. */
export const MAX_TOOLS = 128;

/** The fields of a function in every interface. */
export const functionFields = {
  name: z
    .string()
    .regex(/^[\w.:-]{1,64}$/, { error: 'it must be 1 to 64 letters, digits, `_`, `-`, `.` or `:`' }),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
};

const functionField = z.object(functionFields);
const NO_PARAMETERS = { type: 'object', properties: {} };

/**
 * The function that must be called; null if there is none. Other functions are never called, because every
 * answer comes from the web.
 * @param choice `tool_choice` of chat completions or responses, or the older `function_call`
 * @throws Failure `invalid-question` for a choice that cannot be followed
 */
export function toForcedFunction(
  functions: readonly z.infer<typeof functionField>[],
  choice: unknown,
  messages: readonly Message[],
): ForcedFunction | null {
  const wanted = readChoice(choice);
  if (wanted === null) return null;
  if (wanted === 'required' && functions.length > 1)
    throw refusal('only a function that `tool_choice` names is called');
  const forced = functions.find(({ name }) => wanted === 'required' || name === wanted.name);
  if (forced === undefined) throw refusal('the function that must be called is not in `tools`');
  const { name, description, parameters } = forced;
  const last = messages.at(-1);
  return {
    name,
    schema: { title: name, ...(description && { description }), ...(parameters ?? NO_PARAMETERS) },
    // `function` is the role of results in OpenAI's older interface.
    complaint: last?.role === 'tool' || last?.role === 'function' ? last.text : '',
  };
}

/**
 * The form of the answer to a request: the arguments of the function that must be called, or what the caller
 * asks for.
 * @param type `text`, `json_object` or `json_schema`
 * @throws Failure `invalid-question` for a schema that cannot be checked
 */
export function dataFormOf(
  forced: ForcedFunction | null,
  type: string | undefined,
  schema: unknown,
): DataForm | null {
  return forced === null ? toDataForm(type, schema) : toDataForm('json_schema', forced.schema);
}

/** Null if no function has to be called. */
function readChoice(choice: unknown): 'required' | { readonly name: unknown } | null {
  if (choice === 'required' || choice === 'any') return 'required';
  const type = fieldOf(choice, 'type');
  if (type === 'allowed_tools')
    return readChoice(fieldOf(choice, 'mode') ?? fieldOf(fieldOf(choice, 'allowed_tools'), 'mode'));
  if (type === 'custom') throw refusal('those of the type `custom` are not called');
  const name = fieldOf(fieldOf(choice, 'function'), 'name') ?? fieldOf(choice, 'name');
  return type === 'function' || (type === undefined && name !== undefined) ? { name } : null;
}

function refusal(why: string): Failure {
  return new Failure(
    'invalid-question',
    `The tools cannot be used: ${why}. Name one of them in \`tool_choice\`, or leave out \`tool_choice\`.`,
  );
}
