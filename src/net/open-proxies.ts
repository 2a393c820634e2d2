import type { ProxyChoice } from './proxies.ts';

/** What makes connections through proxies, loaded only if there are some; undefined if there are none. */
export async function openProxies(proxies: ProxyChoice | null) {
  return proxies === null ? undefined : (await import('./proxy-agent.ts')).createProxyAgent(proxies);
}
