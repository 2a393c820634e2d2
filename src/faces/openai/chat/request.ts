import { z } from 'zod';
import { Failure } from '../../../core/failure.ts';
import { toDataForm } from '../data/data-form.ts';
import type { Demand } from '../shared/asking.ts';
import { content, MAX_MESSAGES, toConversation, toMessage } from '../shared/conversation.ts';
import { modelNamed } from '../shared/models.ts';
import { parsedBody } from '../shared/parsed-body.ts';
import { recency, signedSiteList, sinceOf, slashedDay, webSearchFields } from '../shared/search-options.ts';

const message = z.object({ role: z.string(), content: content.nullish() });

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
  tool_choice: z.unknown().optional(),
  web_search_options: z.object(webSearchFields).nullish(),
  search_domain_filter: signedSiteList.nullish(),
  search_recency_filter: recency.nullish(),
  search_after_date_filter: slashedDay.nullish(),
  search_before_date_filter: slashedDay.nullish(),
});

/** A request for a chat completion. */
export type ChatDemand = Demand & {
  readonly isStreamed: boolean;
  /** Whether the token counts are also sent in a separate chunk. */
  readonly wantsUsageChunk: boolean;
};

/**
 * Reads the body of a chat completion; fields without a meaning here are dropped.
 * @throws Failure `invalid-question` for an invalid body, `not-found` for an unknown model
 */
export function readChatRequest(body: unknown, today: Date): ChatDemand {
  const given = parsedBody(body, chatRequest);
  refuseCalls(given.tool_choice);
  const { messages, response_format: format, search_recency_filter: period } = given;
  return {
    model: modelNamed(given.model),
    isStreamed: given.stream === true,
    wantsUsageChunk: given.stream_options?.include_usage === true,
    conversation: toConversation(messages.map(({ role, content }) => toMessage(role, content))),
    search: {
      ...given.web_search_options,
      ...(given.search_domain_filter && { sites: given.search_domain_filter }),
      since: given.search_after_date_filter ?? (period ? sinceOf(period, today) : null),
      until: given.search_before_date_filter ?? null,
    },
    data: toDataForm(format?.type, format?.json_schema?.schema ?? format?.schema),
    effort: given.reasoning_effort,
    quotes: given.quotes,
  };
}

/** The caller's functions are never called, so a request that requires a call gets an error. */
function refuseCalls(choice: unknown): void {
  const isForced = choice === 'required' || (typeof choice === 'object' && choice !== null);
  if (isForced)
    throw new Failure('invalid-question', 'Functions are not called: leave out `tool_choice` and `tools`.');
}
