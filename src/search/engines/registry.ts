import { openSlot, type SlotOptions, type SlotPlace } from '../pipeline.ts';
import type { BackendKind } from '../search.ts';
import type { TrackedSlot } from '../slot.ts';
import { mediawiki } from './mediawiki.ts';
import { exa, firecrawl, jina, linkup, ollama, parallel, tavily } from './searches-for-models.ts';
import { searxng } from './searxng.ts';
import { brave, braveContext, googlePse, kagi, marginalia, mojeek, serper } from './web-indexes.ts';

/**
 * The kinds of back-ends by their name in the settings. Those with large libraries are loaded only if a slot
 * uses them.
 */
const backends = {
  searxng,
  mediawiki,
  collection: async () => {
    const { collectionPath, createCollection } = await import('../../documents/collection.ts');
    return { open: ({ url, ...place }) => createCollection({ file: collectionPath(url), ...place }) };
  },
  kiwix: async () => (await import('./kiwix.ts')).kiwix,
  brave,
  'brave-context': braveContext,
  tavily,
  exa,
  serper,
  'google-pse': googlePse,
  mojeek,
  marginalia,
  duckduckgo: async () => (await import('./duckduckgo.ts')).duckduckgo,
  mcp: async () => (await import('./mcp.ts')).mcp,
  parallel,
  firecrawl,
  ollama,
  linkup,
  kagi,
  jina,
} as const satisfies Readonly<Record<string, BackendKind | (() => Promise<BackendKind>)>>;

/** The name of a kind of back-end. */
type BackendName = keyof typeof backends;

/** The names of all kinds. */
export const BACKEND_NAMES = Object.keys(backends) as readonly BackendName[];

/** The configuration of one slot. */
export type SlotSettings = SlotPlace & { readonly kind: BackendName };

/** Opens the slots that have a back-end, in the order in which they are called. Rejects as `openSlot` does. */
export async function openSlots({
  slots,
  ...options
}: SlotOptions & { readonly slots: readonly SlotSettings[] }): Promise<readonly TrackedSlot[]> {
  return await Promise.all(slots.map(async (slot) => openSlot(slot, await kindOf(slot), options)));
}

/** The kind for a slot: a service that is used without a key is one of its MCP servers. */
async function kindOf({ kind, key, url }: SlotSettings): Promise<BackendKind> {
  const entry: BackendKind | (() => Promise<BackendKind>) = backends[kind];
  if (typeof entry === 'function') return await entry();
  const { keylessMcp, isSelfHosted = false } = entry;
  const usesMcp = keylessMcp !== undefined && !key && (!isSelfHosted || url === keylessMcp);
  return usesMcp ? await backends.mcp() : entry;
}

/** The documented address of a hosted service; undefined for other kinds. */
export function endpointOf(name: string): string | undefined {
  return declaredBy(name)?.endpoint;
}

/** The usual address of a hosted service: its API, or its MCP server if there is no key for the API. */
export function usualAddress(name: string, key: string | null): string | undefined {
  const kind = declaredBy(name);
  return (key === null ? kind?.keylessMcp : undefined) ?? kind?.endpoint;
}

/** True for a hosted service that can be used only with a key. */
export function needsKey(name: string): boolean {
  const kind = declaredBy(name);
  return kind?.endpoint !== undefined && kind.keylessMcp === undefined;
}

/** What is known of a kind before it is loaded. */
function declaredBy(name: string): Omit<BackendKind, 'open'> | undefined {
  const entry: BackendKind | (() => Promise<BackendKind>) | undefined = Object.hasOwn(backends, name)
    ? backends[name as BackendName]
    : undefined;
  return typeof entry === 'function' ? undefined : entry;
}
