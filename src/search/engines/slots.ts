import { detectLanguage, UNDETERMINED } from '@sayso/text/language.ts';
import { toPublicUrl } from '@sayso/text/url.ts';
import { cacheKey } from '../../cache/cache.ts';
import type { SlotPosition } from '../../core/attempt.ts';
import type { CountShared } from '../../core/service.ts';
import type { Upstream } from '../../net/upstream.ts';
import { type CallLimit, createQuota, type Quota } from '../quota.ts';
import type { Connection, SearchBackend, SearchFilter } from '../search.ts';
import type { Slot } from '../slot.ts';
import { withQueryRelaxation } from './query-relaxation.ts';
import { backendFor } from './registry.ts';

/** What people call the slots, by their position. */
const NAMES = { 1: 'primary', 2: 'secondary', 3: 'tertiary' } as const;

/** The position and configuration of one back-end. */
export type SlotSettings = {
  readonly position: SlotPosition;
  /** The kind of back-end. */
  readonly kind: Parameters<typeof backendFor>[0];
  readonly url: string;
  readonly key: string | null;
  readonly quota?: readonly CallLimit[];
};

/** The configured back-ends, and the options that they share. */
type SlotOptions = Pick<Connection, 'upstream' | 'timeoutMs'> & {
  readonly filter: SearchFilter;
  /** The version of Sayso, by which it introduces itself to MCP servers. */
  readonly version?: string;
  /** The environment of MCP servers that are started as programs. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly embed?: Connection['embed'];
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
export async function openSlots(options: SlotOptions): Promise<readonly Slot[]> {
  return await Promise.all(options.slots.map((slot) => openSlot(slot, options)));
}

async function openSlot(
  { position, kind, url, key, quota: limits = [] }: SlotSettings,
  options: SlotOptions,
): Promise<Slot> {
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
  const { open, relaxed } = await backendFor(kind, key ?? '', url);
  const opened = await open({ ...shared, url, key: key ?? '', name });
  const backend = relaxed === undefined ? opened : withQueryRelaxation(opened, { start: relaxed });
  const { documents } = opened;
  return {
    position,
    name: `${name} (${kind})`,
    label: `${name} (${kind} at ${toShownAddress(url)})`,
    backend: inQuestionLanguage(backend, language),
    timeoutMs,
    ...(quota !== null && { quota }),
    ...(documents !== undefined && { documents }),
    ...(opened.close !== undefined && { close: () => opened.close?.() }),
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
