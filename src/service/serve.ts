import { randomUUID } from 'node:crypto';
import type { Server } from 'node:net';
import { isLoopback } from '@sayso/text/url.ts';
import type { WyomingListener } from '@sayso/wyoming';
import { notes } from '../answer/answer-words.ts';
import { type Loaded, OPEN_SERVICE_RATE } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import { errorCode, Failure } from '../core/failure.ts';
import { listen } from '../interfaces/http/app.ts';
import { createLog, type Log } from '../observe/log.ts';
import { fileHandles, type LoadProbe } from '../observe/process.ts';
import { assemble } from './assemble.ts';
import { createHttp } from './create-http.ts';
import { allowFullSpeed } from './full-speed.ts';
import { notYetConfigured, startLines } from './installation.ts';
import type { AssembleOptions } from './open-parts.ts';
import { stopOnSignal, stopService } from './stop.ts';

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
type StartOptions = {
  readonly log: Log;
  /** Questions that the page shows instead of its own examples. */
  readonly examples?: readonly string[];
  /** The way to combine several back-ends; one after the other if omitted. */
  readonly searchOver?: AssembleOptions['searchOver'];
  /** Measures whether the process is overloaded; the real measurement if omitted. */
  readonly loadProbe?: LoadProbe;
};

/** `sayso serve`: serves until a signal stops it. */
export async function serve({ settings, warnings }: Loaded, version: string): Promise<undefined> {
  const log = createLog(settings.logLevel);
  for (const warning of warnings) log.warn(warning);
  // The plain lines for a person say where it listens.
  const isForPerson = process.stdout.isTTY && log.isLevelEnabled('info');
  if (isForPerson) log.level = 'warn';
  const starting = startService(settings, version, { log });
  stopOnSignal(starting, log);
  const { address } = await starting;
  if (isForPerson) {
    log.level = settings.logLevel;
    return void process.stdout.write(`${startLines(settings, version, address).join('\n')}\n`);
  }
  const missing = notYetConfigured(settings);
  for (const note of missing) log.warn(note);
  if (missing.length > 0) log.warn(notes.runSetup);
}

/**
 * Starts the service.
 * @throws Failure `misconfigured` with the cause: a busy port, an unreadable index, a page that is not built
 */
export async function startService(
  settings: Settings,
  version: string,
  { log, examples = [], searchOver, loadProbe }: StartOptions,
): Promise<RunningService> {
  const service = await assemble(settings, version, { log, hasCallers: true, searchOver, loadProbe });
  await using opened = new AsyncDisposableStack();
  opened.defer(service.close);
  const ownKey = settings.wyoming === null ? null : randomUUID();
  const http = await createHttp(settings, service, { log, examples, ownKey });
  const address = await listen(http.app, {
    host: settings.host,
    port: settings.port,
    listenTextResolver: (address) => `Sayso ${version} is listening on ${address}`,
  }).catch((error: unknown) => {
    throw new Failure('misconfigured', whyNotListening(error, settings), { cause: error });
  });
  reserveHandles(http.app.server, log);
  opened.defer(() => http.app.close());
  const voice = ownKey === null ? null : await listenForVoices(settings, version, { address, ownKey, log });
  service.warmUp();
  allowFullSpeed();
  opened.move();
  return { address, stop: () => stopService({ http, voice, closeService: service.close }, log) };
}

/** The cause in words, with the setting to change. */
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

/** The shortest time between two log lines about the same problem, in milliseconds. */
const LOG_EVERY_MS = 10_000;

/**
 * Reserves half of the free file handles for the calls that answers need. Otherwise, callers who merely hold
 * connections open could use all handles, and everyone else would be told that no search works. The other
 * half is for connections; those beyond it are closed and logged.
 */
export function reserveHandles(server: Server, log: Log): void {
  const handles = fileHandles();
  if (handles === null || !Number.isFinite(handles.limit)) return;
  const connections = Math.max(1, Math.floor((handles.limit - handles.open) / 2));
  server.maxConnections = connections;
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (performance.now() - loggedAtMs < LOG_EVERY_MS) return;
    loggedAtMs = performance.now();
    log.warn(
      { connections, fileHandles: handles.limit },
      'new connections are closed at once, because the limit on open files is reached (raise `ulimit -n`)',
    );
  });
}

/**
 * Starts the listener of `WYOMING_URI`, which asks this service over HTTP. It has no keys, so it is always
 * limited if other machines can reach it.
 * @throws Failure `misconfigured` if its address cannot be used
 */
async function listenForVoices(
  { wyoming, rateLimit }: Settings,
  version: string,
  {
    address: url,
    ownKey: key,
    log,
  }: { readonly address: string; readonly ownKey: string; readonly log: Log },
): Promise<WyomingListener | null> {
  if (wyoming === null) return null;
  const limit = rateLimit ?? (isLoopback(wyoming.host) ? null : OPEN_SERVICE_RATE);
  const report = (error: unknown) => log.error({ err: error }, 'a voice got no answer');
  const { startWyoming } = await import('@sayso/wyoming');
  try {
    const listener = await startWyoming({ ...wyoming, url, key, version, limit, report });
    log.info(`Sayso ${version} speaks Wyoming at tcp://${wyoming.host}:${listener.port}`);
    return listener;
  } catch (error) {
    const message = `Sayso cannot listen at WYOMING_URI (${errorCode(error)}). Set another address or port.`;
    throw new Failure('misconfigured', message, { cause: error });
  }
}
