import type { Source } from '../../../core/source.ts';
import type { UrlCitation } from '../../conversation/url-citations.ts';
import type { FunctionCall } from '../reply/reply-to-conversation.ts';
import type { ResponseDemand } from './request.ts';

/** A search: its query and its results. */
type WebSearch = { readonly words: string; readonly sources: readonly Source[] };

/** The search for an answer, as an item of the response's output. */
export function toSearchCall(id: string, status: 'in_progress' | 'completed', { words, sources }: WebSearch) {
  const found = sources.map(({ url }) => ({ type: 'url', url }) as const);
  const action = { type: 'search', query: words, queries: [words], sources: found } as const;
  return { type: 'web_search_call', id, status, action } as const;
}

/** The sources as an item for Perplexity's agents, which accept no `null` in these fields. */
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

/** The search of an answer as an item of this type. */
export function toSearchItem(
  type: NonNullable<ResponseDemand['searchItem']>,
  id: string,
  found: WebSearch,
): OutputItem {
  return type === 'search_results' ? toSearchResults(found) : toSearchCall(id, 'completed', found);
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
