import { BlockList, isIP } from 'node:net';

/** Host names of cloud metadata services, which give credentials to every process on the cloud machine. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
]);

const METADATA_ADDRESSES = new BlockList();
// Link-local (RFC 3927, RFC 4291); includes 169.254.169.254, which most clouds use.
METADATA_ADDRESSES.addSubnet('169.254.0.0', 16, 'ipv4');
METADATA_ADDRESSES.addSubnet('fe80::', 10, 'ipv6');
// Metadata services at other addresses: AWS and Google over IPv6, Alibaba, Oracle, Azure.
METADATA_ADDRESSES.addAddress('fd00:ec2::254', 'ipv6');
METADATA_ADDRESSES.addAddress('fd20:ce::254', 'ipv6');
METADATA_ADDRESSES.addAddress('100.100.100.200', 'ipv4');
METADATA_ADDRESSES.addAddress('192.0.0.192', 'ipv4');
METADATA_ADDRESSES.addAddress('168.63.129.16', 'ipv4');

/**
 * IPv6 addresses that embed an IPv4 address in their last two groups (IPv4-compatible, RFC 6052, RFC 8215) or
 * after their first (6to4, RFC 3056). The block list itself recognizes mapped addresses.
 */
const EMBEDDED_IPV4 = [
  /^(?:64:ff9b:[0-9a-f:]*:|::(?:ffff:0:)?)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/,
  /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}|(?=:)):/,
];

/**
 * True for link-local addresses and cloud metadata services, which are never visited, even if other private
 * addresses are allowed. Takes the `hostname` of a parsed URL, which normalizes every spelling of an address.
 */
export function isMetadataHost(hostname: string): boolean {
  const host = hostname.replace(/[[\]]/g, '').replace(/\.$/, '').toLowerCase();
  const family = isIP(host);
  if (family === 0) return METADATA_NAMES.has(host);
  // The list treats an IPv4-mapped IPv6 address as the IPv4 address.
  if (METADATA_ADDRESSES.check(host, family === 6 ? 'ipv6' : 'ipv4')) return true;
  const embedded = family === 6 ? embeddedIpv4(host) : null;
  return embedded !== null && METADATA_ADDRESSES.check(embedded, 'ipv4');
}

/** The IPv4 address that an IPv6 address embeds; null if it embeds none. */
function embeddedIpv4(host: string): string | null {
  const match = EMBEDDED_IPV4.map((form) => form.exec(host)).find((found) => found !== null);
  if (match === undefined) return null;
  return match.slice(1).flatMap(bytesOfGroup).join('.');
}

/** The two bytes of a group of an IPv6 address; an empty group is 0. */
function bytesOfGroup(group: string): readonly [number, number] {
  const value = Number(`0x0${group}`);
  return [value >> 8, value & 255];
}
