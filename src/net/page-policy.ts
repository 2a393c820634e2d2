import { isHostName } from '../lib/text/url.ts';
import { isInNetwork, isPublicAddress } from './addresses.ts';
import { isMetadataHost } from './metadata-host.ts';
import type { PageAllowance } from './page-allow.ts';

/**
 * Why a page is left out if its host has no address, has no public address, or cannot be looked up. The words
 * are the same for all three, because the difference would tell strangers which names exist in the operator's
 * network.
 */
export const NOT_PUBLIC = 'its host is not public or does not exist';

/** Decides which addresses page reading may visit. */
export type PagePolicy = {
  /** Why a host must not even be looked up, in words; null if its addresses are to be checked. */
  whyNot(url: URL): string | null;
  /** True if a socket to this address may be opened for this host, written as in a URL without brackets. */
  permits(host: string, address: string, port: number): boolean;
};

/** Permits public addresses on the web's ports and the operator's exceptions, never cloud metadata. */
export function createPagePolicy(
  allowances: readonly PageAllowance[],
  webPorts: readonly number[],
): PagePolicy {
  const isOpenPort = (port: number) =>
    webPorts.includes(port) || allowances.some((allowance) => isForPort(allowance, port));
  return {
    whyNot(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'only http and https are read';
      if (url.username !== '' || url.password !== '') return 'its URL contains a user name or password';
      if (!isHostName(url.hostname)) return 'its URL cannot be read';
      if (isMetadataHost(url.hostname)) return NOT_PUBLIC;
      return isOpenPort(portOf(url)) ? null : `pages are not read from port ${portOf(url)}`;
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

/** The port of a URL, explicit or by its scheme. */
function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
