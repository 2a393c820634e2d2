import { BlockList, isIP } from 'node:net';

/** Names under which clouds serve credentials to whoever asks from inside. */
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
// Link-local (RFC 3927, RFC 4291); 169.254.169.254 of most clouds lies in it.
ADDRESSES.addSubnet('169.254.0.0', 16, 'ipv4');
ADDRESSES.addSubnet('fe80::', 10, 'ipv6');
// Metadata services elsewhere: AWS and Google over IPv6, Alibaba, Oracle, Azure.
ADDRESSES.addAddress('fd00:ec2::254', 'ipv6');
ADDRESSES.addAddress('fd20:ce::254', 'ipv6');
ADDRESSES.addAddress('100.100.100.200', 'ipv4');
ADDRESSES.addAddress('192.0.0.192', 'ipv4');
ADDRESSES.addAddress('168.63.129.16', 'ipv4');

/**
 * What leads to the IPv4 address in its last two groups (IPv4-compatible, translated by RFC 6052 and RFC 8215) or behind
 * its first (6to4, RFC 3056). Mapped addresses the list knows itself.
 */
const EMBEDDED = [
  /^(?:64:ff9b:[0-9a-f:]*:|::(?:ffff:0:)?)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/,
  /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}|(?=:)):/,
];

/**
 * True for link-local addresses and the metadata services of clouds: no page anybody should be led to, whatever other
 * private addresses are allowed. Takes the `hostname` of a parsed URL, where every spelling of an address is one.
 */
export function isMetadataHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const family = isIP(host);
  if (family === 0) return NAMES.has(host);
  // The list takes an IPv4-mapped IPv6 address for the IPv4 one.
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
