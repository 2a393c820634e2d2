import { BlockList, isIP } from 'node:net';

/** Host names of cloud metadata services, which give credentials to every process in the cloud machine. */
const NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
]);

const ADDRESSES = new BlockList();
// Link-local (RFC 3927, RFC 4291); includes 169.254.169.254, which most clouds use.
ADDRESSES.addSubnet('169.254.0.0', 16, 'ipv4');
ADDRESSES.addSubnet('fe80::', 10, 'ipv6');
// Metadata services at other addresses: AWS and Google over IPv6, Alibaba, Oracle, Azure.
ADDRESSES.addAddress('fd00:ec2::254', 'ipv6');
ADDRESSES.addAddress('fd20:ce::254', 'ipv6');
ADDRESSES.addAddress('100.100.100.200', 'ipv4');
ADDRESSES.addAddress('192.0.0.192', 'ipv4');
ADDRESSES.addAddress('168.63.129.16', 'ipv4');

/**
 * IPv6 addresses that embed an IPv4 address in their last two groups (IPv4-compatible, RFC 6052, RFC 8215) or
 * after their first (6to4, RFC 3056). The block list recognizes mapped addresses itself.
 */
const EMBEDDED = [
  /^(?:64:ff9b:[0-9a-f:]*:|::(?:ffff:0:)?)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/,
  /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}|(?=:)):/,
];

/**
 * True for link-local addresses and cloud metadata services, which are never visited, whichever other private
 * addresses are allowed. Takes the `hostname` of a parsed URL, which normalizes every spelling of an address.
 */
export function isMetadataHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const family = isIP(host);
  if (family === 0) return NAMES.has(host);
  // The list treats an IPv4-mapped IPv6 address as the IPv4 address.
  if (ADDRESSES.check(host, family === 6 ? 'ipv6' : 'ipv4')) return true;
  const inside = family === 6 ? embeddedIn(host) : null;
  return inside !== null && ADDRESSES.check(inside, 'ipv4');
}

function embeddedIn(host: string): string | null {
  const [, high, low] = EMBEDDED.map((form) => form.exec(host)).find((found) => found !== null) ?? [];
  if (high === undefined || low === undefined) return null;
  const bytes = [high, low].flatMap((group) => {
    const value = Number.parseInt(group || '0', 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}
