import type { FastifyRequest } from 'fastify';

/**
 * A request in the form of the web platform, without its body. Only the path and the headers are taken: the
 * host that a caller names plays no part.
 */
export function toWebRequest({ method, headers }: FastifyRequest, signal: AbortSignal): Request {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) fields.append(name, one);
  return new Request('http://localhost/mcp', { method, headers: fields, signal });
}
