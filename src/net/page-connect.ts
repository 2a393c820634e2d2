import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { NOT_PUBLIC, type PagePolicy } from './page-policy.ts';
import { PageProblem, tooLarge } from './page-problem.ts';
import { type Resolve, toLookup } from './resolve.ts';

/** Where the sockets of a page may lead, and how much may arrive at each of them. */
export type ConnectRules = {
  readonly policy: PagePolicy;
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
    const lookup = toLookup(async (host) => {
      const addresses = await resolve(host, signal).catch(() => []);
      const permitted = addresses.filter((address) => policy.permits(hostname, address, target.port));
      if (permitted.length === 0) throw notPermitted();
      return permitted;
    });
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
