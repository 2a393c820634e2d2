import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [base: Address, bits: number];

/** IPv4 networks without public hosts (RFC 6890), and the addresses of cloud metadata services. */
const NOT_PUBLIC_V4 = networks([
  '0.0.0.0/8', // this network; 0.0.0.0 reaches loopback on many systems
  '10.0.0.0/8', // private (RFC 1918)
  '100.64.0.0/10', // carrier-grade NAT (RFC 6598); Alibaba's metadata service
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's wire server, in an otherwise public network
  '169.254.0.0/16', // link-local (RFC 3927); the metadata service of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments (RFC 6890); Oracle's metadata service
  '192.0.2.0/24', // documentation (RFC 5737)
  '192.31.196.0/24', // AS112 (RFC 7535)
  '192.52.193.0/24', // multicast tunnels (RFC 7450)
  '192.88.99.0/24', // 6to4 relays (RFC 7526)
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112 (RFC 7534)
  '198.18.0.0/15', // benchmarking (RFC 2544)
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast (RFC 5771)
  '240.0.0.0/4', // reserved (RFC 1112), broadcast
]);

/** The only IPv6 range with public hosts (RFC 4291, 2.4), without loopback, local and multicast. */
const GLOBAL_V6 = network('2000::/3');

/** Networks in that range that are not public (IANA special-purpose registry). */
const NOT_PUBLIC_V6 = networks([
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID (RFC 2928)
  '2001:db8::/32', // documentation (RFC 3849)
  '2002::/16', // 6to4: leads to the IPv4 address inside (RFC 3056)
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation (RFC 9637)
]);

/** IPv6-only networks translate these to IPv4 (RFC 6052); 64:ff9b:1::/48 is local (RFC 8215). */
const NAT64 = network('64:ff9b::/96');

/** ISATAP (RFC 5214) puts one of these before the IPv4 address of a host inside a site. */
const ISATAP: readonly string[] = ['0:5efe', '200:5efe'];

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
const METADATA_NETWORKS = networks([
  '169.254.0.0/16', // link-local (RFC 3927); includes 169.254.169.254, which most clouds use
  'fe80::/10', // link-local (RFC 4291)
  'fd00:ec2::254/128', // AWS
  'fd20:ce::254/128', // Google
  '100.100.100.200/32', // Alibaba
  '192.0.0.192/32', // Oracle
  '168.63.129.16/32', // Azure
]);

/** IPv6 networks whose addresses embed an IPv4 address, and the position of its first byte. */
const EMBEDDING: readonly (readonly [network: Network, at: number])[] = [
  [network('::/96'), 12], // IPv4-compatible
  [network('::ffff:0:0:0/96'), 12], // translated (RFC 2765)
  [network('64:ff9b::/32'), 12], // RFC 6052, RFC 8215
  [network('2002::/16'), 2], // 6to4 (RFC 3056)
];

/** True for an address on the public Internet; false for other text, and for addresses with a zone. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === null) return false;
  if (address instanceof ipaddr.IPv4) return !within(address, NOT_PUBLIC_V4);
  if (within(address, [NAT64])) return !within(ipv4At(address, 12), NOT_PUBLIC_V4);
  return within(address, [GLOBAL_V6]) && !within(address, NOT_PUBLIC_V6) && !isIsatap(address);
}

/**
 * True for link-local addresses and cloud metadata services, which are never visited, even if other private
 * addresses are allowed. Takes the `hostname` of a parsed URL, which normalizes every spelling of an address.
 */
export function isMetadataHost(hostname: string): boolean {
  const host = hostname.replace(/[[\]]|%.*$|\.$/g, '').toLowerCase();
  if (!ipaddr.isValid(host)) return METADATA_NAMES.has(host);
  const address = ipaddr.process(host);
  if (within(address, METADATA_NETWORKS)) return true;
  if (address instanceof ipaddr.IPv4) return false;
  const embedding = EMBEDDING.find(([embeds]) => within(address, [embeds]));
  return embedding !== undefined && within(ipv4At(address, embedding[1]), METADATA_NETWORKS);
}

/** True if the address is in the network. An IPv4 address mapped into IPv6 counts as the IPv4 address. */
export function isInNetwork(text: string, networkAddress: string, prefixBits: number): boolean {
  const address = parseAddress(text);
  const base = parseAddress(networkAddress);
  return address !== null && base !== null && within(address, [[base, prefixBits]]);
}

/** Accepts four decimal parts or IPv6: the only spellings that URL parsers and resolvers return. */
function parseAddress(text: string): Address | null {
  // Rejects addresses with a zone, and those that ipaddr.js mistakes for mapped ones: `::8.8.8.8` (RFC 4291,
  // 2.5.5.1).
  if (text.includes('%') || /^::\d+\./.test(text)) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : null;
}

/** The IPv4 address in these four bytes of an IPv6 address. */
function ipv4At(address: ipaddr.IPv6, at: number): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(at, at + 4));
}

function isIsatap(address: ipaddr.IPv6): boolean {
  const [high = 0, low = 0] = address.parts.slice(4);
  return ISATAP.includes(`${high.toString(16)}:${low.toString(16)}`);
}

function within(address: Address, list: readonly Network[]): boolean {
  return list.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

function networks(texts: readonly string[]): readonly Network[] {
  return texts.map(network);
}

function network(text: string): Network {
  return ipaddr.parseCIDR(text);
}
