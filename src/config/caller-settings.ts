import { isIP } from 'node:net';
import { tcpAddress, webUrl } from './address-settings.ts';
import { INTERFACE_NAMES } from './interface-names.ts';
import { list, secrets, someOf } from './list-settings.ts';
import { rate } from './setting.ts';

/** The settings about callers: who may call the service, how, and how often. */
export const callerSettings = {
  rateLimit: rate({
    name: 'RATE_LIMIT',
    fallback: null,
    shownDefault: 'unset; `60/minute` if HOST is not a loopback address and API_KEYS is not set',
    help:
      'Most answers for each client address, or for each key. A search and a page that a caller names ' +
      'count as one, a deep answer as five.',
  }),
  trustProxy: list({
    name: 'TRUST_PROXY',
    fallback: [],
    item: 'IP addresses or CIDR ranges',
    accepts: isAddressOrRange,
    help: 'Addresses of the reverse proxies whose X-Forwarded-For header Sayso trusts.',
  }),
  publicUrl: webUrl({
    name: 'PUBLIC_URL',
    fallback: null,
    help:
      'Address at which callers reach Sayso, e.g. https://ask.example.org, for links to your documents. ' +
      'If unset, the host of the request.',
  }),
  faces: someOf({
    name: 'FACES',
    words: INTERFACE_NAMES,
    help:
      `Interfaces for programs with other protocols: ${INTERFACE_NAMES.join(', ')} (docs/clients.md). ` +
      'The page and REST are always on.',
  }),
  wyoming: tcpAddress({
    name: 'WYOMING_URI',
    fallback: null,
    help:
      'Address to listen on for voice assistants with the Wyoming protocol, e.g. tcp://0.0.0.0:10500. ' +
      'It has no keys: anyone who can connect can ask.',
  }),
  allowedOrigins: list({
    name: 'ALLOWED_ORIGINS',
    fallback: [],
    item: 'origins such as https://chat.example.org or http://localhost:*, or `*` for every web page',
    accepts: isOrigin,
    help:
      'Web pages that may call the interfaces of FACES without a key, e.g. https://chat.example.org, ' +
      'http://localhost:* or `*`. Programs outside a browser need no entry.',
  }),
  apiKeys: secrets({
    name: 'API_KEYS',
    fallback: [],
    shownDefault: 'unset',
    help:
      'Comma-separated keys. If set, every request needs one, except for the page and the health ' +
      'checks.',
  }),
} as const;

/** Whether an item is an origin as browsers send it (RFC 6454, 6.2), one with the port `*`, or `*`. */
function isOrigin(item: string): boolean {
  return item === '*' || /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@,*]+(?::\*)?$/.test(item);
}

function isAddressOrRange(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
