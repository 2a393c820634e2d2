import { cacheKey } from './cache/cache-key.ts';
import type { Settings } from './config/settings.ts';
import type { Documents } from './core/documents.ts';
import { toPublicUrl } from './core/url.ts';
import type { Upstream } from './net/upstream.ts';
import type { SearchBackend } from './search/backend.ts';
import { inQuestionLanguage } from './search/engines/in-question-language.ts';
import { createMediawiki } from './search/engines/mediawiki.ts';
import { relaxing } from './search/engines/relaxing.ts';
import { createSearxng } from './search/engines/searxng/searxng.ts';
import type { SearchFilter } from './search/engines/spelling.ts';
import { inSlotWords } from './search/in-slot-words.ts';
import { SETTINGS_PREFIX, type Slot } from './search/slot.ts';

/** What an adapter is built from. */
type Connection = {
  readonly upstream: Upstream;
  readonly url: string;
  /** Empty for a kind without a key. */
  readonly key: string;
  readonly timeoutMs: number;
  readonly filter: SearchFilter;
  /** Of the slot: primary, secondary or tertiary. */
  readonly name: string;
};

/** An adapter, with its documents if it searches only the operator's own. */
type Adapter = SearchBackend & { readonly documents?: Documents };

type Create = (connection: Connection) => Adapter | Promise<Adapter>;

/**
 * The adapters by their name in the settings. The kinds that need keywords get keywords. All but the two most
 * common ones are loaded only if a slot uses them: together they would add about 7 MiB to every start
 * (measured).
 */
const adapters: Readonly<Record<string, Create>> = {
  searxng: (connection) => relaxing(createSearxng(connection), { start: 'question' }),
  mediawiki: (connection) => relaxing(createMediawiki(connection), { start: 'keywords' }),
  kiwix: async (connection) =>
    relaxing((await import('./search/engines/kiwix.ts')).createKiwix(connection), { start: 'keywords' }),
  brave: async (connection) => (await import('./search/engines/brave.ts')).createBrave(connection),
  tavily: async (connection) => (await import('./search/engines/tavily.ts')).createTavily(connection),
  exa: async (connection) => (await import('./search/engines/exa.ts')).createExa(connection),
  serper: async (connection) => (await import('./search/engines/serper.ts')).createSerper(connection),
  'google-pse': async (connection) =>
    (await import('./search/engines/google-pse.ts')).createGooglePse(connection),
  mojeek: async (connection) =>
    relaxing((await import('./search/engines/mojeek.ts')).createMojeek(connection), { start: 'question' }),
  marginalia: async (connection) =>
    relaxing((await import('./search/engines/marginalia.ts')).createMarginalia(connection), {
      start: 'keywords',
    }),
  '4get': async (connection) => (await import('./search/engines/fourget.ts')).createFourget(connection),
  librey: async (connection) => (await import('./search/engines/librey.ts')).createLibrey(connection),
  duckduckgo: async (connection) =>
    (await import('./search/engines/duckduckgo.ts')).createDuckduckgo(connection),
  collection: async ({ url, name }) => {
    const { createCollection } = await import('./search/collection/collection.ts');
    const { collectionPath } = await import('./search/collection/collection-path.ts');
    return createCollection({ file: collectionPath(url), name });
  },
};

const positions = [
  { name: 'primary', engine: 'engine_a' },
  { name: 'secondary', engine: 'engine_b' },
  { name: 'tertiary', engine: 'engine_c' },
] as const;

/**
 * The configured slots, in the order in which they are called.
 * @throws Failure `misconfigured` for an index that cannot be read
 */
export async function createSlots(settings: Settings, upstream: Upstream): Promise<readonly Slot[]> {
  const filter = { safesearch: settings.searchSafesearch, timeRange: settings.searchTimeRange };
  const slots: Slot[] = [];
  for (const { name, engine } of positions) {
    const url = settings[`${name}Url`];
    const kind = settings[`${name}Kind`];
    const create = adapters[kind];
    if (url === null || create === undefined) continue;
    const timeoutMs = settings.searchTimeoutMs;
    const key = settings[`${name}Key`] ?? '';
    const language = settings.searchLanguage;
    const adapter = await create({ upstream, url, key, timeoutMs, filter, name });
    const backend = inSlotWords(inQuestionLanguage(adapter, language), SETTINGS_PREFIX[engine]);
    const label = `${name} (${kind} at ${toPublicUrl(url)})`;
    const { documents } = adapter;
    const sharedName = cacheKey(kind, url, key);
    slots.push({
      engine,
      label,
      sharedName,
      backend,
      timeoutMs,
      ...(documents !== undefined && { documents }),
    });
  }
  return slots;
}
