import type { Answer } from '../../../core/answer.ts';
import type { FunctionCall } from '../../../core/function-call.ts';
import type { Source } from '../../../core/source.ts';
import { toUrlCitations, type UrlCitation } from '../../conversation/url-citations.ts';
import { tokensOf } from '../../conversation/written-answer.ts';
import type { WrittenText } from '../tools/reply-to-conversation.ts';
import type { Repeated, ResponseDemand } from './request.ts';

/** The parts of a response that stay the same from its beginning to its end. */
export type ResponseHead = {
  readonly model: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
  readonly repeated: Repeated;
};

/** The state of a response. */
export type ResponseState = {
  readonly id: string;
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  readonly output: readonly OutputItem[];
  /** The reason why the answer is incomplete, if it is. */
  readonly unfinished?: Answer['unfinished'] | undefined;
  readonly usage: ResponseUsage | null;
  readonly error: { readonly code: string; readonly message: string } | null;
};

const REASONS = { deadline: 'deadline', model: 'model_failed' } as const;
const EFFORTS: ReadonlySet<unknown> = new Set(['none', 'low', 'medium', 'high', 'xhigh']);

/**
 * The response object (Open Responses, `ResponseResource`). Fields that have no meaning here have the values
 * of a plain request.
 */
export function toResponse(
  { model, createdAt, repeated }: ResponseHead,
  { id, status, unfinished, output, usage, error }: ResponseState,
) {
  const effort = repeated.reasoning?.effort ?? null;
  return {
    id,
    object: 'response',
    created_at: createdAt,
    completed_at: status === 'completed' ? Math.floor(Date.now() / 1000) : null,
    status,
    incomplete_details: unfinished === undefined ? null : { reason: REASONS[unfinished] },
    model,
    previous_response_id: repeated.previous_response_id ?? null,
    instructions: repeated.instructions ?? null,
    output,
    error,
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
    reasoning: { effort: EFFORTS.has(effort) ? effort : null, summary: null },
    usage,
    max_output_tokens: repeated.max_output_tokens ?? null,
    max_tool_calls: null,
    store: false,
    background: false,
    service_tier: 'default',
    metadata: repeated.metadata ?? {},
    safety_identifier: null,
    prompt_cache_key: null,
  } as const;
}

/** The published schema of a response has no place for the caller's own schema. */
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

/** The tokens of a response. */
export type ResponseUsage = ReturnType<typeof toResponseUsage>;

/** The tokens of an answer in the fields of a response. */
export function toResponseUsage(answer: Answer, text: string) {
  const { input, output } = tokensOf(answer, text);
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}

/** `incomplete` for an answer that ends early. */
export function statusOf({ unfinished }: Answer): 'completed' | 'incomplete' {
  return unfinished === undefined ? 'completed' : 'incomplete';
}

/** Whether an item is still being made, complete, or broken off. */
type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/** A search: its query and its results. */
type WebSearch = { readonly words: string; readonly sources: readonly Source[] };

/** The search for an answer, as an item of the response's output. */
export function toSearchCall(id: string, status: 'in_progress' | 'completed', { words, sources }: WebSearch) {
  const found = sources.map(({ url }) => ({ type: 'url', url }) as const);
  const action = { type: 'search', query: words, queries: [words], sources: found } as const;
  return { type: 'web_search_call', id, status, action } as const;
}

/**
 * The sources of an answer, as an item of the output of Perplexity's agents, whose clients list the citations
 * from it. They accept no `null` in these fields.
 */
function toSearchResults({ words, sources }: WebSearch) {
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

/** An answer as an item of the output. */
export function toMessage(
  id: string,
  status: ItemStatus,
  content: readonly ReturnType<typeof toOutputText>[],
) {
  return { type: 'message', id, status, role: 'assistant', content } as const;
}

/** A call of one of the caller's functions as an item of the output. */
export function toFunctionCall(
  { id: call_id, name, arguments: given }: FunctionCall,
  status: 'in_progress' | 'completed',
) {
  return { type: 'function_call', id: `fc_${call_id}`, call_id, name, arguments: given, status } as const;
}

/** One of these items. */
export type OutputItem =
  | ReturnType<typeof toSearchCall>
  | ReturnType<typeof toSearchResults>
  | ReturnType<typeof toMessage>
  | ReturnType<typeof toFunctionCall>;

/** The options for making a response, whole or as a stream. */
export type ResponseOptions = {
  readonly head: ResponseHead;
  /** The question; the search item shows it unless the search used other words. */
  readonly words: string;
  /** The item for the search; null for callers that did not ask for it and may not know the type. */
  readonly searchItem: ResponseDemand['searchItem'];
  /** The ids of the items. */
  readonly itemIds: { readonly search: string; readonly message: string };
  /** The id of a response whose conversation ends with `answer`, which is empty if there is no answer yet. */
  idAfter(answer: string): string;
};

/** The search of an answer as an item of this type. */
export function toSearchItem(
  type: NonNullable<ResponseDemand['searchItem']>,
  id: string,
  found: WebSearch,
): OutputItem {
  return type === 'search_results' ? toSearchResults(found) : toSearchCall(id, 'completed', found);
}

/** A whole answer as a response. */
export function toWholeResponse(
  { head, words, searchItem, itemIds, idAfter }: ResponseOptions,
  answer: Answer,
  { text: { sent: text, searchQuery }, findPlaces, isFromSearch }: WrittenText,
) {
  const { sources } = answer;
  const status = statusOf(answer);
  const search =
    searchItem === null || !isFromSearch
      ? []
      : [toSearchItem(searchItem, itemIds.search, { words: searchQuery ?? words, sources })];
  const content = toOutputText(text, toUrlCitations(text, sources, { findPlaces }));
  const output = [...search, toMessage(itemIds.message, status, [content])];
  const usage = toResponseUsage(answer, text);
  const { unfinished } = answer;
  return toResponse(head, { id: idAfter(text), status, unfinished, output, usage, error: null });
}
