import { z } from 'zod';
import type { Message } from '../../conversation/conversation.ts';
import type { Demand } from '../../conversation/request-answer.ts';
import { searchFilters, siteList, toLimits, webSearchFields } from '../../conversation/search-options.ts';
import { type ForcedFunction, functionFields, toForcedFunction } from '../reply/forced-function.ts';

const domains = { allowed_domains: siteList.nullish(), blocked_domains: siteList.nullish() };

/** A tool that the request lists: a function, a search, or another one, which has no meaning here. */
export const givenTool = z.object({
  type: z.string(),
  ...functionFields,
  name: functionFields.name.nullish(),
  strict: z.boolean().nullish(),
  filters: z.object({ ...domains, ...searchFilters }).nullish(),
  ...webSearchFields,
});

type GivenTool = z.infer<typeof givenTool>;

/** A tool as the response repeats it, with the filters that OpenAI's interface has. */
export type RepeatedTool = Omit<GivenTool, 'filters'> & {
  readonly filters?: z.infer<z.ZodObject<typeof domains>> | null | undefined;
};

/** True for the tool that searches the web, in all its versions. */
export function isWebSearch(type: string): boolean {
  return type.startsWith('web_search');
}

/** The tools that the response repeats: functions, and those that search the web. */
export function toRepeatedTools(tools: readonly GivenTool[]): readonly RepeatedTool[] {
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
export function forcedFunctionIn(
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
export function toSearchOptions(search: GivenTool | undefined): Demand['search'] {
  if (search === undefined) return {};
  const { filters, search_context_size, user_location } = search;
  const { sites, ...days } = toLimits(filters ?? {}, new Date());
  const only = [...(filters?.allowed_domains ?? []), ...(sites?.only ?? [])];
  const never = [...(filters?.blocked_domains ?? []), ...(sites?.never ?? [])];
  return { search_context_size, user_location, ...days, sites: { only, never } };
}

function toRepeatedSearch({ filters, ...rest }: GivenTool): RepeatedTool {
  if (filters === undefined) return rest;
  if (filters === null) return { ...rest, filters };
  const { allowed_domains, blocked_domains } = filters;
  return { ...rest, filters: { allowed_domains, blocked_domains } };
}
