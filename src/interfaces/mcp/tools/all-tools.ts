import type { Service } from '../../../core/service.ts';
import { createAskTool } from './ask.ts';
import { createContextTool } from './context.ts';
import { createFetchTool } from './fetch.ts';
import { createSearchTool } from './search.ts';
import type { Tool } from './tool.ts';

/** The parts of the service that decide which tools there are. */
export type ToolListDeps = Pick<Service, 'status'> & { readonly maxQueryChars: number };

/**
 * The tools of the service by their names, in the order in which clients list them. Without a model, there is
 * no `ask`: a model that chooses among tools should not see a tool that cannot work.
 */
export function createTools({ status, maxQueryChars }: ToolListDeps): ReadonlyMap<string, Tool> {
  const tools = [
    status().llmConfigured ? createAskTool(maxQueryChars) : [],
    createSearchTool(maxQueryChars),
    createFetchTool(),
    createContextTool(maxQueryChars),
  ].flat();
  return new Map(tools.map((tool) => [tool.definition.name, tool]));
}
