import type { Settings } from './config/settings.ts';
import { toPublicUrl } from './core/url.ts';
import type { Upstream } from './net/upstream.ts';
import type { SearchBackend } from './search/backend.ts';
import { createBrave } from './search/brave.ts';
import { createCollection } from './search/collection/collection.ts';
import { collectionPath } from './search/collection/collection-path.ts';
import { createDuckduckgo } from './search/duckduckgo.ts';
import { createExa } from './search/exa.ts';
import { createFourget } from './search/fourget.ts';
import { createGooglePse } from './search/google-pse.ts';
import { inQuestionLanguage } from './search/in-question-language.ts';
import { createKiwix } from './search/kiwix.ts';
import { createLibrey } from './search/librey.ts';
import { createMarginalia } from './search/marginalia.ts';
import { createMediawiki } from './search/mediawiki.ts';
import { createMojeek } from './search/mojeek.ts';
import { relaxing } from './search/relaxing.ts';
import { createSearxng } from './search/searxng.ts';
import { createSerper } from './search/serper.ts';
import type { Slot } from './search/slot.ts';
import { createTavily } from './search/tavily.ts';

/** What an adapter is made from. */
type Connection = {
  readonly upstream: Upstream;
  readonly url: string;
  /** Empty for a kind that has none. */
  readonly key: string;
  readonly timeoutMs: number;
  readonly language: string;
};

/** The adapters by the name a setting gives them. One that wants keywords is asked in keywords. */
const adapters: Readonly<Record<string, (connection: Connection) => SearchBackend>> = {
  searxng: (connection) => relaxing(createSearxng(connection), { start: 'question' }),
  mediawiki: (connection) => relaxing(createMediawiki(connection), { start: 'keywords' }),
  kiwix: (connection) => relaxing(createKiwix(connection), { start: 'keywords' }),
  brave: createBrave,
  tavily: createTavily,
  exa: createExa,
  serper: createSerper,
  'google-pse': createGooglePse,
  mojeek: (connection) => relaxing(createMojeek(connection), { start: 'question' }),
  marginalia: (connection) => relaxing(createMarginalia(connection), { start: 'keywords' }),
  '4get': createFourget,
  librey: createLibrey,
  duckduckgo: createDuckduckgo,
  collection: ({ url }) => createCollection({ file: collectionPath(url) }),
};

const positions = [
  { name: 'primary', engine: 'engine_a' },
  { name: 'secondary', engine: 'engine_b' },
  { name: 'tertiary', engine: 'engine_c' },
] as const;

/**
 * The configured slots, in the order in which they are asked.
 * @throws Failure `misconfigured` for an index that cannot be read
 */
export function createSlots(settings: Settings, upstream: Upstream): readonly Slot[] {
  return positions.flatMap(({ name, engine }) => {
    const url = settings[`${name}Url`];
    const kind = settings[`${name}Kind`];
    const create = adapters[kind];
    if (url === null || create === undefined) return [];
    const timeoutMs = settings.searchTimeoutMs;
    const key = settings[`${name}Key`] ?? '';
    const language = settings.searchLanguage;
    const backend = inQuestionLanguage(create({ upstream, url, key, timeoutMs, language }), language);
    return [{ engine, label: `${name} (${kind} at ${toPublicUrl(url)})`, backend, timeoutMs }];
  });
}
