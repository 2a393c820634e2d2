import type { Answer } from '../../../core/answer.ts';
import type { Source } from '../../../core/source.ts';
import type { UrlCitation } from '../../conversation/url-citations.ts';
import { tokensOf } from '../../conversation/written-answer.ts';
import { toEventFrame } from '../../http/event-frame.ts';
import { toSearchedFor } from '../../http/searched-for.ts';
import type { ChatDemand } from './request.ts';

/** The first fields of a completion and of all of its chunks, and how they are written. */
export type ChatOptions = Pick<ChatDemand, 'model' | 'isOlder' | 'wantsUsageChunk'> & {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
};

/** The end of a completion; the tokens of `text` are counted, which may also be data or arguments. */
export type ChatEnd = { readonly answer: Answer; readonly text: string; readonly reason: string };

/** A whole completion with one choice. */
export function toCompletion(
  { id, created, model }: ChatOptions,
  message: object,
  { answer, text, reason }: ChatEnd,
) {
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
    usage: toChatUsage(answer, text),
    ...toPerplexityFields(answer.sources),
    ...toSearchedFor(answer),
  };
}

/** One chunk with one choice. */
export function toChunk({ id, created, model }: ChatOptions, delta: object, reason: string | null = null) {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: reason }];
  return { id, object: 'chat.completion.chunk', created, model, choices };
}

/** The sources as Perplexity's interface adds them at the top level. */
export function toPerplexityFields(sources: readonly Source[]) {
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

/** Citations as annotations of a message. */
export function toAnnotations(citations: readonly UrlCitation[]) {
  return citations.map((citation) => ({ type: 'url_citation', url_citation: citation }));
}

/** The last chunk with the tokens and the sources, and a chunk of the tokens alone if the caller wants it. */
export function toLastChunks(options: ChatOptions, delta: object, { answer, text, reason }: ChatEnd): string {
  const last = toChunk(options, delta, reason);
  const usage = toChatUsage(answer, text);
  const usageChunk = options.wantsUsageChunk ? toEventFrame({ ...last, choices: [], usage }) : '';
  return (
    toEventFrame({ ...last, usage, ...toPerplexityFields(answer.sources), ...toSearchedFor(answer) }) +
    usageChunk
  );
}

/** The tokens of an answer in the fields of a chat completion. */
function toChatUsage(answer: Answer, text: string) {
  const { input, output } = tokensOf(answer, text);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

/** `length` for an answer that ends early: clients keep its text and know that the text is incomplete. */
export function finishReasonOf({ unfinished }: Answer): 'stop' | 'length' {
  return unfinished === undefined ? 'stop' : 'length';
}
