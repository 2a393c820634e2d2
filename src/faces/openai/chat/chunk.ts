import type { Answer, Source } from '../../../core/terms.ts';
import type { ModeName } from '../shared/models.ts';
import { tokensOf, type UrlCitation } from '../shared/told.ts';

/** What all chunks of a completion, and the whole completion, begin with. */
export type ChatHead = { readonly id: string; readonly created: number; readonly model: ModeName };

/** The sources as Perplexity's interface adds them at the top level. */
export function toPerplexityFields(sources: readonly Source[]) {
  return {
    citations: sources.map(({ url }) => url),
    search_results: sources.map(({ title, url, snippet, publishedAt }) => ({
      ...{ title, url, snippet },
      date: publishedAt?.slice(0, 10) ?? null,
      last_updated: null,
    })),
  };
}

/** Citations as annotations of a message. */
export function toAnnotations(citations: readonly UrlCitation[]) {
  return citations.map((citation) => ({ type: 'url_citation', url_citation: citation }));
}

/** The tokens of an answer in the fields of a chat completion. */
export function toChatUsage(answer: Answer, text: string) {
  const { input, output } = tokensOf(answer, text);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

/** `length` for an answer that ends early: clients keep its text and know that it is not whole. */
export function finishReasonOf({ unfinished }: Answer): 'stop' | 'length' {
  return unfinished === undefined ? 'stop' : 'length';
}
