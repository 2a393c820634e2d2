import { BlockList, isIP } from 'node:net';

/** Names under which clouds serve credentials to whoever asks from inside. */
const NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
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
  return ADDRESSES.check(host, family === 6 ? 'ipv6' : 'ipv4');
}
