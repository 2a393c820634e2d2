import { isIP } from 'node:net';
import { isHostName } from '../lib/text/url.ts';

/** A non-public target that the page reader may fetch: a host by name, or a network by address. */
export type PageAllowance = {
  readonly to:
    | { readonly kind: 'host'; readonly host: string }
    | { readonly kind: 'network'; readonly address: string; readonly prefixBits: number };
  /** The only port that is allowed; null if every port is allowed. */
  readonly port: number | null;
};

type TargetParts = {
  readonly target: string;
  readonly prefix: string | undefined;
  readonly port: string | undefined;
};

/** `target[/prefix][:port]`; an IPv6 address is in brackets, with the prefix inside or after them. */
const IN_BRACKETS = /^\[([^\][]*?)(?:\/(\d+))?\](?:\/(\d+))?(?::(\d+))?$/;
const PLAIN = /^([^\s/:@?#[\]\\%]+)(?:\/(\d+))?(?::(\d+))?$/;
const BARE_IPV6 = /^([0-9a-f:.]+)(?:\/(\d+))?$/i;

/**
 * One item of `PAGE_ALLOW`: `wiki.lan`, `wiki.lan:8080`, `10.0.0.7`, `10.0.0.0/8`, `127.0.0.1/32:8080`,
 * `[::1]:8080`, `[fd00::]/8`. Returns a message for the operator if the item is invalid.
 */
export function parsePageAllowance(item: string): PageAllowance | string {
  const parts = split(item.trim());
  if (parts === null) return `${quote(item)} is not host[:port], an address or a network such as 10.0.0.0/8`;
  const port = parts.port === undefined ? null : Number(parts.port);
  if (port !== null && (port < 1 || port > 65_535))
    return `${quote(item)}: a port is a number from 1 to 65535`;
  const host = normalizeHost(parts.target);
  if (host === null) return `${quote(item)} is neither a host name nor an address`;
  const family = isIP(host);
  const { prefix } = parts;
  if (family === 0) {
    if (prefix !== undefined) return `${quote(item)}: a network begins with an address, not with a name`;
    return { to: { kind: 'host', host }, port };
  }
  const maxBits = family === 4 ? 32 : 128;
  const prefixBits = prefix === undefined ? maxBits : Number(prefix);
  if (prefixBits > maxBits) return `${quote(item)}: the number after / is at most ${maxBits}`;
  return { to: { kind: 'network', address: host, prefixBits }, port };
}

function split(item: string): TargetParts | null {
  const brackets = IN_BRACKETS.exec(item);
  if (brackets !== null) {
    const [, inside = '', prefixInside, prefixAfter, port] = brackets;
    if (isIP(inside) !== 6 || (prefixInside !== undefined && prefixAfter !== undefined)) return null;
    return { target: `[${inside}]`, prefix: prefixInside ?? prefixAfter, port };
  }
  const bare = BARE_IPV6.exec(item);
  if (bare !== null && isIP(bare[1] ?? '') === 6)
    return { target: `[${bare[1]}]`, prefix: bare[2], port: undefined };
  const plain = PLAIN.exec(item);
  return plain === null ? null : { target: plain[1] ?? '', prefix: plain[2], port: plain[3] };
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
