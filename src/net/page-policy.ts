import { isIP } from 'node:net';
import { isInNetwork, isMetadataHost, isPublicAddress } from '@sayso/text/addresses.ts';
import { isHostName } from '@sayso/text/url.ts';

/** Why a page is left out, in words after its name: "it is larger than 2000000 bytes". No URL. */
export class PageProblem extends Error {}

/** The host answered with a status that is no success. */
export class RefusedPage extends PageProblem {
  readonly status: number;

  constructor(status: number) {
    super(`it answered with status ${status}`);
    this.status = status;
  }
}

/** There is no memory left for the page because other pages are being read. */
export class TooManyPages extends PageProblem {
  constructor() {
    super('too many pages are being read at once');
  }
}

/** The problem of a page that exceeds its limit. */
export function tooLarge(maxBytes: number): PageProblem {
  return new PageProblem(`it is larger than ${maxBytes} bytes`);
}

/**
 * Why a page is left out if its host has no address, has no public address, or cannot be looked up. The words
 * are the same for all three, because the difference would tell strangers which names exist in the operator's
 * network.
 */
export const NOT_PUBLIC = 'its host is not public or does not exist';

/** Decides which addresses page reading may visit. */
type PagePolicy = {
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

/** A non-public target that the page reader may fetch: a host by name, or a network by address. */
export type PageAllowance = {
  readonly to:
    | { readonly kind: 'host'; readonly host: string }
    | { readonly kind: 'network'; readonly address: string; readonly prefixBits: number };
  /** The only port that is allowed; null if every port is allowed. */
  readonly port: number | null;
};

/** `target[/prefix][:port]`; an IPv6 address is in brackets if a port follows. */
const ITEM = /^(\[[^\][]*\]|[^\s/:@?#[\]\\%]+)(?:\/(\d+))?(?::(\d+))?$/;
const BARE_IPV6 = /^([0-9a-f:.]+)(\/\d+)?$/i;

/**
 * One item of `PAGE_ALLOW`: `wiki.lan`, `wiki.lan:8080`, `10.0.0.7`, `10.0.0.0/8`, `127.0.0.1/32:8080`,
 * `[::1]:8080`, `fd00::/8`. Returns a message for the operator if the item is invalid.
 */
export function parsePageAllowance(item: string): PageAllowance | string {
  const parts = ITEM.exec(withBrackets(item.trim()));
  const [, target = '', prefix, portText] = parts ?? [];
  if (parts === null || (target.startsWith('[') && isIP(target.slice(1, -1)) !== 6))
    return `${quote(item)} is not host[:port], an address or a network such as 10.0.0.0/8`;
  const port = portText === undefined ? null : Number(portText);
  if (port !== null && (port < 1 || port > 65_535))
    return `${quote(item)}: a port is a number from 1 to 65535`;
  const host = normalizeHost(target);
  if (host === null) return `${quote(item)} is neither a host name nor an address`;
  const family = isIP(host);
  if (family === 0) {
    if (prefix !== undefined) return `${quote(item)}: a network begins with an address, not with a name`;
    return { to: { kind: 'host', host }, port };
  }
  const maxBits = family === 4 ? 32 : 128;
  const prefixBits = prefix === undefined ? maxBits : Number(prefix);
  if (prefixBits > maxBits) return `${quote(item)}: the number after / is at most ${maxBits}`;
  return { to: { kind: 'network', address: host, prefixBits }, port };
}

/** An item that begins with an IPv6 address, with the brackets that the address may lack. */
function withBrackets(item: string): string {
  const [, address = '', prefix = ''] = BARE_IPV6.exec(item) ?? [];
  return isIP(address) === 6 ? `[${address}]${prefix}` : item;
}

/** The host as the URL parser writes it (`127.1`, `BÜCHER.example.`), to be compared; or null. */
function normalizeHost(target: string): string | null {
  if (target.includes('*') || !URL.canParse(`http://${target}/`)) return null;
  const host = new URL(`http://${target}/`).hostname.replace(/^\[|\]$|\.$/g, '');
  return host === '' || !isHostName(host) ? null : host;
}

/** The item in quotes, without what precedes an @, which may be a password. */
function quote(item: string): string {
  return JSON.stringify(item.replace(/^.*@/s, '…@').slice(0, 80));
}
