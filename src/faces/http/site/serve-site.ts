import type { FastifyRequest } from 'fastify';
import { Failure } from '../../../core/failure.ts';
import type { App } from '../parts.ts';
import { llms } from './llms.ts';
import { openSearch } from './open-search.ts';
import { robots } from './robots.ts';

/** What is read by programs that come by: each file, its type, and what it says to somebody who called it under this origin. */
const FILES: readonly (readonly [path: string, type: string, content: (origin: string) => string])[] = [
  ['/robots.txt', 'text/plain; charset=utf-8', () => robots],
  ['/llms.txt', 'text/plain; charset=utf-8', (origin) => llms.replaceAll('{origin}', () => origin)],
  ['/opensearch.xml', 'application/opensearchdescription+xml; charset=utf-8', openSearch],
];

/** `GET /robots.txt`, `/llms.txt` and `/opensearch.xml`. They need no key, as the page needs none. */
export function serveSite(app: App): void {
  for (const [url, type, content] of FILES) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      config: { open: true },
      handler: async (request, reply) =>
        reply
          .type(type)
          .header('cache-control', 'public, max-age=3600')
          .header('vary', 'Host')
          .send(content(originOf(request))),
    });
  }
}

/**
 * Where the caller found the service: scheme and host as the request says, a proxy's only where it is trusted.
 * @throws Failure `invalid-question` for a `Host` that is none
 */
function originOf({ protocol, host }: FastifyRequest): string {
  const named = `${protocol}://${host}`;
  const isHost = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(host);
  if (!isHost || !URL.canParse(named))
    throw new Failure('invalid-question', 'The `Host` field names no host.');
  return new URL(named).origin;
}
