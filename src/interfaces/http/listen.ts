import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import type { App } from './protocol.ts';

/** The address on which the service listens: a host name or address, and a port; 0 for a free one. */
export type ListenOptions = {
  readonly host: string;
  readonly port: number;
  /** The log line for an address such as `http://127.0.0.1:3000`. */
  readonly listenTextResolver: (address: string) => string;
};

/**
 * How many connections wait until the process accepts them; the system lowers it to its own limit
 * (`net.core.somaxconn`). Node's 511 is too few: the system drops a connection beyond them, and its caller
 * tries again after 1, 3 and 7 seconds.
 */
const BACKLOG = 4_096;

/**
 * Starts to listen and returns one address of the service.
 *
 * For `0.0.0.0` Fastify asks the system for the addresses of all network interfaces, only to log them. A
 * sandbox may forbid that (systemd's `RestrictAddressFamilies` without `AF_NETLINK`, gVisor), and because
 * Fastify asks in an event handler, the error would end the process. In that case the server listens without
 * Fastify's help.
 * @throws Error of Node (`EADDRINUSE` and others) if it cannot listen
 */
export async function listen(app: App, options: ListenOptions): Promise<string> {
  if (canListInterfaces()) return app.listen({ ...options, backlog: BACKLOG });
  await app.ready();
  const { host, port, listenTextResolver } = options;
  app.server.listen({ host, port, backlog: BACKLOG });
  await once(app.server, 'listening');
  const address = addressOf(app.server.address());
  app.log.info(listenTextResolver(address));
  return address;
}

function canListInterfaces(): boolean {
  try {
    os.networkInterfaces();
    return true;
  } catch {
    return false;
  }
}

function addressOf(bound: AddressInfo | string | null): string {
  if (bound === null || typeof bound === 'string') throw new Error('not a TCP server');
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return `http://${host}:${bound.port}`;
}
