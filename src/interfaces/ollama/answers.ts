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
import { toDataForm } from '../conversation/data-form.ts';
import { type ChosenModel, modelNamed, modelNames } from '../conversation/models.ts';
import { type ReplyFormat, replyToConversation } from '../conversation/reply.ts';
import type { WrittenText } from '../conversation/written-text.ts';
import type { InterfaceCall } from '../http/call-service.ts';
import { streamHeaders } from '../http/stream.ts';
import { toSearchedFor } from '../http/to-question.ts';

const common = {
  model: z.string(),
  stream: z.boolean().nullish(),
  format: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
};
const images = z.array(z.unknown()).nullish();
const message = z.object({ role: z.string(), content: content.nullish(), images });
const chatBody = z.object({ ...common, messages: z.array(message).max(MAX_MESSAGES).nullish() });
const generateBody = z.object({
  ...common,
  prompt: z.string().nullish(),
  system: z.string().nullish(),
  images,
});

/**
 * `POST /api/chat`; fields without a meaning here are dropped.
 * @throws the failures of the answer, and Failure for an invalid request
 */
export async function replyToOllamaChat(call: InterfaceCall): Promise<void> {
  const body = parsedBody(call.request.body, chatBody);
  const messages = (body.messages ?? []).map((each) =>
    withImages(toMessage(each.role, each.content), each.images),
  );
  await replyTo({ ...body, messages }, (text) => ({ message: { role: 'assistant', content: text } }), call);
}

/** `POST /api/generate`. @throws the same as `replyToOllamaChat` */
export async function replyToGenerate(call: InterfaceCall): Promise<void> {
  const body = parsedBody(call.request.body, generateBody);
  const prompt = withImages({ role: 'user', text: body.prompt ?? '' }, body.images);
  const messages = [
    ...(body.system ? [{ role: 'system', text: body.system }] : []),
    ...(prompt.text !== '' || prompt.isUnreadable ? [prompt] : []),
  ];
  await replyTo({ ...body, messages }, (response) => ({ response }), call);
}

function withImages(given: Message, attached: z.infer<typeof images>): Message {
  const isImage = given.text.trim() === '' && (attached ?? []).length > 0;
  return isImage ? { ...given, isUnreadable: true } : given;
}

type Asked = z.infer<z.ZodObject<typeof common>> & { readonly messages: readonly Message[] };

/** The field of a piece of text: a message for `chat`, a response for `generate`. */
type ToField = (text: string) => object;

async function replyTo(
  { model: named, stream, format: wanted, messages }: Asked,
  toField: ToField,
  call: InterfaceCall,
): Promise<void> {
  const chosen = taggedModel(named, call.deps.collectionsOf(call.deps.callerOf(call.request)));
  const data = toForm(wanted);
  // Clients send a request without a message only to load a model.
  if (!messages.some(({ role }) => role === 'user'))
    return void (await call.reply.send({ ...toHead(named, toField('')), done: true, done_reason: 'load' }));
  const format = toOllamaFormat(named, toField);
  // Ollama's interface has no field for sources, so they follow the text.
  const toText = (answer: Answer) => forms['text/markdown'](answer).trimEnd();
  const hasSources = chosen.model === 'sayso' || chosen.model === 'sayso-deep';
  await replyToConversation(
    { ...chosen, isStreamed: stream !== false, conversation: toConversation(messages), data },
    hasSources ? { ...format, toText } : format,
    call,
  );
}

/** `json`, a JSON Schema, or prose. */
function toForm(format: Asked['format']): DataForm | null {
  if (format === 'json') return { schema: null };
  if (typeof format === 'string' && format !== '')
    throw new Failure(
      'invalid-question',
      'The field `format` is not valid: it must be "json" or a JSON Schema.',
    );
  return typeof format === 'object' && format !== null ? toDataForm('json_schema', format) : null;
}

const NS_PER_MS = 1_000_000;

/**
 * The format of Ollama's replies: one object, or one object on each line and a last one without text.
 * @param named the name of the model as the caller wrote it
 */
export function toOllamaFormat(named: string, toField: ToField): ReplyFormat {
  const startedAtMs = performance.now();
  const toEnd = (answer: Answer, written: WrittenText) => {
    const { input, output } = written.tokensOf(answer);
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
  };
  return {
    toBody: (answer, written) => ({ ...toHead(named, toField(written.sent)), ...toEnd(answer, written) }),
    createWriter: (written) => ({
      frame(event, piece) {
        const line = piece === '' ? '' : toLine({ ...toHead(named, toField(piece)), done: false });
        if (event.type !== 'answer-end') return line;
        return line + toLine({ ...toHead(named, toField('')), ...toEnd(event.answer, written) });
      },
      failure: ({ message: error }) => toLine({ error }),
    }),
    // Some clients take each piece of the body that arrives for one line.
    split: (frame) => frame.split(/(?<=\n)/),
    headers: { ...streamHeaders, 'content-type': 'application/x-ndjson' },
  };
}

/** The fields of every line. */
function toHead(named: string, field: object) {
  return { model: named, created_at: new Date().toISOString(), ...field };
}

function toLine(data: object): string {
  return `${JSON.stringify(data)}\n`;
}

/** The details about a model that Ollama's clients expect; none of them applies to an answer engine. */
const DETAILS = {
  parent_model: '',
  format: '',
  family: 'sayso',
  families: ['sayso'],
  parameter_size: '',
  quantization_level: '',
} as const;
const MODIFIED_AT = '2026-01-01T00:00:00Z';
const TAG = ':latest';

/** The body of `GET /api/tags`. Home Assistant shows the models under these names. */
export function toTags(collections: readonly string[]) {
  const models = modelNames(collections)
    .map(withTag)
    .map((name) => ({
      name,
      model: name,
      modified_at: MODIFIED_AT,
      size: 0,
      digest: '',
      details: DETAILS,
    }));
  return { models };
}

/** A collection has the place of a tag. */
function withTag(name: string): string {
  return name.includes(':') ? name : `${name}${TAG}`;
}

/** The body of `POST /api/show`. @throws Failure `not-found` for an unknown model */
export function toShown(name: string, collections: readonly string[]) {
  taggedModel(name, collections);
  const empty = { modelfile: '', parameters: '', template: '', license: '' };
  return {
    ...empty,
    modified_at: MODIFIED_AT,
    details: DETAILS,
    model_info: {},
    capabilities: ['completion'],
  };
}

/**
 * The model that a caller names, with or without the tag `latest`.
 * @throws Failure `not-found` for an unknown model
 */
function taggedModel(name: string, collections: readonly string[]): ChosenModel {
  return modelNamed(name.endsWith(TAG) ? name.slice(0, -TAG.length) : name, collections);
}
