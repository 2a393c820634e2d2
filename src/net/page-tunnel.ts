import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { isPublicAddress } from './addresses.ts';
import {
  type ConnectRules,
  closeOnAbort,
  closeOnExcess,
  createPageConnect,
  report,
  serverName,
} from './page-connect.ts';
import { NOT_PUBLIC } from './page-policy.ts';
import { PageProblem } from './page-problem.ts';
import type { PageProxy } from './proxies.ts';
import { openTunnel } from './tunnel.ts';

/**
 * Opens the sockets for pages through a proxy. The host is looked up here and the proxy gets an address that
 * the policy permits, unless the proxy is to look it up. Addresses that are not public, but allowed by the
 * operator, are connected directly. The signal closes every socket.
 */
export function createPageTunnel(
  rules: ConnectRules,
  proxy: PageProxy,
  signal: AbortSignal,
): buildConnector.connector {
  const connectDirectly = createPageConnect(rules, signal);
  return (options, callback) => {
    const { hostname, protocol } = options;
    const isTls = protocol === 'https:';
    const proxyUrl = isTls ? proxy.https : proxy.http;
    const port = Number(options.port || (isTls ? 443 : 80));
    if (proxyUrl === null) {
      connectDirectly(options, callback);
      return;
    }
    const open = async () => {
      const host = await hostFor({ hostname, port }, rules, { proxy, signal });
      if (isIP(host) !== 0 && !isPublicAddress(host)) return null;
      const tunnel = await openTunnel(new URL(proxyUrl), { host, port }, signal);
      return isTls ? secure(tunnel, hostname) : tunnel;
    };
    open().then(
      (socket) => {
        if (socket === null) return connectDirectly(options, callback);
        if (isTls) report(socket, 'secureConnect', callback);
        closeOnAbort(socket, signal);
        closeOnExcess(socket, rules.maxBytes);
        if (!isTls) callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/** What the proxy is asked for: a permitted address, or the name if the proxy looks up names. */
async function hostFor(
  { hostname, port }: { readonly hostname: string; readonly port: number },
  { policy, resolve }: ConnectRules,
  { proxy, signal }: { readonly proxy: PageProxy; readonly signal: AbortSignal },
): Promise<string> {
  if (isIP(hostname) === 0 && proxy.resolves) return hostname;
  const found = isIP(hostname) === 0 ? await resolve(hostname, signal).catch(() => []) : [hostname];
  const permitted = found.find((address) => policy.permits(hostname, address, port));
  if (permitted === undefined) throw new PageProblem(NOT_PUBLIC);
  return permitted;
}

function secure(tunnel: Socket, hostname: string): Socket {
  return connectTls({ socket: tunnel, ALPNProtocols: ['http/1.1'], servername: serverName(hostname) });
}
