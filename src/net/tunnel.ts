import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect, type Socket } from 'node:net';
import { Socks5Client } from 'undici/lib/core/socks5-client.js';
import { PageProblem } from './page-problem.ts';

/** A host, by name or address, and its port. */
type TunnelTarget = { readonly host: string; readonly port: number };

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const SOCKS_PORT = 1080;

/**
 * Opens a connection through a proxy: with CONNECT (RFC 9110, 9.3.6), or SOCKS5 (RFC 1928).
 * Rejects with a PageProblem if the proxy refuses, otherwise with the connection's error. The signal ends it.
 */
export function openTunnel(proxy: URL, target: TunnelTarget, signal: AbortSignal): Promise<Socket> {
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
