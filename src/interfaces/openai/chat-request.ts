import { z } from 'zod';
import { MAX_ANSWER_ID_CHARS } from '../../answer/answer-sources.ts';
import {
  content,
  MAX_MESSAGES,
  type Message,
  parsedBody,
  toConversation,
  toMessage,
} from '../conversation/conversation.ts';
import { modelNamed } from '../conversation/models.ts';
import type { Demand } from '../conversation/reply.ts';
import { searchFilters, toLimits, webSearchFields } from '../conversation/search-options.ts';
import {
  dataFormOf,
  type ForcedFunction,
  functionFields,
  MAX_TOOLS,
  toForcedFunction,
} from './forced-function.ts';

const message = z.object({
  role: z.string(),
  content: content.nullish(),
  /** As this service wrote it with the message; other values mean nothing. */
  answer_id: z.string().max(MAX_ANSWER_ID_CHARS).nullish().catch(null),
});

const tool = z.object({ type: z.string(), function: z.object(functionFields).nullish() });

const responseFormat = z.object({
  type: z.enum(['text', 'json_object', 'json_schema']),
  /** As in llama.cpp's and Together's interfaces. */
  schema: z.record(z.string(), z.unknown()).nullish(),
  json_schema: z.object({ schema: z.record(z.string(), z.unknown()).nullish() }).nullish(),
});

/** The body of a chat completion, with the fields that Perplexity adds. */
const chatRequest = z.object({
  model: z.string().nullish(),
  messages: z.array(message).min(1).max(MAX_MESSAGES),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.literal(1, { error: 'only one answer is written for a question' }).nullish(),
  response_format: responseFormat.nullish(),
  reasoning_effort: z.string().nullish(),
  quotes: z.boolean().nullish(),
  tools: z.array(tool).max(MAX_TOOLS).nullish(),
  tool_choice: z.unknown().optional(),
  /** The older forms of `tools` and `tool_choice`. */
  functions: z.array(z.object(functionFields)).max(MAX_TOOLS).nullish(),
  function_call: z.unknown().optional(),
  web_search_options: z.object(webSearchFields).nullish(),
  ...searchFilters,
});

/** A request for a chat completion. */
export type ChatDemand = Demand & {
  /** Whether a call is written as `function_call`, as programs expect that offer `functions`. */
  readonly isOlder: boolean;
  /** Whether the token counts are also sent in a separate chunk. */
  readonly wantsUsageChunk: boolean;
};

/**
 * Reads the body of a chat completion of a caller who may choose these collections; fields without a meaning here are dropped.
 * @throws Failure `invalid-question` for an invalid body, `not-found` for an unknown model
 */
export function readChatRequest(body: unknown, today: Date, collections: readonly string[]): ChatDemand {
  const given = parsedBody(body, chatRequest);
  const messages = given.messages.map(({ role, content: text, answer_id: answerId }) => {
    return { ...toMessage(role, text), ...(answerId && { answerId }) };
  });
  const forced = forcedFunctionIn(given, messages);
  const { response_format: format } = given;
  return {
    ...modelNamed(given.model, collections),
    isStreamed: given.stream === true,
    wantsUsageChunk: given.stream_options?.include_usage === true,
    conversation: toConversation(messages),
    forced,
    isOlder: (given.tools ?? []).length === 0,
    search: { ...given.web_search_options, ...toLimits(given, today) },
    data: dataFormOf(forced, format?.type, format?.json_schema?.schema ?? format?.schema),
    effort: given.reasoning_effort,
    quotes: given.quotes,
  };
}

function forcedFunctionIn(
  { tools, tool_choice, functions, function_call }: z.infer<typeof chatRequest>,
  messages: readonly Message[],
): ForcedFunction | null {
  const offered = (tools ?? []).flatMap(({ type, function: each }) =>
    type === 'function' && each ? [each] : [],
  );
  return offered.length === 0 && functions
    ? toForcedFunction(functions, function_call, messages)
    : toForcedFunction(offered, tool_choice, messages);
}
