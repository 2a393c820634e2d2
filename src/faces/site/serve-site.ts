import { originOf } from '../http/origin.ts';
import type { App } from '../http/parts.ts';
import { llms } from './llms.ts';
import { openSearch } from './open-search.ts';
import { robots } from './robots.ts';

/**
 * Files for crawlers and browsers: each path, its type, and its content for callers that used this origin.
 */
const FILES: readonly (readonly [path: string, type: string, content: (origin: string) => string])[] = [
  ['/robots.txt', 'text/plain; charset=utf-8', () => robots],
  ['/llms.txt', 'text/plain; charset=utf-8', (origin) => llms.replaceAll('{origin}', () => origin)],
  ['/opensearch.xml', 'application/opensearchdescription+xml; charset=utf-8', openSearch],
];

/** `GET /robots.txt`, `/llms.txt` and `/opensearch.xml`. Like the page, they need no key. */
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
