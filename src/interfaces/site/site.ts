import type { FastifyReply, FastifyRequest } from 'fastify';
import { collect } from '../../core/run.ts';
import { forms } from '../../render/forms.ts';
import { type InterfaceDeps, runOfCall } from '../http/call-service.ts';
import { openToAnyHost, refusePrefetches } from '../http/foreign-pages.ts';
import type { App, Interface } from '../http/interface.ts';
import type { Logins } from '../http/login.ts';
import { scopeOfParameters } from '../http/scope.ts';
import { checkedText, questionOfCall } from '../http/to-question.ts';
import { type BuiltSite, serveBuiltSite } from './built-site.ts';
import { type ServedDocuments, serveDocuments } from './documents.ts';
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
export const site: Interface<SiteDeps> = {
  name: 'site',
  prefixes: ['/'],
  isOpenToPages: true,
  async addRoutes(app, deps) {
    openToAnyHost(app, /^\/(?:documents|setup)\//);
    app.addHook('onRequest', redirectTrailingSlash);
    serveDocuments(app, deps);
    serveSearchPage(app, deps);
    serveWellKnownFiles(app);
    serveSiteImages(app, deps);
    const { logins } = deps;
    if (logins) {
      const { serveLogin } = await import('../http/login.ts');
      await app.register(async (own: App) => serveLogin(own, deps, logins));
    }
    await serveBuiltSite(app, { ...deps, offersLogin: Boolean(logins) });
  },
};

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

/** The document has links and nothing else: no script, no style, and nothing from other hosts. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
} as const;

/**
 * `GET /search?q=`: the whole answer as a small document, for browsers without JavaScript. `HEAD` costs neither
 * a search nor a model call.
 */
function serveSearchPage(app: App, deps: InterfaceDeps): void {
  const url = '/search';
  app.route({
    method: 'GET',
    url,
    config: { answers: true },
    onRequest: refusePrefetches,
    handler: async (request, reply) => {
      const query = Object.fromEntries(new URL(request.url, 'http://localhost').searchParams);
      const text = checkedText(query.q ?? '', { ...deps, name: 'The parameter `q`' });
      const call = { request, reply, deps };
      const scope = scopeOfParameters(query);
      const question = questionOfCall({ text, scope, timeoutMs: deps.answerDeadlineMs }, call);
      const { answer } = await collect(deps.ask(runOfCall(call, question)));
      return reply.headers(HEADERS).send(forms['text/html'](answer, question));
    },
  });
  app.route({ method: 'HEAD', url, handler: async (_request, reply) => reply.headers(HEADERS).send() });
}
