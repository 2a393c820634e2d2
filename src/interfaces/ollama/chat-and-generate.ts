import type { Answer } from '../../core/answer.ts';
import { forms } from '../../render/forms.ts';
import { tokensOf } from '../conversation/written-answer.ts';
import type { InterfaceCall, InterfaceDeps } from '../http/interface-deps.ts';
import { toSearchedFor } from '../http/searched-for.ts';
import { streamHeaders } from '../http/stream.ts';
import {
  type ReplyFormat,
  replyToConversation,
  type WrittenText,
} from '../openai/reply/reply-to-conversation.ts';
import { type OllamaDemand, readChatBody, readGenerateBody } from './request.ts';

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
