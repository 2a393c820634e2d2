import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Failure } from '../../core/failure.ts';
import type { App } from './parts.ts';

/** A file whose name holds a hash of its content never changes. */
const HASHED = /-[A-Z0-9]{8}\.\w+$/;

/**
 * `GET /`: the page and its own files, each its own route.
 * @throws Failure `misconfigured` when the page has not been built
 */
export async function servePage(app: App, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html')))
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
    schemaHide: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header(
        'cache-control',
        HASHED.test(basename(path)) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
}
