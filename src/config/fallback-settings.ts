import { FALLBACK_KINDS, type FallbackKind } from '../core/read-fallback.ts';
import { browserUrl } from './address-settings.ts';
import { oneOf, secret, type ValuesOf } from './setting.ts';

/** The part of the settings table about pages that need a browser. */
export const fallbackSettings = {
  readFallbackUrl: browserUrl({
    name: 'READ_FALLBACK_URL',
    fallback: null,
    help:
      'Address of a browser or service that renders pages which arrive empty or blocked or wait for a ' +
      'script (docs/rendering.md).',
  }),
  readFallbackKind: oneOf({
    name: 'READ_FALLBACK_KIND',
    words: FALLBACK_KINDS,
    fallback: null,
    shownDefault: 'detected from the address',
    help: 'Kind of browser or service at READ_FALLBACK_URL. cdp means Chrome or browserless.',
  }),
  readFallbackKey: secret({
    name: 'READ_FALLBACK_KEY',
    fallback: null,
    help: 'Key or token for the service at READ_FALLBACK_URL.',
  }),
} as const;

type GivenFallbackSettings = ValuesOf<typeof fallbackSettings>;

/** The usual ports: Chrome's examples, Crawl4AI's and Firecrawl's images. */
const BY_PORT: Readonly<Record<string, FallbackKind>> = {
  9222: 'cdp',
  11235: 'crawl4ai',
  3002: 'firecrawl',
};
const BY_HOST: readonly (readonly [RegExp, FallbackKind])[] = [
  [/(?:^|\.)browserless\.io$/, 'cdp'],
  [/(?:^|\.)firecrawl\.dev$/, 'firecrawl'],
  [/(?:^|\.)jina\.ai$/, 'jina'],
];

/** What is at an address, by its scheme, host or port; null if they do not tell. */
export function fallbackKindOf(address: string): FallbackKind | null {
  const { protocol, hostname, port } = new URL(address);
  if (protocol.startsWith('ws')) return 'cdp';
  return BY_HOST.find(([pattern]) => pattern.test(hostname))?.[1] ?? BY_PORT[port] ?? null;
}

/** Settings that contradict each other, one sentence each. */
export function fallbackMistakes({ readFallbackUrl: url, readFallbackKind: kind }: GivenFallbackSettings) {
  if (url === null) return [];
  if (new URL(url).searchParams.has('token'))
    return ['READ_FALLBACK_URL: it contains a token; set it in READ_FALLBACK_KEY.'];
  if (kind === null && fallbackKindOf(url) === null)
    return [`READ_FALLBACK_KIND: set it to what is at READ_FALLBACK_URL: ${FALLBACK_KINDS.join(', ')}.`];
  if (kind !== null && kind !== 'cdp' && url.startsWith('ws'))
    return [`READ_FALLBACK_URL: ${kind} needs an http or https URL.`];
  return [];
}

/** A warning if there is a key and no address. */
export function fallbackWarnings({ readFallbackUrl: url, readFallbackKey: key }: GivenFallbackSettings) {
  return url === null && key !== null
    ? ['READ_FALLBACK_KEY is set, but READ_FALLBACK_URL is not: no page will be rendered.']
    : [];
}

/** The service that renders pages; null if there is none. */
export function pageFallbackOf(settings: GivenFallbackSettings) {
  const { readFallbackUrl: url, readFallbackKey: key } = settings;
  const kind = url === null ? null : (settings.readFallbackKind ?? fallbackKindOf(url));
  if (url === null || kind === null) return null;
  return { url, kind, key };
}
