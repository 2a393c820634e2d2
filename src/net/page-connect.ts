import { lookup, Resolver } from 'node:dns/promises';
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { abortReason, untilAborted } from '../core/deadline.ts';
import { createPagePolicy, NOT_PUBLIC, type PageAllowance, PageProblem, tooLarge } from './page-policy.ts';

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

/** The resolver for pages: the system for allowed hosts and names without a dot, else name servers. */
export function resolverFor(allowances: readonly PageAllowance[]): Resolve {
  const allowedNames = new Set(allowances.flatMap(({ to }) => (to.kind === 'host' ? [to.host] : [])));
  return (host, signal) => {
    const name = host.replace(/\.$/, '');
    const isLocal = allowedNames.has(name) || !name.includes('.');
    return isLocal ? resolveBySystem(host, signal) : resolveByNameServers(host, signal);
  };
}

/** Where the sockets of a page may lead, and how much may arrive at each of them. */
export type ConnectRules = {
  readonly policy: ReturnType<typeof createPagePolicy>;
  readonly resolve: Resolve;
  /** The maximum number of bytes of a reply: of its headers, its body and everything between them. */
  readonly maxBytes: number;
};

/** The time between two checks of the number of bytes, in milliseconds. */
const CHECK_INTERVAL_MS = 50;

/**
 * Opens the sockets for pages at untrusted URLs, but only to addresses that the policy permits. The socket
 * itself looks up the host, exactly once, so no second look-up can return another address (DNS rebinding).
 * The signal closes every socket, connected or not.
 */
export function createPageConnect(
  { policy, resolve, maxBytes }: ConnectRules,
  signal: AbortSignal,
): buildConnector.connector {
  return ({ hostname, protocol, port }, callback) => {
    const isTls = protocol === 'https:';
    const target = { host: hostname, port: Number(port || (isTls ? 443 : 80)) };
    // Sockets skip the look-up if the host is already an address.
    if (isIP(hostname) !== 0 && !policy.permits(hostname, hostname, target.port)) {
      callback(notPermitted(), null);
      return;
    }
    const lookup: LookupFunction = async (host, _options, callback) => {
      const addresses = await resolve(host, signal).catch(() => []);
      const permitted = addresses.filter((address) => policy.permits(hostname, address, target.port));
      if (permitted.length === 0) callback(notPermitted(), []);
      else
        callback(
          null,
          permitted.map((address) => ({ address, family: isIP(address) })),
        );
    };
    // Node asks `lookup` for all addresses because of `autoSelectFamily`.
    const options = { ...target, lookup, autoSelectFamily: true, noDelay: true };
    const socket = isTls
      ? connectTls({ ...options, ALPNProtocols: ['http/1.1'], servername: serverName(hostname) })
      : connectPlain(options);
    report(socket, isTls ? 'secureConnect' : 'connect', callback);
    closeOnAbort(socket, signal);
    closeOnExcess(socket, maxBytes);
  };
}

function notPermitted(): PageProblem {
  return new PageProblem(NOT_PUBLIC);
}

/** The server name for TLS: empty for an IP address (RFC 6066, 3), without a trailing dot. */
export function serverName(hostname: string): string {
  return isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '';
}

/** Calls back once: with the connected socket, or with the reason why it does not connect. */
export function report(socket: Socket, connectEvent: string, callback: buildConnector.Callback): void {
  let isReported = false;
  const reportOnce = (error: Error | null) => {
    if (isReported) return;
    isReported = true;
    if (error === null) callback(null, socket);
    else callback(error, null);
  };
  socket.once(connectEvent, () => reportOnce(null));
  socket.on('error', reportOnce);
  socket.once('close', () => reportOnce(new PageProblem('its connection was closed')));
}

/** Closes a socket when the signal aborts. */
export function closeOnAbort(socket: Socket, signal: AbortSignal): void {
  const close = () => socket.destroy();
  if (signal.aborted) close();
  signal.addEventListener('abort', close, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', close));
}

/**
 * Closes a socket at which more arrives than a page can need. A reply can consist of bytes that never become
 * a part of its body, such as interim replies, extensions of chunks or empty gzip members, and no other limit
 * counts them.
 */
export function closeOnExcess(socket: Socket, maxBytes: number): void {
  const timer = setInterval(() => {
    if (socket.bytesRead > maxBytes) socket.destroy(tooLarge(maxBytes));
  }, CHECK_INTERVAL_MS).unref();
  socket.once('close', () => clearInterval(timer));
}

/** Why a URL does not lead to public addresses only, in words as `PageProblem` has; null if it does. */
type CheckAddress = (url: string, signal: AbortSignal) => Promise<string | null>;

const WEB_PORTS = [80, 443];

/**
 * Creates the check of pages that another service is to fetch. It resolves the host again itself, so a host
 * that changes its address in between is not noticed.
 */
export function createAddressCheck(resolve: Resolve = resolverFor([])): CheckAddress {
  const policy = createPagePolicy([], WEB_PORTS);
  return async (text, signal) => {
    if (!URL.canParse(text)) return 'its URL cannot be read';
    const url = new URL(text);
    const whyNot = policy.whyNot(url);
    if (whyNot !== null) return whyNot;
    const host = url.hostname.replace(/[[\]]/g, '');
    const lookingUp = isIP(host) === 0 ? resolve(host, signal) : Promise.resolve([host]);
    const addresses = await untilAborted(
      lookingUp.catch(() => []),
      signal,
    );
    // The policy permits the same addresses at each of the ports.
    const arePublic = addresses.every((address) => policy.permits(host, address, WEB_PORTS[0] ?? 80));
    return addresses.length > 0 && arePublic ? null : NOT_PUBLIC;
  };
}
