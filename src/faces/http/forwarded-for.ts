import type { FastifyRequest } from 'fastify';

const PORT = /^\s*(?:\[([0-9a-f:.]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)\s*$/i;

/**
 * A hook that takes the ports out of `X-Forwarded-For`, which some gateways write (`203.0.113.7:49152`, `[2001:db8::7]:49152`). With
 * them each connection of a client would be a client of its own, and no limit would ever reach one.
 */
export async function forgetForwardedPorts({ raw: { headers } }: FastifyRequest): Promise<void> {
  const list = headers['x-forwarded-for'];
  if (list === undefined) return;
  headers['x-forwarded-for'] = [list]
    .flat()
    .join(',')
    .split(',')
    .map((address) => address.replace(PORT, '$1$2'))
    .join(',');
}
