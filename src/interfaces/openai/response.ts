import type { Answer } from '../../core/answer.ts';
import type { Source } from '../../core/source.ts';
import type { FunctionCall, UrlCitation } from '../conversation/written-text.ts';
import type { Repeated, ResponseDemand } from './responses-request.ts';

/** The options for making a response, whole or as a stream. */
export type ResponseOptions = {
  readonly model: string;
  /** Since 1970. */
  readonly createdAtSeconds: number;
  /** The fields of the request that the response repeats. */
  readonly repeated: Repeated;
  /** The search item shows it unless the search used other words. */
  readonly question: string;
  /** The item for the search; null for callers that did not ask for it and may not know the type. */
  readonly searchItem: ResponseDemand['searchItem'];
  readonly itemIds: { readonly search: string; readonly message: string };
  /** The id of a response whose conversation ends with `answer`, which is empty if there is no answer yet. */
  idAfter(answer: string, answerId?: string): string;
};

/** The state of a response. */
export type ResponseState = {
  readonly id: string;
  readonly status: 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled';
  readonly output: readonly OutputItem[];
  /** The tokens of the answer, once it is whole. */
  readonly usage?: { readonly input: number; readonly output: number };
  readonly unfinished?: Answer['unfinished'];
  readonly error?: { readonly code: string; readonly message: string };
};

const INCOMPLETE_REASONS = { deadline: 'deadline', model: 'model_failed' } as const;
/** The efforts that the schema of a response allows; another one is reported as null. */
const SCHEMA_EFFORTS: ReadonlySet<unknown> = new Set(['none', 'low', 'medium', 'high', 'xhigh']);

/** The response object (Open Responses, `ResponseResource`). Fields without a meaning here have a default. */
export function toResponse(
  { model, createdAtSeconds, repeated }: ResponseOptions,
  { id, status, output, usage, unfinished, error }: ResponseState,
) {
  const effort = repeated.reasoning?.effort ?? null;
  return {
    id,
    object: 'response',
    created_at: createdAtSeconds,
    completed_at: status === 'completed' ? Math.floor(Date.now() / 1000) : null,
    status,
    incomplete_details:
      status === 'incomplete' && unfinished ? { reason: INCOMPLETE_REASONS[unfinished] } : null,
    model,
    previous_response_id: repeated.previous_response_id ?? null,
    instructions: repeated.instructions ?? null,
    output,
    error: error ?? null,
    tools: repeated.tools,
    tool_choice: 'auto',
    truncation: 'auto',
    parallel_tool_calls: false,
    text: { format: toFormat(repeated.text?.format) },
    top_p: repeated.top_p ?? 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    top_logprobs: 0,
    temperature: repeated.temperature ?? 1,
    reasoning: { effort: SCHEMA_EFFORTS.has(effort) ? effort : null, summary: null },
    usage: usage === undefined ? null : toUsage(usage),
    max_output_tokens: repeated.max_output_tokens ?? null,
    max_tool_calls: null,
    // What is made in the background can be had for a while; nothing else is stored.
    store: repeated.background === true,
    background: repeated.background === true,
    service_tier: 'default',
    metadata: repeated.metadata ?? {},
    safety_identifier: null,
    prompt_cache_key: null,
  } as const;
}

/** The format of the text. The published schema of a response has no place for the caller's own schema. */
function toFormat(format: NonNullable<Repeated['text']>['format']) {
  if (format === null || format === undefined || format.type !== 'json_schema')
    return { type: format?.type ?? 'text' };
  const { type, name, description, strict } = format;
  return {
    type,
    name: name ?? 'value',
    description: description ?? null,
    schema: null,
    strict: strict ?? false,
  };
}

function toUsage({ input, output }: NonNullable<ResponseState['usage']>) {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}

/** A search: its query and its results. */
type WebSearch = { readonly words: string; readonly sources: readonly Source[] };

/** The search for an answer, as an item of the response's output. */
export function toSearchCall(id: string, status: 'in_progress' | 'completed', { words, sources }: WebSearch) {
  const found = sources.map(({ url }) => ({ type: 'url', url }) as const);
  const action = { type: 'search', query: words, queries: [words], sources: found } as const;
  return { type: 'web_search_call', id, status, action } as const;
}

/** The sources as an item for Perplexity's agents, which accept no `null` in these fields. */
export function toSearchResults({ words, sources }: WebSearch) {
  const results = sources.map(({ index, title, url, snippet, publishedAt }) => ({
    id: index,
    title,
    url,
    snippet,
    source: 'web',
    ...(publishedAt && { date: publishedAt.slice(0, 10) }),
  }));
  return { type: 'search_results', queries: [words], results } as const;
}

/** A text with its citations as the content of a message. */
export function toOutputText(text: string, citations: readonly UrlCitation[]) {
  const annotations = citations.map((citation) => ({ type: 'url_citation', ...citation }) as const);
  return { type: 'output_text', text, annotations, logprobs: [] } as const;
}

/** An answer as an item of the output; `status` says whether it is being written, whole or broken off. */
export function toMessage(
  id: string,
  status: 'in_progress' | 'completed' | 'incomplete',
  content: readonly ReturnType<typeof toOutputText>[],
) {
  return { type: 'message', id, status, role: 'assistant', content } as const;
}

/** A call of the caller's function as an item of the output. */
export function toFunctionCall(
  { id: call_id, name }: FunctionCall,
  text: string,
  status: 'in_progress' | 'completed',
) {
  return { type: 'function_call', id: `fc_${call_id}`, call_id, name, arguments: text, status } as const;
}

/** One of these items. */
export type OutputItem =
  | ReturnType<typeof toSearchCall>
  | ReturnType<typeof toSearchResults>
  | ReturnType<typeof toMessage>
  | ReturnType<typeof toFunctionCall>;
