import type { FaceName } from './core/face-names.ts';
import type { FaceParts } from './faces/http/face-parts.ts';
import type { Protocol } from './faces/http/protocol.ts';
import { createMcp } from './faces/mcp/mcp.ts';
import { createOllamaFace } from './faces/ollama/ollama.ts';
import { createOpenAi } from './faces/openai/openai.ts';
import { createSearchApis } from './faces/search-apis/search-apis.ts';

/**
 * The interfaces of `FACES`. The files named here are loaded at every start, so they only name the routes and
 * the way a problem is reported; a route loads its code when it is first used (`onFirstUse`).
 */
const FACES: Readonly<Record<FaceName, ((parts: FaceParts) => Protocol) | null>> = {
  mcp: createMcp,
  openai: createOpenAi,
  ollama: createOllamaFace,
  'search-apis': createSearchApis,
};

/** The enabled interfaces. */
export function createFaces(names: readonly FaceName[], parts: FaceParts): readonly Protocol[] {
  return names.flatMap((name) => FACES[name]?.(parts) ?? []);
}
