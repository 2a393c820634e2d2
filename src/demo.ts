import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Environment, loadSettings } from './config/load.ts';
import type { Settings } from './config/settings.ts';
import { createLog } from './observe/log.ts';
import { indexCollection } from './search/collection/collection-index.ts';
import { readPackageReadmes } from './search/collection/read-package-readmes.ts';
import { type Service, startService, stopOnSignal } from './serve.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const INDEX = join(root, 'dist', 'demo.sqlite');
/** How many ports after the wanted one are tried. */
const MORE_PORTS = 20;

/**
 * `sayso demo`: a service that needs no key, no network and no other server. It answers in quotes from the READMEs of
 * the installed packages and says so in three lines.
 */
export async function demo(environment: Environment, version: string): Promise<undefined> {
  const { settings } = loadSettings({
    LOG_LEVEL: 'warn',
    ...environment,
    SEARCH_PRIMARY_KIND: 'collection',
    SEARCH_PRIMARY_URL: `file:${INDEX}`,
    MODEL_PROVIDER: 'extractive',
  });
  mkdirSync(dirname(INDEX), { recursive: true });
  const started = new AbortController().signal;
  const documents = readPackageReadmes(join(root, 'node_modules'), started);
  const { indexed } = await indexCollection({ documents, file: INDEX }, started);
  const log = createLog(settings.logLevel);
  const service = await startOnFreePort(settings, (each) => startService(each, version, log));
  process.stdout.write(
    [
      `Indexed the READMEs of ${indexed} installed packages; answers are quotes from them, no model is asked.`,
      'Ask for example: What is Fastify? How does Preact differ from React? What does Helmet do?',
      `Open ${service.address} or run: curl '${service.address}/api/v1/query?q=What+is+Fastify%3F'`,
      '',
    ].join('\n'),
  );
  stopOnSignal(Promise.resolve(service), log);
}

/** Starts on the wanted port or the first free one of those after it. */
async function startOnFreePort(
  settings: Settings,
  start: (settings: Settings) => Promise<Service>,
): Promise<Service> {
  for (let port = settings.port; ; port++) {
    try {
      return await start({ ...settings, port });
    } catch (error) {
      if (!isBusyPort(error) || settings.port === 0 || port >= settings.port + MORE_PORTS) throw error;
    }
  }
}

function isBusyPort(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.cause instanceof Error &&
    'code' in error.cause &&
    error.cause.code === 'EADDRINUSE'
  );
}
