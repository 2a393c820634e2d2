import type { InterfaceName } from '../config/interface-names.ts';
import type { InterfaceDeps } from '../interfaces/http/interface-deps.ts';
import type { Protocol } from '../interfaces/http/protocol.ts';
import { createMcp } from '../interfaces/mcp/mcp.ts';
import { createOllama } from '../interfaces/ollama/ollama.ts';
import { createOpenAi } from '../interfaces/openai/openai.ts';
import { createSearchApis } from '../interfaces/search-apis/search-apis.ts';

/**
 * The interfaces of `FACES`. The files named here are loaded at every start, so they only name the routes and
 * the way a problem is reported; a route loads its code when it is first used (`onFirstUse`).
 */
const CREATE: Readonly<Record<InterfaceName, ((parts: InterfaceDeps) => Protocol) | null>> = {
  mcp: createMcp,
  openai: createOpenAi,
  ollama: createOllama,
  'search-apis': createSearchApis,
};

/** The enabled interfaces. */
export function createInterfaces(names: readonly InterfaceName[], parts: InterfaceDeps): readonly Protocol[] {
  return names.flatMap((name) => CREATE[name]?.(parts) ?? []);
}
