import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import type { Exchange } from '../../core/question.ts';
import {
  content,
  MAX_MESSAGES,
  type Message,
  parsedBody,
  toConversation,
  toMessage,
} from '../conversation/conversation.ts';
import { modelNamed, modelOfPreset } from '../conversation/models.ts';
import type { Demand } from '../conversation/reply.ts';
import {
  type SearchOptions,
  searchFilters,
  siteList,
  toLimits,
  webSearchFields,
} from '../conversation/search-options.ts';
import {
  dataFormOf,
  type ForcedFunction,
  functionFields,
  MAX_TOOLS,
  toForcedFunction,
} from './forced-function.ts';

const domains = { allowed_domains: siteList.nullish(), blocked_domains: siteList.nullish() };

/** A tool that the request lists: a function, a search, or another one, which has no meaning here. */
const givenTool = z.object({
  type: z.string(),
  ...functionFields,
  name: functionFields.name.nullish(),
  strict: z.boolean().nullish(),
  filters: z.object({ ...domains, ...searchFilters }).nullish(),
  ...webSearchFields,
});

type GivenTool = z.infer<typeof givenTool>;

/** True for the tool that searches the web, in all its versions. */
function isWebSearch(type: string): boolean {
  return type.startsWith('web_search');
}

/** The tools that the response repeats: functions, and those that search the web. */
function toRepeatedTools(tools: readonly GivenTool[]): readonly object[] {
  const searches = tools.filter(({ type }) => isWebSearch(type)).map(toRepeatedSearch);
  const functions = functionsIn(tools).map(({ name, description, parameters, strict }) => {
    const stated = { description: description ?? null, parameters: parameters ?? null };
    return { type: 'function', name, ...stated, strict: strict ?? null };
  });
  return [...searches, ...functions];
}

/**
 * The function that must be called; null if there is none. If there are no functions, a choice that requires
 * a tool is met by the search.
 * @throws Failure `invalid-question` as `toForcedFunction` does
 */
function forcedFunctionIn(
  tools: readonly GivenTool[],
  choice: unknown,
  messages: readonly Message[],
): ForcedFunction | null {
  const functions = functionsIn(tools);
  const isMetBySearch = choice === 'required' && functions.length === 0;
  return isMetBySearch ? null : toForcedFunction(functions, choice, messages);
}

function functionsIn(tools: readonly GivenTool[]): readonly (GivenTool & { readonly name: string })[] {
  return tools.flatMap(({ name, ...rest }) => (rest.type === 'function' && name ? [{ ...rest, name }] : []));
}

/** The options of the search, from the tool that searches the web; none without such a tool. */
function toSearchOptions(search: GivenTool | undefined): SearchOptions {
  if (search === undefined) return {};
  const { filters, search_context_size, user_location } = search;
  const { sites, ...days } = toLimits(filters ?? {}, new Date());
  const only = [...(filters?.allowed_domains ?? []), ...(sites?.only ?? [])];
  const never = [...(filters?.blocked_domains ?? []), ...(sites?.never ?? [])];
  return { search_context_size, user_location, ...days, sites: { only, never } };
}

/** The filters that OpenAI's interface has. */
function toRepeatedSearch({ filters, ...rest }: GivenTool): object {
  const { allowed_domains, blocked_domains } = filters ?? {};
  return { ...rest, filters: filters && { allowed_domains, blocked_domains } };
}

/** A message, a call of a function, its result, or another item, which has no meaning here. */
const inputItem = z.object({
  type: z.string().nullish(),
  role: z.string().nullish(),
  content: content.nullish(),
  output: content.nullish(),
});

const format = z.object({
  type: z.enum(['text', 'json_object', 'json_schema']),
  name: z.string().max(64).nullish(),
  description: z.string().max(1000).nullish(),
  strict: z.boolean().nullish(),
  schema: z.record(z.string(), z.unknown()).nullish(),
});

const metadata = z.record(z.string().max(64), z.string().max(512));

/** The body of `POST /v1/responses` (Open Responses, `CreateResponseBody`). */
const createResponse = z.object({
  model: z.string().nullish(),
  preset: z.string().nullish(),
  input: z.union([z.string(), z.array(inputItem).max(MAX_MESSAGES)], {
    error: 'it must be a string or a list of items',
  }),
  instructions: z.string().nullish(),
  previous_response_id: z.string().nullish(),
  stream: z.boolean().nullish(),
  background: z.boolean().nullish(),
  conversation: z.unknown().optional(),
  prompt: z.unknown().optional(),
  tools: z.array(givenTool).max(MAX_TOOLS).nullish(),
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
export type Repeated = Partial<Omit<z.infer<typeof createResponse>, 'tools'>> & {
  /** The supported tools: functions, and those that search the web. */
  readonly tools: readonly object[];
};

/** A request for a response. */
export type ResponseDemand = Demand & {
  /** The output item for the search: OpenAI's, or that of Perplexity's agents; null for none. */
  readonly searchItem: 'web_search_call' | 'search_results' | null;
  readonly repeated: Repeated;
};

/** Finds the conversation for the id of a response; null if there is none. */
type OpenConversation = (id: string) => readonly Exchange[] | null;

/**
 * Reads the body of a request for a response; fields without a meaning here are dropped. `collections` are
 * those that the caller may choose, `fallbackPreset` is the preset of a path for Perplexity's agents, whose
 * requests have a preset.
 * @throws Failure `invalid-question` for an invalid body, `not-found` for an unknown model
 */
export function readResponseRequest(
  body: unknown,
  open: OpenConversation,
  collections: readonly string[],
  fallbackPreset: string | null = null,
): ResponseDemand {
  const given = parsedBody(body, createResponse);
  const preset = given.preset ?? fallbackPreset;
  refuseStored(given);
  const tools = given.tools ?? [];
  const { instructions, previous_response_id: id, text } = given;
  const before = id === null || id === undefined ? [] : openOr(open, id);
  const instructionMessages = instructions ? [{ role: 'developer', text: instructions }] : [];
  const messages = [...instructionMessages, ...toMessages(given.input)];
  const forced = forcedFunctionIn(tools, given.tool_choice, messages);
  const searches = tools.filter(({ type }) => isWebSearch(type));
  const usualItem = searches.length > 0 ? 'web_search_call' : null;
  return {
    ...(preset === null || given.model
      ? modelNamed(given.model, collections)
      : { model: modelOfPreset(preset) }),
    isStreamed: given.stream === true,
    searchItem: preset === null ? usualItem : 'search_results',
    conversation: toConversation(messages, before),
    forced,
    search: toSearchOptions(searches[0]),
    data: dataFormOf(forced, text?.format?.type, text?.format?.schema),
    effort: given.reasoning?.effort,
    quotes: given.quotes,
    repeated: { ...given, tools: toRepeatedTools(tools) },
  };
}

/** Refuses references to a stored conversation or prompt, without which a question means something else. */
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

/** The conversation. A reference to an earlier item and a call count as answers whose text is unknown. */
function toMessages(input: string | readonly z.infer<typeof inputItem>[]): readonly Message[] {
  if (typeof input === 'string') return [{ role: 'user', text: input }];
  return input.flatMap(({ type, role, content: given, output }): readonly Message[] => {
    if (type === 'item_reference' || type === 'function_call') return [{ role: 'assistant', text: '' }];
    if (type === 'function_call_output') return [toMessage('tool', output)];
    const isMessage = type === 'message' || type === null || type === undefined;
    return isMessage && role ? [toMessage(role, given)] : [];
  });
}
