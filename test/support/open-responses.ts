import { z } from 'zod';

/**
 * The required fields of responses and of their stream, as the Open Responses specification names them
 * (OpenAPI document 2026-04-24), and the web search items of OpenAI's interface, which it does not have yet.
 */
const annotation = z.object({
  type: z.literal('url_citation'),
  url: z.string(),
  title: z.string(),
  start_index: z.int().min(0),
  end_index: z.int().min(0),
});
const outputText = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(annotation),
  logprobs: z.array(z.never()).optional(),
});
const itemStatus = z.enum(['in_progress', 'completed', 'incomplete']);
const message = z.object({
  type: z.literal('message'),
  id: z.string().min(1),
  status: itemStatus,
  role: z.literal('assistant'),
  content: z.array(outputText),
});
const searchCall = z.object({
  type: z.literal('web_search_call'),
  id: z.string().min(1),
  status: z.enum(['in_progress', 'searching', 'completed', 'failed']),
  action: z.object({
    type: z.literal('search'),
    query: z.string(),
    queries: z.array(z.string()),
    sources: z.array(z.object({ type: z.literal('url'), url: z.string() })),
  }),
});
const functionCall = z.strictObject({
  type: z.literal('function_call'),
  id: z.string().min(1),
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
  status: itemStatus,
});
const item = z.discriminatedUnion('type', [message, searchCall, functionCall]);

const format = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    name: z.string(),
    description: z.string().nullable(),
    schema: z.null(),
    strict: z.boolean(),
  }),
]);

/** `ResponseResource` of the specification. */
export const responseResource = z.object({
  id: z.string().min(1),
  object: z.literal('response'),
  created_at: z.int(),
  completed_at: z.int().nullable(),
  status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
  incomplete_details: z.object({ reason: z.string() }).nullable(),
  model: z.string(),
  previous_response_id: z.string().nullable(),
  instructions: z.string().nullable(),
  output: z.array(item),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  tools: z.array(z.object({ type: z.string() })),
  tool_choice: z.enum(['none', 'auto', 'required']),
  truncation: z.enum(['auto', 'disabled']),
  parallel_tool_calls: z.boolean(),
  text: z.object({ format, verbosity: z.enum(['low', 'medium', 'high']).optional() }),
  top_p: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  top_logprobs: z.int(),
  temperature: z.number(),
  reasoning: z
    .object({
      effort: z.enum(['none', 'low', 'medium', 'high', 'xhigh']).nullable(),
      summary: z.enum(['concise', 'detailed', 'auto']).nullable(),
    })
    .nullable(),
  usage: z
    .object({
      input_tokens: z.int(),
      output_tokens: z.int(),
      total_tokens: z.int(),
      input_tokens_details: z.object({ cached_tokens: z.int() }),
      output_tokens_details: z.object({ reasoning_tokens: z.int() }),
    })
    .nullable(),
  max_output_tokens: z.int().nullable(),
  max_tool_calls: z.int().nullable(),
  store: z.boolean(),
  background: z.boolean(),
  service_tier: z.string(),
  metadata: z.record(z.string(), z.string()),
  safety_identifier: z.string().nullable(),
  prompt_cache_key: z.string().nullable(),
});

const sequence_number = z.int().min(0);
const output_index = z.int().min(0);
const inText = { sequence_number, output_index, item_id: z.string(), content_index: z.int().min(0) };
const state = <Type extends string>(type: Type) =>
  z.strictObject({ type: z.literal(type), sequence_number, response: responseResource });
const ofItem = <Type extends string>(type: Type) =>
  z.strictObject({ type: z.literal(type), sequence_number, output_index, item });
const ofPart = <Type extends string>(type: Type) =>
  z.strictObject({ type: z.literal(type), ...inText, part: outputText });
const ofSearch = <Type extends string>(type: Type) =>
  z.strictObject({ type: z.literal(type), sequence_number, output_index, item_id: z.string() });
const logprobs = z.array(z.never()).optional();

/** The events of a stream that this service sends. */
export const streamingEvent = z.union([
  state('response.created'),
  state('response.in_progress'),
  state('response.completed'),
  state('response.failed'),
  state('response.incomplete'),
  ofItem('response.output_item.added'),
  ofItem('response.output_item.done'),
  ofPart('response.content_part.added'),
  ofPart('response.content_part.done'),
  ofSearch('response.web_search_call.in_progress'),
  ofSearch('response.web_search_call.searching'),
  ofSearch('response.web_search_call.completed'),
  z.strictObject({
    type: z.literal('response.function_call_arguments.delta'),
    ...{ sequence_number, output_index, item_id: z.string(), delta: z.string() },
  }),
  z.strictObject({
    type: z.literal('response.function_call_arguments.done'),
    ...{ sequence_number, output_index, item_id: z.string(), arguments: z.string() },
  }),
  z.strictObject({ type: z.literal('response.output_text.delta'), ...inText, delta: z.string(), logprobs }),
  z.strictObject({ type: z.literal('response.output_text.done'), ...inText, text: z.string(), logprobs }),
  z.strictObject({
    type: z.literal('response.output_text.annotation.added'),
    ...inText,
    annotation_index: z.int().min(0),
    annotation,
  }),
]);
