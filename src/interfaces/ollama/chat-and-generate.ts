import { z } from 'zod';
import type { Answer } from '../../core/answer.ts';
import { Failure } from '../../core/failure.ts';
import type { DataForm } from '../../core/question.ts';
import { forms } from '../../render/forms.ts';
import {
  content,
  MAX_MESSAGES,
  type Message,
  parsedBody,
  toConversation,
  toMessage,
} from '../conversation/conversation.ts';
import { tokensOf } from '../conversation/growing-text.ts';
import type { InterfaceCall, InterfaceDeps } from '../http/call-service.ts';
import { streamHeaders } from '../http/stream.ts';
import { toSearchedFor } from '../http/to-question.ts';
import { toDataForm } from '../openai/data/json-schema.ts';
import {
  type ConversationDemand,
  type ReplyFormat,
  replyToConversation,
  type WrittenText,
} from '../openai/reply/reply-to-conversation.ts';
import { taggedModel } from './models.ts';

/** `POST /api/chat`. @throws the failures of the answer, and Failure for an invalid request */
export function replyToOllamaChat(call: InterfaceCall, deps: InterfaceDeps): Promise<void> {
  const toField = (content: string) => ({ message: { role: 'assistant', content } });
  return replyTo(readChatBody(call.request.body), toField, { call, deps });
}

/** `POST /api/generate`. @throws the same as `replyToOllamaChat` */
export function replyToGenerate(call: InterfaceCall, deps: InterfaceDeps): Promise<void> {
  return replyTo(readGenerateBody(call.request.body), (response) => ({ response }), { call, deps });
}

async function replyTo(
  demand: OllamaDemand,
  toField: LinesOptions['toField'],
  on: { readonly call: InterfaceCall; readonly deps: InterfaceDeps },
): Promise<void> {
  const { named, model } = demand;
  if (demand.isEmpty) return void (await on.call.reply.send(toLoaded({ named, toField })));
  const format = toOllamaFormat({ named, toField, startedAtMs: performance.now() });
  // Ollama's interface has no field for sources, so they follow the text.
  const toText: ReplyFormat['toText'] = (answer, question) =>
    forms['text/markdown'](answer, question).trimEnd();
  const hasSources = model === 'sayso' || model === 'sayso-deep';
  await replyToConversation(demand, hasSources ? { ...format, toText } : format, on);
}

/** The options for writing an answer as lines of JSON. */
type LinesOptions = {
  /** The name of the model as the caller wrote it. */
  readonly named: string;
  /** The field of a piece of text: a message for `chat`, a response for `generate`. */
  toField(text: string): object;
  /** When the request arrived, on the monotonic clock. */
  readonly startedAtMs: number;
};

type Head = Pick<LinesOptions, 'named' | 'toField'>;

const NS_PER_MS = 1_000_000;

/** The format of Ollama's replies: one object, or one object on each line and a last one without text. */
export function toOllamaFormat(options: LinesOptions): ReplyFormat {
  const { startedAtMs } = options;
  return {
    toBody: (answer, written) => ({
      ...toHead(options, written.text.sent),
      ...toEnd(answer, written, startedAtMs),
    }),
    createWriter: (written) => ({
      frame(event, piece) {
        const line = piece === '' ? '' : toLine({ ...toHead(options, piece), done: false });
        if (event.type !== 'answer-end') return line;
        return line + toLine({ ...toHead(options, ''), ...toEnd(event.answer, written, startedAtMs) });
      },
      failure: ({ message }) => toLine({ error: message }),
    }),
    // Some clients take each piece of the body that arrives for one line.
    split: (frame) => frame.split(/(?<=\n)/),
    headers: { ...streamHeaders, 'content-type': 'application/x-ndjson' },
  };
}

function toLine(data: object): string {
  return `${JSON.stringify(data)}\n`;
}

/** The reply to a request without a message. */
function toLoaded(options: Head) {
  return { ...toHead(options, ''), done: true, done_reason: 'load' };
}

/** The fields of every line. */
function toHead({ named, toField }: Head, text: string) {
  return { model: named, created_at: new Date().toISOString(), ...toField(text) };
}

/** The fields of the last line. */
function toEnd(answer: Answer, { text }: WrittenText, startedAtMs: number) {
  const { input, output } = tokensOf(answer, text.sent);
  const tookNs = Math.round((performance.now() - startedAtMs) * NS_PER_MS);
  return {
    done: true,
    done_reason: answer.unfinished === undefined ? 'stop' : 'length',
    total_duration: tookNs,
    load_duration: 0,
    prompt_eval_count: input,
    prompt_eval_duration: 0,
    eval_count: output,
    eval_duration: tookNs,
    ...toSearchedFor(answer),
  };
}

const common = {
  model: z.string(),
  stream: z.boolean().nullish(),
  format: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
};
const images = z.array(z.unknown()).nullish();
const message = z.object({ role: z.string(), content: content.nullish(), images });
const chatBody = z.object({
  ...common,
  messages: z.array(message).max(MAX_MESSAGES).nullish(),
});
const generateBody = z.object({
  ...common,
  prompt: z.string().nullish(),
  system: z.string().nullish(),
  images,
});

/** A completion that a client of Ollama asks for. */
type OllamaDemand = ConversationDemand & {
  /** The name as the caller wrote it, which the reply repeats. */
  readonly named: string;
  /** True for a request without a message; clients use it only to load a model. */
  readonly isEmpty: boolean;
};

/**
 * Reads the body of `POST /api/chat`; fields without a meaning here are dropped.
 * @throws Failure `invalid-question` for an invalid body, `not-found` for an unknown model
 */
function readChatBody(body: unknown): OllamaDemand {
  const given = parsedBody(body, chatBody);
  const messages = (given.messages ?? []).map((each) =>
    withImages(toMessage(each.role, each.content), each.images),
  );
  return toDemand(given, messages);
}

/**
 * Reads the body of `POST /api/generate`.
 * @throws Failure as `readChatBody` does
 */
function readGenerateBody(body: unknown): OllamaDemand {
  const given = parsedBody(body, generateBody);
  const system = given.system ? [{ role: 'system', text: given.system }] : [];
  const prompt = withImages({ role: 'user', text: given.prompt ?? '' }, given.images);
  const isAsked = prompt.text !== '' || prompt.isUnreadable === true;
  return toDemand(given, isAsked ? [...system, prompt] : system);
}

function withImages(message: Message, given: z.infer<typeof images>): Message {
  const isImage = message.text.trim() === '' && (given ?? []).length > 0;
  return isImage ? { ...message, isUnreadable: true } : message;
}

function toDemand(
  { model, stream, format }: z.infer<typeof chatBody>,
  messages: readonly Message[],
): OllamaDemand {
  return {
    named: model,
    model: taggedModel(model),
    isStreamed: stream !== false,
    isEmpty: !messages.some(({ role }) => role === 'user'),
    conversation: toConversation(messages),
    forced: null,
    search: {},
    data: toForm(format),
  };
}

/** `json`, a JSON Schema, or prose. */
function toForm(format: z.infer<typeof chatBody>['format']): DataForm | null {
  if (format === 'json') return { schema: null };
  if (typeof format === 'string' && format !== '')
    throw new Failure(
      'invalid-question',
      'The field `format` is not valid: it must be "json" or a JSON Schema.',
    );
  return typeof format === 'object' && format !== null ? toDataForm('json_schema', format) : null;
}
