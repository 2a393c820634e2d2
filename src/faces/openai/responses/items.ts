import type { Source } from '../../../core/terms.ts';
import type { UrlCitation } from '../shared/told.ts';

/** Whether an item is still being made, whole, or broken off. */
export type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/** The search of an answer as an item of the output. `words` is what was searched for. */
export function toSearchCall(
  id: string,
  status: 'in_progress' | 'completed',
  { words, sources }: { readonly words: string; readonly sources: readonly Source[] },
) {
  const found = sources.map(({ url }) => ({ type: 'url', url }) as const);
  const action = { type: 'search', query: words, queries: [words], sources: found } as const;
  return { type: 'web_search_call', id, status, action } as const;
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

/** One of these items. */
export type OutputItem = ReturnType<typeof toSearchCall> | ReturnType<typeof toMessage>;
