import { fileURLToPath } from 'node:url';
import { isLoopback } from '@sayso/text/url.ts';
import type { InterfaceName, Settings } from '../config/settings.ts';
import type { Service } from '../core/service.ts';
import { createApp, type HttpApp } from '../interfaces/http/app.ts';
import { createKeyGuard } from '../interfaces/http/guards.ts';
import type { Interface } from '../interfaces/http/interface.ts';
import type { Logins } from '../interfaces/http/login.ts';
import { mcp } from '../interfaces/mcp/mcp.ts';
import { ollama } from '../interfaces/ollama/ollama.ts';
import { openai } from '../interfaces/openai/openai.ts';
import type { RestDeps } from '../interfaces/rest/answering.ts';
import { rest } from '../interfaces/rest/rest.ts';
import { searchApis } from '../interfaces/search-apis/search-apis.ts';
import { createLinkSigner } from '../interfaces/site/documents.ts';
import { type SiteDeps, site } from '../interfaces/site/site.ts';
import { iconAddress, pictureAddress } from '../interfaces/site/site-images.ts';
import type { Log } from '../observe/log.ts';
import { findCallers } from './callers.ts';
import { installationOf } from './installation.ts';
import type { OwnKeys } from './own-keys.ts';

/** Folder of the built site. */
const SITE_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url));

type HttpInputs = {
  readonly log: Log;
  readonly examples: readonly string[];
  /** A key by which only this process asks; null if it does not. */
  readonly ownKey: string | null;
};

/** All interfaces of the service, over one HTTP server. */
export async function createHttp(
  settings: Settings,
  service: Service & { readonly keys: OwnKeys | null },
  { log, examples, ownKey }: HttpInputs,
): Promise<HttpApp> {
  const { apiKeys, rateLimit, publicUrl, answerDeadlineMs, queryDeadlineMs, deepDeadlineMs } = settings;
  const { keys } = service;
  const hasKeys = apiKeys.length > 0 || keys !== null;
  const logins = keys && (await openLogin(keys, service, publicUrl));
  const guard = hasKeys ? createKeyGuard([...apiKeys, ownKey ?? []].flat(), keys, logins) : null;
  const signs = async () => (apiKeys.length > 0 && keys === null ? apiKeys : [await service.signingSecret()]);
  const signer =
    guard === null || service.documents.length === 0 ? null : await createLinkSigner(await signs());
  const callerOf = findCallers({ publicUrl, signer, guard, keys, traceOf: service.traceOf });
  const { maxQueryChars, maxBodyBytes, trustProxy } = settings;
  const limits = { maxQueryChars, answerDeadlineMs, queryDeadlineMs, deepDeadlineMs };
  const deps: RestDeps & SiteDeps = {
    ...service,
    ...limits,
    callerOf,
    guard,
    currency: () => keys?.ring.file.currency,
    iconAddress,
    pictureAddress: service.picture && pictureAddress,
    signer,
    logins,
    folder: SITE_FOLDER,
    examples,
    installation: installationOf(settings),
  };
  const http = await createApp(
    {
      log,
      observeRequest: service.observeRequest,
      guard,
      ownKey,
      rateLimit:
        rateLimit === null && keys === null ? null : { rate: rateLimit, countShared: service.countShared },
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
    [rest, site, ...settings.faces.flatMap((name) => INTERFACES[name] ?? [])],
    deps,
  );
  http.app.addHook('preClose', () => service.streams.close());
  return http;
}

/** Signing in to the page; null if the file of keys has no `login` at the start. */
async function openLogin(
  { ring, fetch }: OwnKeys,
  { signingSecret, countShared }: Service,
  publicUrl: string | null,
): Promise<Logins | null> {
  if (ring.file.login === null) return null;
  const [{ openLogins }, { openProvider }] = await Promise.all([
    import('../interfaces/http/login.ts'),
    import('../keys/login.ts'),
  ]);
  return openLogins({
    ring,
    provider: openProvider(fetch),
    secret: signingSecret,
    countShared,
    publicUrl,
  });
}

/**
 * The interfaces of `FACES`. The files named here are loaded at every start, so they only name the routes and
 * the way a problem is reported; a route imports its code when it is first used, so that an interface
 * that nobody uses takes no time at startup and no memory.
 */
const INTERFACES: Readonly<Record<InterfaceName, Interface | null>> = {
  mcp,
  openai,
  ollama,
  'search-apis': searchApis,
};
