import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { escapeHtml } from '../../core/escape-html.ts';
import { Failure } from '../../core/failure.ts';
import type { App, HttpParts } from '../http/parts.ts';
import { toPageDocument } from './page-document.ts';

/** A file with a hash of its content in its name never changes. Its compressed form is stored next to it. */
const HASHED = /-[A-Z0-9]{8}\.\w+(?:\.br)?$/;
const COMPRESSED = '**/*.br';
const HEAD = /<head>/;

/**
 * `GET /`: the page and its files, each with its own route, compressed if the caller accepts brotli. `/?q=`
 * sends browsers without script to `/search`.
 * @throws Failure `misconfigured` if the page has not been built
 */
export async function servePage(
  app: App,
  { pageFolder: folder, examples }: Pick<HttpParts, 'pageFolder' | 'examples'>,
): Promise<void> {
  const index = join(folder, 'index.html');
  if (!existsSync(index))
    throw new Failure(
      'misconfigured',
      'The page is not built. Run `npm run build` once, or start with `npm start`.',
    );
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api'))
      route.config = { ...route.config, open: route.url !== '/openapi.json' };
  });
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: [COMPRESSED],
    schemaHide: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header(
        'cache-control',
        HASHED.test(basename(path)) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { search, searchParams } = new URL(request.url, 'http://localhost');
      if (search === '' && examples.length === 0) return reply.sendFile('index.html');
      const plain = withExamples(await readFile(index, 'utf8'), examples);
      const question = searchParams.get('q')?.trim().toWellFormed() ?? '';
      const page = search === '' ? plain : toPageDocument(plain, question, request.headers);
      const caching = search === '' ? 'no-cache' : 'no-store';
      return reply.type('text/html; charset=utf-8').header('cache-control', caching).send(page);
    },
  });
}

/** The page with these questions instead of its own examples; unchanged if there are none. */
function withExamples(page: string, examples: readonly string[]): string {
  if (examples.length === 0) return page;
  const content = escapeHtml(JSON.stringify(examples));
  return page.replace(HEAD, () => `<head><meta name="sayso-examples" content="${content}">`);
}
