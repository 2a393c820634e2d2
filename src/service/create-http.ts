import { fileURLToPath } from 'node:url';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config/settings.ts';
import type { Service } from '../core/service.ts';
import { withDocumentUrls } from '../documents/document-urls.ts';
import { createApp, type HttpApp } from '../interfaces/http/app.ts';
import { nameOfCaller } from '../interfaces/http/caller.ts';
import { originOf } from '../interfaces/http/foreign-pages.ts';
import { createKeyGuard, type KeyGuard } from '../interfaces/http/guards.ts';
import type { InterfaceDeps } from '../interfaces/http/interface-deps.ts';
import { type ServiceOfCaller, serviceOfCaller } from '../interfaces/http/service-of-caller.ts';
import { createRest } from '../interfaces/rest/rest.ts';
import { createLinkSigner } from '../interfaces/site/documents/link-signature.ts';
import { createSite } from '../interfaces/site/site.ts';
import { iconAddress } from '../interfaces/site/site-icon.ts';
import { isLoopback } from '../lib/text/url.ts';
import type { Log } from '../observe/log.ts';
import { createInterfaces } from './create-interfaces.ts';
import { installationOf } from './installation.ts';

/** Folder of the built site. */
const SITE_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** The protocols that the service speaks, over one HTTP server. */
export async function createHttp(
  settings: Settings,
  service: Service,
  { log, examples }: { readonly log: Log; readonly examples: readonly string[] },
): Promise<HttpApp> {
  const { apiKeys, rateLimit, publicUrl, answerDeadlineMs, queryDeadlineMs, deepDeadlineMs } = settings;
  const guard = apiKeys.length === 0 ? null : createKeyGuard(apiKeys);
  const signer = guard === null || service.documents.length === 0 ? null : await createLinkSigner(apiKeys);
  const serviceFor = createServiceFor(service, { publicUrl, signer, guard });
  const { maxQueryChars, maxMessageChars, maxBodyBytes, trustProxy, contextTokens } = settings;
  const limits = {
    maxQueryChars,
    maxMessageChars,
    answerDeadlineMs,
    queryDeadlineMs,
    deepDeadlineMs,
    contextTokens,
  };
  const common = { ...service, ...limits, serviceFor, guard, apiKeys };
  return createApp(
    {
      log,
      watchRequest: service.watchRequest,
      guard,
      rateLimit: rateLimit && { ...rateLimit, countShared: service.countShared },
      maxBodyBytes,
      maxQueryChars,
      longestAnswerMs: Math.max(answerDeadlineMs, queryDeadlineMs, deepDeadlineMs),
      trustProxy,
      pages: {
        allowedOrigins: settings.allowedOrigins,
        publicUrl,
        checksHost: guard === null && isLoopback(settings.host),
      },
    },
    [
      createRest({ ...common, iconAddress }),
      createSite({
        ...common,
        signer,
        folder: SITE_FOLDER,
        examples,
        installation: installationOf(settings),
      }),
      ...createInterfaces(settings.faces, common),
    ],
  );
}

/** What links in answers depend on, and who may call. */
type CallerServiceOptions = {
  /** The address of the service for its readers; null for the one that a request was sent to. */
  readonly publicUrl: string | null;
  /** Signs links to documents; null if anyone may open them. */
  readonly signer: Parameters<typeof withDocumentUrls>[1]['signer'];
  /** Null if there are no keys. */
  readonly guard: KeyGuard | null;
};

/** Makes the functions of each request, once. */
function createServiceFor(
  service: Service,
  { publicUrl, signer, guard }: CallerServiceOptions,
): InterfaceDeps['serviceFor'] {
  const services = new WeakMap<FastifyRequest, ServiceOfCaller>();
  return (request) => {
    const cached = services.get(request);
    if (cached !== undefined) return cached;
    const linked = withDocumentUrls(service, { publicUrl: () => publicUrl ?? originOf(request), signer });
    const own = serviceOfCaller(
      { ...service, ...linked },
      {
        party: { caller: nameOfCaller(request, guard), request },
        charge: (units) => request.server.chargeWork(request, units),
      },
    );
    services.set(request, own);
    return own;
  };
}
