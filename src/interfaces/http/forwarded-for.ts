import type { FastifyRequest } from 'fastify';

const PORT = /^\s*(?:\[([0-9a-f:.]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)\s*$/i;

/**
 * A hook that removes the ports that some gateways write into `X-Forwarded-For` (`203.0.113.7:49152`,
 * `[2001:db8::7]:49152`). With ports, each connection of a client would count as a different client, and no
 * limit would ever apply.
 */
export function forgetForwardedPorts({ raw: { headers } }: FastifyRequest): void {
  const list = headers['x-forwarded-for'];
  if (list === undefined) return;
  headers['x-forwarded-for'] = [list]
    .flat()
    .join(',')
    .split(',')
    .map((address) => address.replace(PORT, '$1$2'))
    .join(',');
}
