import { originOf } from '../origin.ts';
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
