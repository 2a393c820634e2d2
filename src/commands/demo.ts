import { fileURLToPath } from 'node:url';
import { type Environment, loadSettings } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import { createLog } from '../observe/log.ts';
import { failover, searchTogether } from '../search/failover.ts';
import type { AssembleOptions } from '../service/open-parts.ts';
import { type RunningService, startService } from '../service/serve.ts';
import { localModels, ollamaUrl, probe } from '../service/setup/local-servers.ts';
import { stopOnSignal } from '../service/stop.ts';
import { demoFolders, demoIndex } from './demo/demo-index.ts';
import { offerModel } from './demo/offer-model.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** How many ports after the configured one are tried. */
const MORE_PORTS = 20;
/** The maximum time for Wikipedia to answer at startup, in milliseconds; otherwise it is not used. */
const PROBE_TIMEOUT_MS = 1_500;
/** If starting takes longer, in milliseconds, the reason is printed: the index is being written. */
const PATIENCE_MS = 2_000;
const PREPARING = 'Indexing the documents of the demo. Only the first start does this.';
const PROBE = '?action=query&meta=siteinfo&format=json';

/** Options for starting the demo. */
type DemoStart = {
  readonly environment: Environment;
  readonly version: string;
  /** If true, nothing leaves the machine; Wikipedia is not tried. */
  readonly offline: boolean;
  /** A model of Ollama on this machine, which writes the answers; absent for quotes. */
  readonly model?: string | undefined;
};

/** A running demo. */
type Demo = {
  readonly service: RunningService;
  readonly wikipedia: WikipediaState;
};

/**
 * `sayso demo`: serves until a signal stops it, after printing where its answers come from. It looks for
 * models of Ollama (offline, only on this machine). If there are any, it asks on a terminal whether one of
 * them should write the answers; otherwise a line says how to use them.
 */
export async function demo(asked: DemoStart): Promise<undefined> {
  const { environment, version, offline } = asked;
  const url = ollamaUrl(environment.OLLAMA_HOST, offline);
  const models = asked.model === undefined ? await localModels(version, url) : [];
  const terminal = { input: process.stdin, output: process.stdout };
  const start = { ...asked, model: asked.model ?? (await offerModel(models, terminal)) };
  const patience = setTimeout(() => process.stderr.write(`${PREPARING}\n`), PATIENCE_MS);
  const { service, wikipedia } = await startDemo(start).finally(() => clearTimeout(patience));
  // The signal may arrive as soon as the lines are printed, so it is handled before that.
  stopOnSignal(Promise.resolve(service), createLog('warn'));
  const offered = start.model === undefined ? models : [];
  const lines = startupLines({ address: service.address, wikipedia, model: start.model, models: offered });
  process.stdout.write(`${lines.join('\n')}\n`);
}

/**
 * Starts a service that needs no key, no network and no other server. It quotes the World Factbook, the
 * READMEs of the installed packages and, if allowed and reachable, Wikipedia.
 * @throws Failure `misconfigured` if the index cannot be written or no port is free
 */
export async function startDemo({ environment, version, offline, model }: DemoStart): Promise<Demo> {
  const [file, wikipediaUrl] = await Promise.all([
    demoIndex(demoFolders(root), version, new AbortController().signal),
    offline ? null : reachableWikipedia(environment, version),
  ]);
  const { settings } = loadSettings(demoEnvironment(environment, { file, wikipediaUrl, offline, model }));
  const log = createLog(settings.logLevel);
  const service = await startOnFreePort(settings, (each) =>
    startService(each, version, { log, examples: EXAMPLE_QUESTIONS, searchOver: searchEach }),
  );
  const reached = wikipediaUrl === null ? 'unreachable' : 'searched';
  return { service, wikipedia: offline ? 'offline' : reached };
}

/** The README files and Wikipedia have different content: if one finds something, the other may, too. */
const searchEach: AssembleOptions['searchOver'] = (slots, options) =>
  searchTogether(slots.map((slot) => failover([slot], options)));

/** The address of the configured MediaWiki, by default Wikipedia; null if it does not answer in time. */
async function reachableWikipedia(environment: Environment, version: string): Promise<string | null> {
  const { SEARCH_TERTIARY_URL } = environment;
  const [wikipedia] = loadSettings({ SEARCH_TERTIARY_URL }).settings.slots;
  if (wikipedia === undefined) return null;
  const reply = await probe(`${wikipedia.url}${PROBE}`, PROBE_TIMEOUT_MS, version);
  return reply?.status === 200 ? wikipedia.url : null;
}

/** Starts on the configured port or the first free one after it. */
async function startOnFreePort(
  settings: Settings,
  start: (settings: Settings) => Promise<RunningService>,
): Promise<RunningService> {
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

/** What the demo sets itself: search and model, also Ollama's variables. Other settings apply as given. */
const OWN = /^(?:SEARCH_|MODEL_|TERTIARY_|OLLAMA_)/;
/** Settings that would make the service call other hosts: a shared cache and traces. */
const OUTGOING = /^(?:REDIS_|OTEL_)/;

/** The documents that the demo searches, and whether it may contact other machines. */
type DemoSearch = {
  /** The path of the index. */
  readonly file: string;
  /** The address of the API of Wikipedia or another MediaWiki; null if none is used. */
  readonly wikipediaUrl: string | null;
  /** Whether the demo must not send anything to other machines. */
  readonly offline: boolean;
  /** The model of Ollama that writes the answers; undefined for quotes. */
  readonly model: string | undefined;
};

/** The settings of the demo as environment variables. */
function demoEnvironment(environment: Environment, demo: DemoSearch): Environment {
  const given = Object.entries(environment).filter(
    ([name]) => !OWN.test(name) && !(demo.offline && OUTGOING.test(name)),
  );
  return {
    LOG_LEVEL: 'warn',
    ...Object.fromEntries(given),
    SEARCH_PRIMARY_KIND: 'collection',
    SEARCH_PRIMARY_URL: `file:${demo.file}`,
    SEARCH_TERTIARY_URL: demo.wikipediaUrl ?? 'off',
    ...(demo.model === undefined
      ? { MODEL_PROVIDER: 'extractive' }
      : {
          MODEL_PROVIDER: 'ollama',
          MODEL_NAME: demo.model,
          MODEL_BASE_URL: ollamaUrl(environment.OLLAMA_HOST, demo.offline),
        }),
    READ_PAGES: demo.wikipediaUrl === null ? 'off' : 'on',
  };
}

/** Questions that the demo's documents answer, for the page and the second line of its output. */
export const EXAMPLE_QUESTIONS: readonly string[] = [
  'Which languages are spoken in Switzerland?',
  'How many people live in Japan?',
  'What is Fastify?',
];

/** Whether Wikipedia is searched; if not, the reason. */
type WikipediaState = 'searched' | 'unreachable' | 'offline';

const WIKIPEDIA: Readonly<Record<WikipediaState, string>> = {
  searched: 'Wikipedia is searched as well; with --offline, nothing leaves this machine.',
  unreachable: 'Wikipedia is not searched, because it did not answer within 1.5 s.',
  offline: 'Nothing leaves this machine.',
};

/** What the demo says of itself at the start. */
type DemoState = {
  readonly address: string;
  readonly wikipedia: WikipediaState;
  /** The model that writes the answers, if one was chosen. */
  readonly model?: string | undefined;
  /** The models of this machine that could be chosen. */
  readonly models: readonly string[];
};

/** The lines that the demo prints once it listens: three, and one more if a model could write the answers. */
export function startupLines({ address, wikipedia, model, models }: DemoState): string[] {
  const [first = ''] = EXAMPLE_QUESTIONS;
  const writer =
    model === undefined ? 'It uses no language model.' : `The model ${model} writes the answers.`;
  return [
    `The demo answers ${model === undefined ? 'with quotes ' : ''}from the World Factbook (country ` +
      `profiles of about 2015) and the READMEs of the installed packages. ${writer} ${WIKIPEDIA[wikipedia]}`,
    `You can ask: ${EXAMPLE_QUESTIONS.join(' ')}`,
    `Open ${address} in a browser, or run: curl ` +
      `'${address}/api/v1/query?q=${encodeURIComponent(first).replaceAll('%20', '+')}'`,
    ...modelLines(models),
  ];
}

function modelLines([model, ...others]: readonly string[]): string[] {
  if (model === undefined) return [];
  const alternatives = others.length === 0 ? '' : ` (or ${others.join(', ')})`;
  return [
    'Ollama runs on this machine. For written answers instead of quotes: npm run demo -- --model ' +
      `${model}${alternatives}`,
  ];
}
