import { detectLanguage, UNDETERMINED } from '@sayso/text/language.ts';
import { toPublicUrl } from '@sayso/text/url.ts';
import { cacheKey } from '../../cache/cache.ts';
import type { SlotPosition } from '../../core/attempt.ts';
import type { Documents } from '../../core/documents.ts';
import type { Embed } from '../../core/ranking.ts';
import { addressOfService } from '../../core/search-services.ts';
import type { CountShared } from '../../core/service.ts';
import type { Upstream } from '../../net/upstream.ts';
import { type CallLimit, createQuota, type Quota } from '../quota.ts';
import type { SearchBackend } from '../search.ts';
import type { Slot } from '../slot.ts';
import { createMediawiki } from './mediawiki.ts';
import type { SearchFilter } from './notation.ts';
import { withQueryRelaxation } from './query-relaxation.ts';
import { createSearxng } from './searxng.ts';

/** The parts from which an adapter is built. */
type Connection = {
  readonly upstream: Upstream;
  readonly url: string;
  /** Empty for a kind without a key. */
  readonly key: string;
  readonly timeoutMs: number;
  readonly filter: SearchFilter;
  /** The name of the slot: primary, secondary or tertiary. */
  readonly name: string;
  /** The embedding model for collections; null if there is none. */
  readonly embed: Embed | null;
  readonly version: string;
  /** For programs that are started. */
  readonly environment: Readonly<Record<string, string>>;
  /** Counts a call that does not use `upstream.request`; undefined if calls are not counted. */
  readonly takeCall: Quota['takeCall'] | undefined;
};

/** An adapter, with its documents if it searches only the operator's own. */
type Adapter = SearchBackend & { readonly documents?: Documents; close?(): Promise<void> };

type Create = (connection: Connection) => Adapter | Promise<Adapter>;

/**
 * The adapters by their name in the settings. An adapter that needs keywords gets them instead of the
 * question. All but the two most common ones are loaded only if a slot uses them: together they would add
 * about 7 MiB to every start (measured).
 */
const adapters: Readonly<Record<string, Create>> = {
  searxng: (connection) => withQueryRelaxation(createSearxng(connection), { start: 'question' }),
  mediawiki: (connection) => withQueryRelaxation(createMediawiki(connection), { start: 'keywords' }),
  kiwix: async (connection) =>
    withQueryRelaxation((await import('./kiwix.ts')).createKiwix(connection), { start: 'keywords' }),
  brave: async (connection) => (await import('./brave.ts')).createBrave(connection),
  'brave-context': async (connection) => (await import('./brave.ts')).createBraveContext(connection),
  tavily: async (connection) => (await import('./tavily.ts')).createTavily(connection),
  exa: async (connection) =>
    connection.key === '' ? openMcp(connection) : (await import('./exa.ts')).createExa(connection),
  parallel: async (connection) =>
    connection.key === '' ? openMcp(connection) : (await import('./parallel.ts')).createParallel(connection),
  firecrawl: async (connection) =>
    connection.url === addressOfService('firecrawl', null)
      ? openMcp(connection)
      : (await import('./firecrawl.ts')).createFirecrawl(connection),
  mcp: openMcp,
  ollama: async (connection) => (await import('./ollama.ts')).createOllama(connection),
  linkup: async (connection) => (await import('./linkup.ts')).createLinkup(connection),
  kagi: async (connection) => (await import('./kagi.ts')).createKagi(connection),
  jina: async (connection) => (await import('./jina.ts')).createJina(connection),
  serper: async (connection) => (await import('./serper.ts')).createSerper(connection),
  'google-pse': async (connection) => (await import('./google-pse.ts')).createGooglePse(connection),
  mojeek: async (connection) =>
    withQueryRelaxation((await import('./mojeek.ts')).createMojeek(connection), { start: 'question' }),
  marginalia: async (connection) =>
    withQueryRelaxation((await import('./marginalia.ts')).createMarginalia(connection), {
      start: 'keywords',
    }),
  duckduckgo: async (connection) => (await import('./duckduckgo.ts')).createDuckduckgo(connection),
  collection: async ({ url, name, embed }) => {
    const { collectionPath, createCollection } = await import('../../documents/collection.ts');
    return createCollection({ file: collectionPath(url), name, embed });
  },
};

async function openMcp({ url, key, upstream, ...options }: Connection): Promise<Adapter> {
  const { createMcp, toServer } = await import('./mcp.ts');
  return createMcp({ ...options, server: toServer({ url, key, fetch: upstream.fetch, ...options }) });
}

/** What people call the slots, by their position. */
const NAMES = { 1: 'primary', 2: 'secondary', 3: 'tertiary' } as const;

/** The position and configuration of one back-end. */
type SlotSettings = {
  readonly position: SlotPosition;
  /** The kind of back-end. */
  readonly kind: string;
  readonly url: string;
  readonly key: string | null;
  readonly quota?: readonly CallLimit[];
};

/** The configured back-ends, and the options that they share. */
export type SlotOptions = Pick<Connection, 'upstream' | 'timeoutMs' | 'filter'> & {
  /** The version of Sayso, by which it introduces itself to MCP servers. */
  readonly version?: string;
  /** The environment of MCP servers that are started as programs. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly embed?: Embed | null;
  /** Counts calls together with other instances; null for a single one. */
  readonly countShared?: CountShared | null;
  /** The time by which the days and months of quotas are counted. */
  readonly today?: () => Date;
  /** The language for questions that specify none: a BCP 47 tag, or `auto`. */
  readonly language: string;
  /** The slots that have a back-end, in the order in which they are called. */
  readonly slots: readonly SlotSettings[];
};

/**
 * Opens the slots, in the same order.
 * @throws Failure `misconfigured` for an index that cannot be read
 */
export async function createSlots(options: SlotOptions): Promise<readonly Slot[]> {
  const slots = await Promise.all(options.slots.map((slot) => createSlot(slot, options)));
  return slots.filter((slot) => slot !== null);
}

async function createSlot(
  { position, kind, url, key, quota: limits = [] }: SlotSettings,
  options: SlotOptions,
): Promise<Slot | null> {
  const create = adapters[kind];
  if (create === undefined) return null;
  const name = NAMES[position];
  const { language, timeoutMs, filter, embed = null, version = '', environment = {} } = options;
  const { countShared = null, today } = options;
  const quota = createQuota(limits, {
    name: cacheKey(kind, url, key ?? ''),
    countShared,
    ...(today && { now: today }),
  });
  const upstream = quota === null ? options.upstream : countedUpstream(options.upstream, quota);
  const shared = { upstream, timeoutMs, filter, embed, version, environment, takeCall: quota?.takeCall };
  const adapter = await create({ ...shared, url, key: key ?? '', name });
  const { documents } = adapter;
  return {
    position,
    name: `${name} (${kind})`,
    label: `${name} (${kind} at ${toShownAddress(url)})`,
    backend: inQuestionLanguage(adapter, language),
    timeoutMs,
    ...(quota !== null && { quota }),
    ...(documents !== undefined && { documents }),
    ...(adapter.close !== undefined && { close: () => adapter.close?.() }),
  };
}

/** An address without secrets; of a command, which may contain keys, only the program. */
function toShownAddress(url: string): string {
  if (!url.startsWith('stdio:')) return toPublicUrl(url);
  const words = url.slice('stdio:'.length).trim().split(/\s+/);
  return words.find((word) => !word.includes('=')) ?? 'a program';
}

/**
 * Wraps a back-end so that each query has a language: the language that the caller requested, otherwise the
 * operator's `language`, otherwise the question's own if it is clear, otherwise `auto`. Wraps
 * `withQueryRelaxation`, because keywords alone do not reveal a language.
 */
export function inQuestionLanguage(backend: SearchBackend, language: string): SearchBackend {
  return {
    sends: backend.sends,
    search(query, signal) {
      const { text, scope } = query;
      if (scope.language !== 'auto') return backend.search(query, signal);
      return backend.search({ ...query, scope: { ...scope, language: languageFor(text, language) } }, signal);
    },
  };
}

function languageFor(text: string, language: string): string {
  if (language !== 'auto') return language;
  const detected = detectLanguage(text);
  return detected === UNDETERMINED ? 'auto' : detected;
}

/**
 * The same upstream, with every request counted in a quota before it is sent.
 * @throws QuotaUsedUp from `request` if no call is left
 */
function countedUpstream(upstream: Upstream, quota: Quota): Upstream {
  return {
    ...upstream,
    async request(call, signal) {
      await quota.takeCall();
      return await upstream.request(call, signal);
    },
  };
}
