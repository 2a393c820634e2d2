import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { abortReason } from '../core/deadline.ts';
import type { PageAllowance } from '../core/page-allow.ts';

/** All addresses of a host name. Rejects with an error that has a code when there are none. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const TIMEOUT_MS = 1_500;
const TRIES = 2;
/** How long the second kind of address may hold up the first (RFC 8305, 3). */
const RESOLUTION_DELAY_MS = 50;

/** Asks the system, /etc/hosts and all. It holds a thread of four until it is done, so not for hosts that strangers name. */
const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Asks the name servers without a thread: a stranger's name server that never answers costs nobody else anything.
 * IPv4 addresses come first.
 */
export const resolveByNameServers: Resolve = async (host, signal) => {
  // A new one each time, 26 microseconds: it reads which servers there are, and a laptop moves.
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

/** What both bring; once one has addresses, the other has only the resolution delay left. */
async function bothFamilies(v4: Promise<string[]>, v6: Promise<string[]>): Promise<string[]> {
  const found: [string[], string[]] = [[], []];
  const asked = [v4, v6].map((answer, at) => answer.then((addresses) => (found[at] = addresses)));
  const all = Promise.allSettled(asked);
  const first = Promise.any(asked).then(
    () => new Promise((resolve) => setTimeout(resolve, RESOLUTION_DELAY_MS)),
    () => all,
  );
  await Promise.race([all, first]);
  const addresses = found.flat();
  // When nothing came, the error of the first tells why.
  return addresses.length > 0 ? addresses : await v4;
}

/** A resolver as the `lookup` of a socket, which takes a list or one address, each with its family. */
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

/**
 * The resolver for pages: hosts that the operator allowed by name, and names without a dot, which no stranger serves,
 * are the system's to know; all others are asked of the name servers.
 */
export function resolverFor(allowances: readonly PageAllowance[]): Resolve {
  const named = new Set(allowances.map(({ to }) => (to.kind === 'host' ? to.host : '')));
  return (host, signal) => {
    const name = host.replace(/\.$/, '');
    const isLocal = named.has(name) || !name.includes('.');
    return isLocal ? resolveBySystem(host, signal) : resolveByNameServers(host, signal);
  };
}
