import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isPublicAddress } from '@sayso/text/addresses.ts';
import type { buildConnector } from 'undici';
import { Socks5Client } from 'undici/lib/core/socks5-client.js';
import {
  type ConnectRules,
  closeOnAbort,
  closeOnExcess,
  createPageConnect,
  report,
  serverName,
} from './page-connect.ts';
import { NOT_PUBLIC, PageProblem } from './page-policy.ts';

/** The proxies for pages by the scheme of the page; null for none. */
export type PageProxy = {
  readonly http: string | null;
  readonly https: string | null;
  /** Whether the proxy looks up names. Otherwise they are checked here, and it gets an address. */
  readonly resolves: boolean;
};

/**
 * Opens the sockets for pages through a proxy. The host is looked up here and the proxy gets an address that
 * the policy permits, unless the proxy is to look it up. Addresses that are not public, but allowed by the
 * operator, are connected directly. The signal closes every socket.
 */
export function connectByProxy(
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

/** A host, by name or address, and its port. */
type TunnelTarget = { readonly host: string; readonly port: number };

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const SOCKS_PORT = 1080;

/**
 * Opens a connection through a proxy: with CONNECT (RFC 9110, 9.3.6), or SOCKS5 (RFC 1928).
 * Rejects with a PageProblem if the proxy refuses, otherwise with the connection's error. The signal ends it.
 */
function openTunnel(proxy: URL, target: TunnelTarget, signal: AbortSignal): Promise<Socket> {
  return proxy.protocol.startsWith('socks')
    ? openSocksTunnel(proxy, target, signal)
    : openHttpTunnel(proxy, target, signal);
}

async function openHttpTunnel(
  proxy: URL,
  { host, port }: TunnelTarget,
  signal: AbortSignal,
): Promise<Socket> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const { username, password } = credentialsOf(proxy);
  const pair = Buffer.from(`${username}:${password}`).toString('base64');
  const send = proxy.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send({
    host: proxy.hostname.replace(/[[\]]/g, ''),
    port: proxy.port || DEFAULT_PORTS[proxy.protocol],
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...(username !== '' && { 'proxy-authorization': `Basic ${pair}` }) },
    agent: false,
    signal,
  });
  request.end();
  const [response, socket]: [{ statusCode?: number }, Socket] = await Promise.race([
    once(request, 'connect') as Promise<[{ statusCode?: number }, Socket]>,
    once(request, 'response').then(([reply]) => Promise.reject(refusal(reply.statusCode))),
  ]).catch((error: unknown) => {
    request.destroy();
    throw error;
  });
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return socket;
  socket.destroy();
  throw refusal(status);
}

function refusal(status: number | undefined): PageProblem {
  return new PageProblem(`the proxy refuses it (status ${status})`);
}

async function openSocksTunnel(
  proxy: URL,
  { host, port }: TunnelTarget,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = connect(Number(proxy.port || SOCKS_PORT), proxy.hostname.replace(/[[\]]/g, ''));
  const end = () => socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  try {
    await once(socket, 'connect', { signal });
    const client = new Socks5Client(socket, credentialsOf(proxy));
    // It passes on the errors of its socket for ever; without a listener, one would end the process.
    client.on('error', () => undefined);
    socket.once('close', () => client.emit('error', new PageProblem('the proxy closed the connection')));
    const authenticated = once(client, 'authenticated', { signal });
    await client.handshake();
    await authenticated;
    const connected = once(client, 'connected', { signal });
    await client.connect(host, port);
    await connected;
    return socket;
  } catch (error) {
    socket.destroy();
    if (error instanceof Error && error.name === 'Socks5ProxyError')
      throw new PageProblem('the proxy refuses it');
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function credentialsOf({ username, password }: URL): {
  readonly username: string;
  readonly password: string;
} {
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}
