import { parseWebUrl } from '@sayso/text/url.ts';
import type { FallbackKind } from '../core/source.ts';
import type { Diagnosis } from '../core/status.ts';
import { parsePageAllowance } from '../net/page-policy.ts';
import type { PageProxy } from '../net/page-tunnel.ts';
import type { ProxyChoice } from '../net/upstream.ts';
import {
  type Described,
  DIRECT,
  integer,
  parsedList,
  proxyUrl,
  type Setting,
  setting,
  text,
  toggle,
  type ValuesOf,
  withoutParameter,
} from './values.ts';

/** The usual ports: Chrome's examples, Crawl4AI's and Firecrawl's images. */
const BY_PORT: Readonly<Record<string, FallbackKind>> = {
  9222: 'cdp',
  11235: 'crawl4ai',
  3002: 'firecrawl',
};
/** Their names as a part of a host name, as in `r.jina.ai` or a container's `my-crawl4ai`. */
const BY_HOST: readonly (readonly [RegExp, FallbackKind])[] = [
  [/(?:^|[.-])(?:browserless|chrom(?:e|ium))(?:[.-]|$)/, 'cdp'],
  [/(?:^|[.-])crawl4ai(?:[.-]|$)/, 'crawl4ai'],
  [/(?:^|[.-])firecrawl(?:[.-]|$)/, 'firecrawl'],
  [/(?:^|[.-])jina(?:[.-]|$)/, 'jina'],
];

/** A service that renders pages. */
type Renderer = { readonly url: string; readonly kind: FallbackKind; readonly key: string | null };

/**
 * The address of a service that renders pages, with its key as `?token=KEY`; a browser may also be given by its
 * WebSocket. Never printed, because of the key. The scheme, the host or the port tells what is there.
 */
function rendererUrl(described: Described<Renderer | null>): Setting<Renderer | null> {
  const isAddress = (value: string) =>
    /^(?:https?|wss?):\/\//i.test(value) && parseWebUrl(value.replace(/^ws/i, 'http')) !== null;
  const parse = (value: string) => {
    if (!isAddress(value)) return undefined;
    const { protocol, hostname, port } = new URL(value);
    const byHost = BY_HOST.find(([pattern]) => pattern.test(hostname))?.[1];
    const kind = protocol.startsWith('ws') ? 'cdp' : (byHost ?? BY_PORT[port]);
    if (kind === undefined) return undefined;
    const [url, key] = withoutParameter(value, 'token');
    return { url, kind, key };
  };
  return setting<Renderer | null>(
    described,
    {
      expected: 'a URL such as http://localhost:9222 or wss://host?token=KEY, without user name and password',
      parse,
      whyNot: (value) => (isAddress(value) ? NO_KIND : null),
    },
    true,
  );
}

const NO_KIND =
  'it does not say what is there; write ws:// for a browser, use the usual port (9222, 11235 for Crawl4AI, ' +
  '3002 for Firecrawl), or a host name with chrome, browserless, crawl4ai, firecrawl or jina';

/** The settings for reading pages: which, with what help, through which proxy, and in what time. */
export const pageSettingsTable = {
  readPages: toggle({
    name: 'READ_PAGES',
    fallback: true,
    help: 'Whether Sayso reads the pages that a search finds. With `off`, the model gets only snippets.',
  }),
  readTimeoutMs: integer({
    name: 'READ_TIMEOUT_MS',
    fallback: 1500,
    min: 1,
    max: 3_600_000,
    help: 'Time limit for reading all pages of one answer, in milliseconds.',
  }),
  renderer: rendererUrl({
    name: 'READ_FALLBACK_URL',
    fallback: null,
    help:
      'Address of a browser or service that renders pages which arrive empty or blocked or wait for a ' +
      'script (docs/rendering.md).',
  }),
  httpsProxy: proxyUrl(
    {
      name: 'HTTPS_PROXY',
      fallback: null,
      shownDefault: 'the value of HTTP_PROXY',
      help: 'Proxy for calls to https addresses, except on this machine (docs/proxies.md).',
    },
    false,
  ),
  httpProxy: proxyUrl(
    { name: 'HTTP_PROXY', fallback: null, help: 'Proxy for calls to http addresses.' },
    false,
  ),
  noProxy: text({
    name: 'NO_PROXY',
    fallback: null,
    help:
      'Comma-separated hosts without a proxy, e.g. searxng,.internal.example; not for pages that a ' +
      'search finds.',
  }),
  pageProxy: proxyUrl(
    {
      name: 'PAGE_PROXY',
      fallback: null,
      shownDefault: 'the values of HTTPS_PROXY and HTTP_PROXY',
      help:
        'Proxy for the pages that a search finds; `off` means none. With `?resolves=on`, it looks up host ' +
        'names, and so decides which addresses may be visited.',
    },
    true,
  ),
  pageAllow: parsedList({
    name: 'PAGE_ALLOW',
    fallback: [],
    item: '`host[:port]`, addresses or networks such as 10.0.0.0/8',
    parseItem: parsePageAllowance,
    help:
      'Hosts and networks that are not public but may be read, e.g. wiki.lan:8080, 10.0.0.0/8. Without ' +
      'a port, all ports.',
  }),
} as const;

type GivenPages = ValuesOf<typeof pageSettingsTable>;

/** The proxies for the operator's servers; null if there are none. */
export function proxiesOf({ httpProxy, httpsProxy, noProxy }: GivenPages): ProxyChoice | null {
  if (httpProxy === null && httpsProxy === null) return null;
  return { httpProxy, httpsProxy, noProxy: noProxy ?? '' };
}

/** The proxy for pages; null if there is none. */
export function pageProxyOf(settings: GivenPages): PageProxy | null {
  const { pageProxy, httpProxy, httpsProxy } = settings;
  if (pageProxy === DIRECT) return null;
  if (pageProxy !== null) {
    const [proxy, resolves] = withoutParameter(pageProxy, 'resolves');
    return { http: proxy, https: proxy, resolves: resolves === 'on' };
  }
  if (httpProxy === null && httpsProxy === null) return null;
  return { http: httpProxy, https: httpsProxy ?? httpProxy, resolves: false };
}

/** What the doctor says of the proxies, without credentials; nothing if there are none. */
export function diagnoseProxies(settings: GivenPages): readonly Diagnosis[] {
  const cause = proxiesInWords(settings);
  return cause === null ? [] : [{ name: 'proxy', ok: true, cause, remedy: '' }];
}

function proxiesInWords(settings: GivenPages): string | null {
  const servers = proxiesOf(settings);
  const pages = pageProxyOf(settings);
  if (servers === null && pages === null) return null;
  const forServers =
    servers === null ? 'direct' : inWords(servers.httpProxy, servers.httpsProxy ?? servers.httpProxy);
  const names = pages?.resolves ? ', which looks up names' : '';
  const forPages = pages === null ? 'direct' : inWords(pages.http, pages.https);
  return `servers: ${forServers}; pages: ${forPages}${names}`;
}

function inWords(http: string | null, https: string | null): string {
  const [httpHost, httpsHost] = [http, https].map((url) =>
    url === null ? 'direct' : withoutCredentials(url),
  );
  return httpHost === httpsHost ? `${httpHost}` : `${httpsHost} for https, ${httpHost} for http`;
}

function withoutCredentials(address: string): string {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}
