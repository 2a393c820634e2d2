import { z } from 'zod';
import { MAX_ANSWER_ID_CHARS } from '../../answer/answer-sources.ts';
import type { Answer } from '../../core/answer.ts';
import type { Source } from '../../core/source.ts';
import {
  content,
  MAX_MESSAGES,
  type Message,
  parsedBody,
  toConversation,
  toMessage,
} from '../conversation/conversation.ts';
import { modelNamed, nameOfModel } from '../conversation/models.ts';
import {
  type AnswerWriter,
  type Demand,
  type ReplyFormat,
  replyToConversation,
} from '../conversation/reply.ts';
import { searchFilters, toLimits, webSearchFields } from '../conversation/search-options.ts';
import type { FunctionCall, UrlCitation, WrittenText } from '../conversation/written-text.ts';
import type { InterfaceCall } from '../http/call-service.ts';
import { DONE_FRAME, HEARTBEAT, toEventFrame } from '../http/stream.ts';
import { toSearchedFor } from '../http/to-question.ts';
import { toErrorBody } from './error-body.ts';
import {
  dataFormOf,
  type ForcedFunction,
  functionFields,
  MAX_TOOLS,
  toForcedFunction,
} from './forced-function.ts';

/** The first fields of a completion and of all of its chunks, and how they are written. */
type ChatOptions = Pick<ChatDemand, 'isOlder' | 'wantsUsageChunk'> & {
  readonly id: string;
  /** The name of the model. */
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
};

/**
 * `POST /v1/chat/completions`: answers the last message of a conversation, whole or as a stream. @throws the
 * failures of the answer, and Failure for an invalid request
 */
export async function replyToChat(call: InterfaceCall): Promise<void> {
  const { request, deps } = call;
  const now = new Date();
  const demand = readChatRequest(request.body, now, deps.collectionsOf(deps.callerOf(request)));
  const created = Math.floor(now.getTime() / 1000);
  const options = { ...demand, model: nameOfModel(demand), id: `chatcmpl-${request.id}`, created };
  await replyToConversation(demand, toChatFormat(options), call);
}

/** The format of chat completions. */
function toChatFormat(options: ChatOptions): ReplyFormat {
  return {
    toBody: (answer, written) => toCompletion(options, answer, written),
    createWriter: (written) => createChatWriter(options, written),
    end: DONE_FRAME,
    // A chunk without a text: some clients read every line, also a comment, as a chunk with a choice (OVOS).
    heartbeat: { ...HEARTBEAT, text: toEventFrame(toChunk(options, {})) },
  };
}

/** A whole completion with one choice. */
function toCompletion(options: ChatOptions, answer: Answer, written: WrittenText) {
  const { id, created, model } = options;
  const { call, sent: text } = written;
  const message = {
    role: 'assistant',
    content: call === null ? text : null,
    refusal: null,
    annotations: toAnnotations(written.citations),
    ...(call === null ? toAnswerId(answer) : toCallFields(call, text, options)),
  };
  const finish_reason = toFinishReason(options, answer, call);
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    ...toEndFields(answer, written),
  };
}

/** The fields of the whole answer, in a completion and in its last chunk. */
function toEndFields(answer: Answer, written: WrittenText) {
  const { input, output } = written.tokensOf(answer);
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  return { usage, ...toPerplexityFields(answer.sources), ...toSearchedFor(answer) };
}

/** The sources as Perplexity's interface adds them at the top level. */
function toPerplexityFields(sources: readonly Source[]) {
  return {
    citations: sources.map(({ url }) => url),
    search_results: sources.map(({ title, url, snippet, publishedAt }) => ({
      title,
      url,
      snippet,
      date: publishedAt?.slice(0, 10) ?? null,
      last_updated: null,
    })),
  };
}

/** The id of the answer: a program that sends the message again sends it, too. */
function toAnswerId({ answerId }: Answer) {
  return answerId === undefined ? {} : { answer_id: answerId };
}

/** Citations as annotations of a message. */
function toAnnotations(citations: readonly UrlCitation[]) {
  return citations.map((citation) => ({ type: 'url_citation', url_citation: citation }));
}

/** A call, whole or in a chunk. */
function toCallFields({ id, name }: FunctionCall, text: string, { isOlder }: ChatOptions) {
  const called = { name, arguments: text };
  return isOlder
    ? { function_call: called }
    : { tool_calls: [{ index: 0, id, type: 'function', function: called }] };
}

/** Why a message ends; `length` if the answer ends early: clients keep it and know it is incomplete. */
function toFinishReason({ isOlder }: ChatOptions, { unfinished }: Answer, call: FunctionCall | null): string {
  if (call !== null) return isOlder ? 'function_call' : 'tool_calls';
  return unfinished === undefined ? 'stop' : 'length';
}

/**
 * Writes the events of an answer as chunks of a chat completion. The first chunk has the sources, as
 * Perplexity's clients expect, and the text that first cites a source comes with its annotation. Every chunk
 * before the end has a choice.
 */
function createChatWriter(options: ChatOptions, written: WrittenText): AnswerWriter {
  const { call } = written;
  let hasBegun = false;
  const annotate = createAnnotate();

  const write = (delta: object, more?: object) => toEventFrame({ ...toChunk(options, delta), ...more });
  function begin(): string {
    if (hasBegun) return '';
    hasBegun = true;
    const content = call === null ? '' : null;
    return write({ role: 'assistant', content }, toPerplexityFields(written.sources));
  }
  function writePiece(content: string): string {
    if (content === '' || call !== null) return '';
    return write({ content, ...annotate(written.takeCitationsOf(content)) });
  }
  function end(answer: Answer): string {
    const delta = { ...annotate(written.takeCitations()), ...toAnswerId(answer) };
    const last = toChunk(options, delta, toFinishReason(options, answer, call));
    const fields = toEndFields(answer, written);
    const usageChunk = options.wantsUsageChunk ? { ...last, choices: [], usage: fields.usage } : null;
    return [
      call === null ? '' : write(toCallFields(call, written.sent, options)),
      toEventFrame({ ...last, ...fields }),
      usageChunk === null ? '' : toEventFrame(usageChunk),
    ].join('');
  }
  return {
    frame(event, piece) {
      const isEnd = event.type === 'answer-end';
      const opening = event.type === 'sources' || piece !== '' || isEnd ? begin() : '';
      return opening + writePiece(piece) + (isEnd ? end(event.answer) : '');
    },
    failure: (problem) => toEventFrame(toErrorBody(problem)),
  };
}

/** Makes the annotations of a stream. Python's `openai` joins those of several chunks by their index. */
function createAnnotate(): (added: readonly UrlCitation[]) => object {
  let count = 0;
  return (added) => {
    const annotations = toAnnotations(added).map((annotation) => ({ ...annotation, index: count++ }));
    return annotations.length === 0 ? {} : { annotations };
  };
}

function toChunk({ id, created, model }: ChatOptions, delta: object, reason: string | null = null) {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: reason }];
  return { id, object: 'chat.completion.chunk', created, model, choices };
}

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
type ChatDemand = Demand & {
  /** Whether a call is written as `function_call`, as programs expect that offer `functions`. */
  readonly isOlder: boolean;
  /** Whether the token counts are also sent in a separate chunk. */
  readonly wantsUsageChunk: boolean;
};

/**
 * Reads the body of a chat completion of a caller who may choose these collections; fields without a meaning here are dropped.
 * @throws Failure `invalid-question` for an invalid body, `not-found` for an unknown model
 */
function readChatRequest(body: unknown, today: Date, collections: readonly string[]): ChatDemand {
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
