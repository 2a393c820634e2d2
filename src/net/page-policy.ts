import type { PageAllowance } from '../core/page-allow.ts';
import { isInNetwork, isPublicAddress } from './addresses.ts';
import { isMetadataHost } from './metadata-host.ts';

/** Who decides where page reading may go. */
export type PagePolicy = {
  /** Why nobody is even asked where this host is, in words; null when its addresses decide. */
  whyNot(url: URL): string | null;
  /** True when a socket may be opened to this address for this host. `host` as in a URL, without brackets. */
  permits(host: string, address: string, port: number): boolean;
};

/**
 * Public addresses on the ports where the web is, and what the operator allows beside them. The credentials that clouds serve
 * inside (see `isMetadataHost`) are out of reach whatever is allowed.
 */
export function createPagePolicy(
  allowances: readonly PageAllowance[],
  webPorts: readonly number[],
): PagePolicy {
  const isOpenPort = (port: number) =>
    webPorts.includes(port) || allowances.some((allowance) => isForPort(allowance, port));
  return {
    whyNot(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'only http and https are read';
      if (url.username !== '' || url.password !== '') return 'its URL holds a user name or password';
      if (isMetadataHost(url.hostname)) return 'its host is not a public one';
      return isOpenPort(portOf(url)) ? null : `port ${portOf(url)} is not one where pages are read`;
    },
    permits(host, address, port) {
      if (isMetadataHost(address)) return false;
      if (webPorts.includes(port) && isPublicAddress(address)) return true;
      const name = host.replace(/\.$/, '').toLowerCase();
      return allowances.some(
        (allowance) => isForPort(allowance, port) && isForTarget(allowance, name, address),
      );
    },
  };
}

function isForPort(allowance: PageAllowance, port: number): boolean {
  return allowance.port === null || allowance.port === port;
}

function isForTarget({ to }: PageAllowance, name: string, address: string): boolean {
  return to.kind === 'host' ? to.host === name : isInNetwork(address, to.address, to.prefixBits);
}

/** The port a URL leads to, its own or its scheme's. */
function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
