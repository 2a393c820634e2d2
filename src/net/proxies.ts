import type { Dispatcher } from 'undici';
import { CONNECT_TIMEOUT_MS } from './upstream.ts';

/** The proxies for the servers that the operator configured; null for none. */
export type ProxyChoice = {
  readonly httpProxy: string | null;
  readonly httpsProxy: string | null;
  /** Hosts that are reached without a proxy, as in the variable `NO_PROXY`. */
  readonly noProxy: string;
};

/** The proxies for pages by the scheme of the page; null for none. */
export type PageProxy = {
  readonly http: string | null;
  readonly https: string | null;
  /** Whether the proxy looks up names. Otherwise they are checked here, and it gets an address. */
  readonly resolves: boolean;
};

/** This machine is never reached through a proxy. */
const OWN_MACHINE = 'localhost,127.0.0.1,[::1]';

/** Makes connections through the proxies, except to this machine and `noProxy`; undefined without proxies. */
export async function openProxies(proxies: ProxyChoice | null): Promise<Dispatcher | undefined> {
  if (proxies === null) return undefined;
  const { httpProxy, httpsProxy, noProxy } = proxies;
  // The whole package: its main module gives dispatchers the method with which this agent opens tunnels.
  const { EnvHttpProxyAgent } = await import('undici');
  return new EnvHttpProxyAgent({
    // An empty text, because undici would read the environment if there were none.
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? httpProxy ?? '',
    noProxy: `${OWN_MACHINE},${noProxy}`,
    allowH2: false,
    bodyTimeout: 0,
    headersTimeout: 0,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });
}
