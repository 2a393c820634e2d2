import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyRequest } from 'fastify';
import { notes } from '../answer/notes.ts';
import { type Loaded, OPEN_SERVICE_RATE } from '../config/load.ts';
import type { TcpAddress } from '../config/setting.ts';
import { type Settings, settingsTable } from '../config/settings.ts';
import { errorCode, Failure } from '../core/failure.ts';
import type { Service } from '../core/service.ts';
import { withDocumentUrls } from '../documents/document-urls.ts';
import { createApp, type HttpApp } from '../interfaces/http/app.ts';
import { nameOfCaller } from '../interfaces/http/caller.ts';
import { originOf } from '../interfaces/http/foreign-pages.ts';
import { createKeyGuard, type KeyGuard } from '../interfaces/http/guards.ts';
import type { InterfaceDeps } from '../interfaces/http/interface-deps.ts';
import { listen } from '../interfaces/http/listen.ts';
import { type ServiceOfCaller, serviceOfCaller } from '../interfaces/http/service-of-caller.ts';
import { createRest } from '../interfaces/rest/rest.ts';
import { createLinkSigner } from '../interfaces/site/documents/link-signature.ts';
import { createSite } from '../interfaces/site/site.ts';
import { iconAddress } from '../interfaces/site/site-icon.ts';
import type { WyomingInterface } from '../interfaces/wyoming/wyoming.ts';
import { isLoopback } from '../lib/text/url.ts';
import { createLog, type Log } from '../observe/log.ts';
import type { StrainProbe } from '../observe/strain.ts';
import { assemble, type SearchOver } from './assemble.ts';
import { createInterfaces } from './create-interfaces.ts';
import { allowFullSpeed } from './full-speed.ts';
import { installationOf } from './installation.ts';
import { reserveHandles } from './reserve-handles.ts';
import { LOG_FLUSH_MS, stopOnSignal } from './stop-on-signal.ts';

/** Folder of the built site. */
const SITE_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url));
/** The time that running answers have to finish after the signal to stop, in milliseconds. */
const DRAIN_MS = 10_000;
/** After that, the time for finished answers to reach their callers, in milliseconds. */
const FLUSH_MS = 1000;
/** After that, the time for threads, traces and connections to other servers to close, in milliseconds. */
const CLOSE_MS = 2000;
/**
 * The maximum time for stopping, in milliseconds. A supervisor must wait longer than this before it kills the
 * process, as the files in `deploy/` and `compose.yaml` do.
 */
export const MAX_STOP_MS = DRAIN_MS + FLUSH_MS + CLOSE_MS + LOG_FLUSH_MS;

/** A running service. */
export type RunningService = {
  /** Its address, such as `http://127.0.0.1:3000`. */
  readonly address: string;
  /**
   * Refuses new requests, lets running answers finish for a while and ends the rest. Resolves when everything
   * is closed.
   */
  stop(): Promise<void>;
};

/** The inputs of a service in addition to its settings. */
export type ServiceRouteDeps = {
  readonly log: Log;
  /** Questions that the page shows instead of its own examples. */
  readonly examples?: readonly string[];
  /** The way to combine several back-ends; one after the other if omitted. */
  readonly searchOver?: SearchOver;
  /** Measures whether the process is overloaded; the real measurement if omitted. */
  readonly strainProbe?: StrainProbe;
};

/** `sayso serve`: serves until a signal stops it. */
export async function serve({ settings, warnings }: Loaded, version: string): Promise<undefined> {
  const log = createLog(settings.logLevel);
  for (const warning of warnings) log.warn(warning);
  const starting = startService(settings, version, { log });
  stopOnSignal(starting, log);
  await starting;
  for (const note of notYetConfigured(settings)) log.warn(note);
}

/**
 * The settings that the operator still has to configure, one line for each. Wikipedia, the default, does not
 * count as a web search.
 */
export function notYetConfigured(settings: Settings): readonly string[] {
  const { primaryUrl, secondaryUrl, tertiaryUrl, modelProvider } = settings;
  const missing: string[] = modelProvider === null ? [notes.noModelYet] : [];
  if (primaryUrl !== null || secondaryUrl !== null) return missing;
  if (tertiaryUrl === null) return [...missing, notes.noSearchYet];
  return tertiaryUrl === settingsTable.tertiaryUrl.fallback ? [...missing, notes.onlyWikipediaYet] : missing;
}

/**
 * Starts the service.
 * @throws Failure `misconfigured` with the cause: a busy port, an unreadable index, a page that is not built
 */
export async function startService(
  settings: Settings,
  version: string,
  { log, examples = [], searchOver, strainProbe }: ServiceRouteDeps,
): Promise<RunningService> {
  const service = await assemble(settings, version, { log, searchOver, strainProbe });
  await using opened = new AsyncDisposableStack();
  opened.defer(service.close);
  const http = await createHttp(settings, service, { log, examples });
  const address = await listen(http.app, {
    host: settings.host,
    port: settings.port,
    listenTextResolver: (each) => `Sayso ${version} is listening on ${each}`,
  }).catch((error: unknown) => {
    throw new Failure('misconfigured', whyNotListening(error, settings), { cause: error });
  });
  reserveHandles(http.app.server, log);
  opened.defer(() => http.app.close());
  const voice =
    settings.wyoming === null ? null : await listenForVoices(settings.wyoming, settings, { service, log });
  service.warmUp();
  allowFullSpeed();
  opened.move();
  return { address, stop: () => stop({ http, voice }, service.close, log) };
}

/**
 * Starts the interface of `WYOMING_URI`, which has the same limits as the others. The interface has no keys,
 * so it is always limited if other machines can reach it.
 */
async function listenForVoices(
  address: TcpAddress,
  { answerDeadlineMs, maxQueryChars, rateLimit }: Settings,
  { service, log }: { readonly service: Service; readonly log: Log },
): Promise<WyomingInterface> {
  const { answer, derived, countShared, status } = service;
  const rate = rateLimit ?? (isLoopback(address.host) ? null : OPEN_SERVICE_RATE);
  const countAnswer =
    rate === null
      ? async () => undefined
      : (await import('../interfaces/http/rate-limit.ts')).limitAddresses({ ...rate, countShared });
  const limits = { answerDeadlineMs, maxQueryChars, countAnswer };
  const { startWyoming } = await import('../interfaces/wyoming/wyoming.ts');
  const { version } = status();
  try {
    const server = await startWyoming(address, { answer, derived, ...limits, log, version });
    log.info(`Sayso ${version} speaks Wyoming at tcp://${address.host}:${server.port}`);
    return server;
  } catch (error) {
    const message = `Sayso cannot listen at WYOMING_URI (${errorCode(error)}). Set another address or port.`;
    throw new Failure('misconfigured', message, { cause: error });
  }
}

type CallerServiceOptions = {
  readonly publicUrl: string | null;
  readonly signer: Parameters<typeof withDocumentUrls>[1]['signer'];
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

/** The protocols that the service speaks, over one HTTP server. */
async function createHttp(
  settings: Settings,
  service: Service,
  { log, examples }: Required<Pick<ServiceRouteDeps, 'log' | 'examples'>>,
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

async function stop(
  {
    http: { app, refuse, abort },
    voice,
  }: { readonly http: HttpApp; readonly voice: WyomingInterface | null },
  closeService: () => Promise<void>,
  log: Log,
): Promise<void> {
  refuse();
  // Connections that were busy when the server closed become idle later, and no other code closes them.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const drain = setTimeout(() => {
    log.warn('ending the answers that are still running');
    abort();
    voice?.abort();
  }, DRAIN_MS);
  const cut = setTimeout(() => {
    app.server.closeAllConnections();
    voice?.cut();
  }, DRAIN_MS + FLUSH_MS);
  await Promise.all([app.close(), voice?.stop()]);
  for (const timer of [drain, cut]) clearTimeout(timer);
  clearInterval(sweep);
  await Promise.race([closeService(), pause(CLOSE_MS, undefined, { ref: false })]);
  log.info('stopped');
}

function whyNotListening(error: unknown, { host, port }: Settings): string {
  const code = errorCode(error);
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken. Set PORT to another one, or PORT=0 for a free one.`;
  if (code === 'EACCES')
    return `Port ${port} needs more privileges than this process has. Set PORT to 1024 or above.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST=${host} is not an address of this machine.`;
  return `The service cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`;
}
