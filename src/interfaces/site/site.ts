import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InterfaceDeps } from '../http/call-service.ts';
import { openToAnyHost } from '../http/foreign-pages.ts';
import type { Logins } from '../http/login.ts';
import type { SendProblem } from '../http/problems.ts';
import type { App, Protocol } from '../http/protocol.ts';
import { type BuiltSite, serveBuiltSite } from './built-site.ts';
import { type ServedDocuments, serveDocuments } from './documents/serve-documents.ts';
import { serveSearchPage } from './search-page.ts';
import { type SiteImages, serveSiteImages } from './site-images.ts';
import { serveWellKnownFiles } from './well-known-files.ts';

/** The parts from which the site is built: functions of the service, and limits. */
export type SiteDeps = InterfaceDeps &
  BuiltSite &
  ServedDocuments &
  SiteImages & {
    /** Absent where nobody signs in. */
    readonly logins?: Logins | null;
  };

/**
 * Everything that people see: the site, answers without JavaScript, documents, icons of sources, and files
 * for crawlers.
 */
export function createSite(deps: SiteDeps): Protocol {
  return {
    name: 'site',
    prefixes: ['/'],
    isOpenToPages: true,
    sendProblem,
    async addRoutes(app, stopping) {
      openToAnyHost(app, /^\/(?:documents|setup)\//);
      app.addHook('onRequest', redirectTrailingSlash);
      serveDocuments(app, deps);
      serveSearchPage(app, deps, stopping);
      serveWellKnownFiles(app);
      serveSiteImages(app, deps, stopping);
      const { logins } = deps;
      if (logins) {
        const { serveLogin } = await import('../http/login.ts');
        await app.register(async (own: App) => serveLogin(own, deps, logins));
      }
      await serveBuiltSite(app, { ...deps, offersLogin: Boolean(logins) });
    },
  };
}

/** Errors outside the search page are read by scripts. */
const sendProblem: SendProblem = ({ message }, _request, reply) => reply.send({ error: message });

/**
 * A hook that sends a browser from an address with a slash at its end to the one without: the links of the
 * pages are relative, so at the first address a page would have no style.
 */
export async function redirectTrailingSlash(
  request: Pick<FastifyRequest, 'originalUrl' | 'url'>,
  reply: Pick<FastifyReply, 'redirect'>,
): Promise<void> {
  const [path = '', ...query] = request.originalUrl.split('?');
  if (!path.endsWith('/') || request.url.startsWith('/?') || request.url === '/') return;
  const name = request.url.split('?', 1)[0]?.split('/').at(-1) ?? '';
  await reply.redirect(`../${name}${query.length === 0 ? '' : `?${query.join('?')}`}`, 308);
}
