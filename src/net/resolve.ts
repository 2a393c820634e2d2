import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { abortReason } from '../core/deadline.ts';
import type { PageAllowance } from './page-allow.ts';

/** All addresses of a host name, at least one. Otherwise rejects with the resolver's error. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const TIMEOUT_MS = 1_500;
const TRIES = 2;
/** How long to wait for the other address family once one has replied (RFC 8305, 3). */
const RESOLUTION_DELAY_MS = 50;

/** Asks the system's resolver, which occupies a thread: never for untrusted hosts. */
const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Asks name servers without a thread, so a silent one delays nothing else. IPv4 comes first. */
export const resolveByNameServers: Resolve = async (host, signal) => {
  // A new resolver each time (26 microseconds), because the constructor reads the list of name servers, which
  // changes when a laptop moves.
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    if (signal.aborted) throw abortReason(signal);
    return await bothFamilies(resolver.resolve4(host), resolver.resolve6(host));
  } finally {
    signal.removeEventListener('abort', cancel);
    resolver.cancel();
  }
};

/** The results of both look-ups; after the first addresses, the other has only the resolution delay. */
async function bothFamilies(v4: Promise<string[]>, v6: Promise<string[]>): Promise<string[]> {
  let v4Addresses: string[] = [];
  let v6Addresses: string[] = [];
  const lookups = [
    v4.then((addresses) => {
      v4Addresses = addresses;
    }),
    v6.then((addresses) => {
      v6Addresses = addresses;
    }),
  ];
  const all = Promise.allSettled(lookups);
  const firstAndDelay = Promise.any(lookups).then(
    () => new Promise((resolve) => setTimeout(resolve, RESOLUTION_DELAY_MS)),
    () => all,
  );
  await Promise.race([all, firstAndDelay]);
  const addresses = [...v4Addresses, ...v6Addresses];
  // If there are no addresses, the first error gives the reason.
  return addresses.length > 0 ? addresses : await v4;
}

/**
 * Adapts a resolver to the `lookup` option of a socket: it calls back with a list or with the first address,
 * as the socket asks, each with its family; or with an error, also if there is no address.
 */
export function toLookup(resolve: (host: string) => Promise<readonly string[]>): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const all = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = all;
        if (first === undefined) callback(noAddress(), '', 0);
        else if (options.all === true) callback(null, all);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : noAddress(), '', 0),
    );
  };
}

function noAddress(): NodeJS.ErrnoException {
  return Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
}

/** The resolver for pages: the system for allowed hosts and names without a dot, else name servers. */
export function resolverFor(allowances: readonly PageAllowance[]): Resolve {
  const allowedNames = new Set(allowances.flatMap(({ to }) => (to.kind === 'host' ? [to.host] : [])));
  return (host, signal) => {
    const name = host.replace(/\.$/, '');
    const isLocal = allowedNames.has(name) || !name.includes('.');
    return isLocal ? resolveBySystem(host, signal) : resolveByNameServers(host, signal);
  };
}
