import type { FastifyRequest } from 'fastify';

const LOOPBACK_PEER = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::(\d{1,5}))?$/i;
/** Fields that proxies, tunnels and content delivery networks add to what they pass on. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded|x-real-ip|x-client|x-cluster|x-original|true-client|cf-|fly-|tailscale-)/;
const HTTP_PORT = '80';

/**
 * True for a request that was made on this machine and names this machine and port: its connection comes from
 * here, nothing has passed it on, and its host is not a name that a stranger could own (DNS rebinding). A
 * tunnel that adds no field and keeps the port looks the same.
 */
export function isAtMachine({ raw: { socket }, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): boolean {
  const [host, port = HTTP_PORT] = LOOPBACK_HOST.exec(headers.host ?? '') ?? [];
  const isOwnHost = host !== undefined && port === String(socket.localPort);
  const isDirect = !Object.keys(headers).some((name) => FORWARDING.test(name));
  return isOwnHost && isDirect && LOOPBACK_PEER.test(socket.remoteAddress ?? '');
}

/** True if the request was also sent by a page of this service, as the browser states. */
export function isFromOwnPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { host, origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  return origin === `http://${host?.toLowerCase()}` && site === 'same-origin';
}
