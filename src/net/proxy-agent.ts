// The whole package: its main module gives dispatchers the method with which this agent opens tunnels.
import { type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { ProxyChoice } from './proxies.ts';
import { CONNECT_TIMEOUT_MS } from './upstream.ts';

/** This machine is never reached through a proxy. */
const OWN_MACHINE = 'localhost,127.0.0.1,[::1]';

/** An agent whose connections go through the proxies, except to this machine and `noProxy`. */
export function createProxyAgent({ httpProxy, httpsProxy, noProxy }: ProxyChoice): Dispatcher {
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
