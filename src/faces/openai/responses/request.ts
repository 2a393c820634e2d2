import { z } from 'zod';
import { Failure } from '../../../core/failure.ts';
import type { Exchange } from '../../../core/terms.ts';
import { toDataForm } from '../data/data-form.ts';
import type { Demand } from '../shared/asking.ts';
import { content, MAX_MESSAGES, type Message, toConversation, toMessage } from '../shared/conversation.ts';
import { modelNamed, modelOfPreset } from '../shared/models.ts';
import { parsedBody } from '../shared/parsed-body.ts';
import {
  recency,
  signedSiteList,
  sinceOf,
  siteList,
  slashedDay,
  webSearchFields,
} from '../shared/search-options.ts';

/** A message, or another item of a conversation; most other items have no meaning here. */
const item = z.object({
  type: z.string().nullish(),
  role: z.string().nullish(),
  content: content.nullish(),
});

const domains = { allowed_domains: siteList.nullish(), blocked_domains: siteList.nullish() };
/** The filters of Perplexity's tool. */
const searchFilters = {
  search_domain_filter: signedSiteList.nullish(),
  search_recency_filter: recency.nullish(),
  search_after_date_filter: slashedDay.nullish(),
  search_before_date_filter: slashedDay.nullish(),
};

const tool = z.object({
  type: z.string(),
  filters: z.object({ ...domains, ...searchFilters }).nullish(),
  ...webSearchFields,
});

const format = z.object({
  type: z.enum(['text', 'json_object', 'json_schema']),
  name: z.string().max(64).nullish(),
  description: z.string().max(1000).nullish(),
  strict: z.boolean().nullish(),
  schema: z.record(z.string(), z.unknown()).nullish(),
});

const MAX_TOOLS = 128;
const metadata = z.record(z.string().max(64), z.string().max(512));

/** The body of `POST /v1/responses` (Open Responses, `CreateResponseBody`). */
const createResponse = z.object({
  model: z.string().nullish(),
  preset: z.string().nullish(),
  input: z.union([z.string(), z.array(item).max(MAX_MESSAGES)], {
    error: 'it must be a string or a list of items',
  }),
  instructions: z.string().nullish(),
  previous_response_id: z.string().nullish(),
  stream: z.boolean().nullish(),
  background: z.boolean().nullish(),
  conversation: z.unknown().optional(),
  prompt: z.unknown().optional(),
  tools: z.array(tool).max(MAX_TOOLS).nullish(),
  tool_choice: z.unknown().optional(),
  text: z
    .object({ format: format.nullish(), verbosity: z.enum(['low', 'medium', 'high']).nullish() })
    .nullish(),
  reasoning: z.object({ effort: z.string().nullish() }).nullish(),
  metadata: metadata.nullish(),
  quotes: z.boolean().nullish(),
  max_output_tokens: z.int().nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
});

/** The fields of a request that are repeated in its response. */
export type Repeated = Pick<
  z.infer<typeof createResponse>,
  | 'instructions'
  | 'previous_response_id'
  | 'text'
  | 'reasoning'
  | 'metadata'
  | 'max_output_tokens'
  | 'temperature'
  | 'top_p'
> & {
  /** The supported tools: those that search the web, with the filters that OpenAI's interface has. */
  readonly tools: readonly SearchTool[];
};

type SearchTool = Omit<z.infer<typeof tool>, 'filters'> & {
  readonly filters?: z.infer<z.ZodObject<typeof domains>> | null | undefined;
};

/** A request for a response. */
export type ResponseDemand = Demand & {
  readonly isStreamed: boolean;
  /** The output item for the search: OpenAI's, or that of Perplexity's agents; null for none. */
  readonly searchItem: 'web_search_call' | 'search_results' | null;
  readonly repeated: Repeated;
};

/** Finds the conversation for the id of a response; null if there is none. */
export type OpenConversation = (id: string) => readonly Exchange[] | null;

/**
 * Reads the body of a request for a response; fields without a meaning here are dropped. `fallbackPreset` is
 * the preset of a path for Perplexity's agents, whose requests have a preset.
 * @throws Failure `invalid-question` for an invalid body, `not-found` for an unknown model
 */
export function readResponseRequest(
  body: unknown,
  open: OpenConversation,
  fallbackPreset: string | null = null,
): ResponseDemand {
  const given = parsedBody(body, createResponse);
  const preset = given.preset ?? fallbackPreset;
  if (given.background === true)
    throw new Failure('invalid-question', 'Answers are not stored, so none can be made in the background.');
  refuseStored(given);
  refuseCalls(given.tool_choice);
  const { instructions, previous_response_id: id, text } = given;
  const before = id === null || id === undefined ? [] : openOr(open, id);
  const tools = (given.tools ?? []).filter(({ type }) => isWebSearch(type));
  const wishes = instructions ? [{ role: 'developer', text: instructions }] : [];
  return {
    model: preset === null || given.model ? modelNamed(given.model) : modelOfPreset(preset),
    isStreamed: given.stream === true,
    searchItem: preset !== null ? 'search_results' : tools.length > 0 ? 'web_search_call' : null,
    conversation: toConversation([...wishes, ...toMessages(given.input)], before),
    search: toSearchOptions(tools[0]),
    data: toDataForm(text?.format?.type, text?.format?.schema),
    effort: given.reasoning?.effort,
    quotes: given.quotes,
    repeated: { ...given, tools: tools.map(toSearchTool) },
  };
}

/**
 * Refuses references to a stored conversation or prompt: without its text, the question would mean something
 * else.
 */
function refuseStored({ conversation, prompt }: z.infer<typeof createResponse>): void {
  if ((conversation ?? null) !== null)
    throw new Failure(
      'invalid-question',
      'Conversations are not stored: leave out `conversation`, and send the messages as `input` or ' +
        '`previous_response_id`.',
    );
  if ((prompt ?? null) !== null)
    throw new Failure('invalid-question', 'Prompts are not stored: leave out `prompt`, and send `input`.');
}

function openOr(open: OpenConversation, id: string): readonly Exchange[] {
  const history = open(id);
  if (history !== null) return history;
  throw new Failure(
    'invalid-question',
    'The field `previous_response_id` is not the id of a response of this service, or is older ' +
      'than a day. Send the conversation as `input`.',
  );
}

/** True for the tool that searches the web, in all its versions. */
function isWebSearch(type: string): boolean {
  return type.startsWith('web_search');
}

/** The conversation. A reference to an earlier item counts as an answer whose text is unknown. */
function toMessages(input: z.infer<typeof createResponse>['input']): readonly Message[] {
  if (typeof input === 'string') return [{ role: 'user', text: input }];
  return input.flatMap(({ type, role, content: given }) => {
    if (type === 'item_reference') return [{ role: 'assistant', text: '' }];
    const isMessage = type === 'message' || type === null || type === undefined;
    return isMessage && role ? [toMessage(role, given)] : [];
  });
}

function toSearchOptions(search: z.infer<typeof tool> | undefined): Demand['search'] {
  if (search === undefined) return {};
  const { filters, search_context_size, user_location } = search;
  const signed = filters?.search_domain_filter;
  const period = filters?.search_recency_filter;
  const since = filters?.search_after_date_filter ?? (period ? sinceOf(period, new Date()) : null);
  const sites = {
    only: [...(filters?.allowed_domains ?? []), ...(signed?.only ?? [])],
    never: [...(filters?.blocked_domains ?? []), ...(signed?.never ?? [])],
  };
  const until = filters?.search_before_date_filter ?? null;
  return { search_context_size, user_location, sites, since, until };
}

/** The tool as the response repeats it. */
function toSearchTool({ filters, ...rest }: z.infer<typeof tool>): SearchTool {
  if (filters === null || filters === undefined) return { ...rest, ...(filters === null && { filters }) };
  const { allowed_domains, blocked_domains } = filters;
  return { ...rest, filters: { allowed_domains, blocked_domains } };
}

/** The caller's functions are never called, so a request that requires a call gets an error. */
function refuseCalls(choice: unknown): void {
  if (typeof choice !== 'object' || choice === null || !('type' in choice)) return;
  if (choice.type === 'function' || choice.type === 'custom')
    throw new Failure('invalid-question', 'Functions are not called: leave out `tool_choice`.');
}
