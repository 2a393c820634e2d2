import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import type { DataForm } from '../../core/question.ts';
import {
  content,
  MAX_MESSAGES,
  type Message,
  toConversation,
  toMessage,
} from '../conversation/conversation.ts';
import { parsedBody } from '../conversation/parsed-body.ts';
import { toDataForm } from '../openai/data/data-form.ts';
import type { ConversationDemand } from '../openai/reply/reply-to-conversation.ts';
import { taggedModel } from './models.ts';

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
export type OllamaDemand = ConversationDemand & {
  /** The name as the caller wrote it, which the reply repeats. */
  readonly named: string;
  /** True for a request without a message; clients use it only to load a model. */
  readonly isEmpty: boolean;
};

/**
 * Reads the body of `POST /api/chat`; fields without a meaning here are dropped.
 * @throws Failure `invalid-question` for an invalid body, `not-found` for an unknown model
 */
export function readChatBody(body: unknown): OllamaDemand {
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
export function readGenerateBody(body: unknown): OllamaDemand {
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
