import type { Answer } from '../../../core/answer.ts';
import type { FunctionCall } from '../../../core/function-call.ts';
import type { Source } from '../../../core/source.ts';
import { toUrlCitations, type UrlCitation } from '../../conversation/url-citations.ts';
import { tokensOf } from '../../conversation/written-answer.ts';
import { toSearchedFor } from '../../http/searched-for.ts';
import type { WrittenText } from '../tools/reply-to-conversation.ts';
import type { ChatDemand } from './request.ts';

/** The first fields of a completion and of all of its chunks, and how they are written. */
export type ChatOptions = Pick<ChatDemand, 'model' | 'isOlder' | 'wantsUsageChunk'> & {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
};

/** A whole completion with one choice. */
export function toCompletion(
  options: ChatOptions,
  answer: Answer,
  { text: { sent: text }, findPlaces, calls }: WrittenText,
) {
  const { id, created, model, isOlder } = options;
  const annotations = toAnnotations(toUrlCitations(text, answer.sources, { findPlaces }));
  const message =
    calls.length === 0
      ? { role: 'assistant', content: text, refusal: null, annotations }
      : { role: 'assistant', content: null, refusal: null, annotations, ...toCallFields(calls, isOlder) };
  const finish_reason = toFinishReason(options, answer, calls);
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    ...toEndFields(answer, text),
  };
}

/** The fields of the whole answer, in a completion and in its last chunk. */
export function toEndFields(answer: Answer, text: string) {
  const { input, output } = tokensOf(answer, text);
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  return { usage, ...toPerplexityFields(answer.sources), ...toSearchedFor(answer) };
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

/** A call in the newer form. */
export function toToolCall({ id, name, arguments: text }: FunctionCall) {
  return { id, type: 'function', function: { name, arguments: text } };
}

function toCallFields(calls: readonly FunctionCall[], isOlder: boolean) {
  const [first] = calls;
  if (!isOlder) return { tool_calls: calls.map(toToolCall) };
  return { function_call: first && { name: first.name, arguments: first.arguments } };
}

/** Why a message ends; `length` if the answer ends early: clients keep it and know it is incomplete. */
export function toFinishReason(
  { isOlder }: ChatOptions,
  { unfinished }: Answer,
  calls: readonly FunctionCall[],
): string {
  if (calls.length > 0) return isOlder ? 'function_call' : 'tool_calls';
  return unfinished === undefined ? 'stop' : 'length';
}
