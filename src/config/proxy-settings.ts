import type { Diagnosis } from '../core/status.ts';
import type { PageProxy, ProxyChoice } from '../net/proxies.ts';
import {
  type Described,
  type Setting,
  setting,
  TOGGLE_WORDS,
  text,
  toggle,
  type ValuesOf,
} from './setting.ts';

const DIRECT = 'off';

/** The address of a proxy, with its credentials; never printed, and may come from a file. */
function proxyUrl(described: Described<string | null>, canBeOff: boolean): Setting<string | null> {
  return setting(
    described,
    {
      expected: `a proxy such as http://proxy:3128 or socks5://proxy:1080${canBeOff ? ', or `off`' : ''}`,
      parse(value) {
        if (canBeOff && TOGGLE_WORDS.get(value.toLowerCase()) === false) return DIRECT;
        return /^(?:https?|socks5):\/\/[^/]/i.test(value) && URL.canParse(value) ? value : undefined;
      },
    },
    true,
  );
}

/** The part of the settings table about outgoing proxies. */
export const proxySettings = {
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
      help: 'Proxy for the pages that a search finds; `off` means none.',
    },
    true,
  ),
  pageProxyResolves: toggle({
    name: 'PAGE_PROXY_RESOLVES',
    fallback: false,
    help: 'Whether the proxy for pages looks up host names, and so decides which addresses may be visited.',
  }),
} as const;

type GivenProxySettings = ValuesOf<typeof proxySettings>;

/** The names of the settings that other programs understand, too. */
export const COMMON_PROXY_NAMES: ReadonlySet<string> = new Set(['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']);

/** The proxies for the operator's servers; null if there are none. */
export function proxiesOf({ httpProxy, httpsProxy, noProxy }: GivenProxySettings): ProxyChoice | null {
  if (httpProxy === null && httpsProxy === null) return null;
  return { httpProxy, httpsProxy, noProxy: noProxy ?? '' };
}

/** The proxy for pages; null if there is none. */
export function pageProxyOf(settings: GivenProxySettings): PageProxy | null {
  const { pageProxy, pageProxyResolves: resolves, httpProxy, httpsProxy } = settings;
  if (pageProxy === DIRECT) return null;
  if (pageProxy !== null) return { http: pageProxy, https: pageProxy, resolves };
  if (httpProxy === null && httpsProxy === null) return null;
  return { http: httpProxy, https: httpsProxy ?? httpProxy, resolves };
}

/** What the doctor says of the proxies, without credentials; nothing if there are none. */
export function diagnoseProxies(settings: GivenProxySettings): readonly Diagnosis[] {
  const cause = proxiesInWords(settings);
  return cause === null ? [] : [{ name: 'proxy', ok: true, cause, remedy: '' }];
}

function proxiesInWords(settings: GivenProxySettings): string | null {
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
