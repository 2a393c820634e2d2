import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { setTimeout as startTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import {
  CollectionProblem,
  copiesBeside,
  createVisitor,
  type EmbeddingReport,
  isPostgres,
  keepEmbedded,
  keepFresh,
  type OpenStore,
  openStore,
  openStoreThreads,
  parseSources,
  type Reading,
  type SourcesFile,
  statusOf,
} from '@sayso/collections';
import { isPublicAddress } from '@sayso/text/addresses.ts';
import { modelAddresses } from '../config/models.ts';
import { pageProxyOf } from '../config/pages.ts';
import type { Settings } from '../config/settings.ts';
import { errorCode, Failure, whyUnreadable } from '../core/failure.ts';
import type { Embed } from '../core/ranking.ts';
import { asMisconfigured } from '../documents/collection.ts';
import { createOwnWeb } from '../documents/own-web.ts';
import { createCrawlGet } from '../net/crawl-get.ts';
import type { Log } from '../observe/log.ts';
import type { SourceReading } from '../observe/metrics.ts';
import { createExtractorPool } from '../read/extractor-pool.ts';

/** A changed file is read when its editor has settled. */
const SETTLE_MS = 300;
const RETRY_MS = 5_000;

/** What the sources of the operator are read with. */
type OwnWebOptions = {
  readonly settings: Settings;
  readonly userAgent: string;
  readonly embed: Embed | null;
  readonly log: Log;
};

/**
 * Opens the collections that a file names, and keeps them fresh until they are closed. A change of the file is seen; a
 * file with a mistake is reported, and the sources stay as they were. A PostgreSQL that cannot be reached is tried again.
 * @throws Failure `misconfigured` in words if the file or its index cannot be used
 */
export async function openOwnWeb(file: string, { settings, userAgent, embed, log }: OwnWebOptions) {
  let sources = await readSources(file, settings);
  const index = indexOf(file, sources);
  let store: OpenStore | null = null;
  const reading = await openReading(settings, userAgent, copiesOf(file, index));
  const closing = new AbortController();
  const start = (opened: OpenStore) =>
    keepFresh(sources.collections, {
      store: opened,
      reading,
      onRefreshed({ problem, ...about }) {
        if (problem === null) log.info(about, 'a source is up to date');
        else log.warn({ ...about, cause: problem }, 'a source could not be read; what is known of it stays');
      },
    });
  /** Only a model that may get them gets the texts of collections that must not leave this machine. */
  const collectionsToEmbed = () => {
    const isLocal = areLocal([settings.embedder?.url ?? null], sources.trustedModels);
    return sources.collections.filter((each) => isLocal || !each.local_only).map(({ name }) => name);
  };
  let embedding = Promise.resolve();
  const embedIn = async ({ vectors }: OpenStore) => {
    if (embed === null) return;
    const onEmbedded = ({ cause, ...counts }: EmbeddingReport) => {
      if (cause === '') log.info(counts, 'all texts have vectors');
      else log.warn({ ...counts, cause }, 'some texts have no vector');
    };
    await keepEmbedded(vectors, { embed, collections: collectionsToEmbed, onEmbedded }, closing.signal);
  };
  let keeping: ReturnType<typeof keepFresh> | null = null;
  const open = async () => {
    const opened = openStoreThreads(index, 'live');
    await opened.keepOnly(namesOf(sources)).catch(async (error: unknown) => {
      await opened.close();
      throw asMisconfigured(error);
    });
    store = opened;
    keeping = start(opened);
    embedding = embedIn(opened);
  };
  /** A server of a database may start later than the service: questions go on without it. */
  const openLater = async () => {
    while (store === null && !closing.signal.aborted) {
      await setTimeout(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      await open().then(
        () => log.info({ file }, 'the index of the sources can be reached'),
        () => undefined,
      );
    }
  };
  let opening = Promise.resolve();
  await open().catch((error: unknown) => {
    if (!isPostgres(index)) throw error;
    log.warn(
      { cause: error instanceof Error ? error.message : 'unknown error' },
      'the index of the sources cannot be reached; it is tried again every 5 s, and until then only the web is searched',
    );
    opening = openLater();
  });
  const reload = async () => {
    if (closing.signal.aborted) return;
    try {
      const next = await readSources(file, settings);
      await keeping?.[Symbol.asyncDispose]();
      sources = next;
      const opened = store;
      // Also after a failure, what is named is kept fresh.
      await opened?.keepOnly(namesOf(sources)).finally(() => {
        keeping = start(opened);
      });
      log.info({ file }, 'the sources were read anew');
    } catch (error) {
      log.warn(
        { cause: error instanceof Error ? error.message : 'unknown error' },
        'the sources stay as they were',
      );
    }
  };
  let timer: NodeJS.Timeout | undefined;
  /** Ends when the changes so far have been read: two at once would keep the sources twice. */
  let reloaded = Promise.resolve();
  // An editor may put a new file in the place of the old one: the folder tells of both.
  const watcher = watch(dirname(resolve(file)), { persistent: false }, (_, name) => {
    if (name !== null && !resolve(file).endsWith(name)) return;
    clearTimeout(timer);
    timer = startTimer(() => {
      reloaded = reloaded.then(reload);
    }, SETTLE_MS);
  });
  watcher.on('error', (error) =>
    log.warn({ cause: error.message }, 'changes of the sources are seen after a restart'),
  );
  const own = createOwnWeb({
    store: () => store,
    collections: () => sources.collections,
    embed,
    isLocal: () => areLocal(modelAddresses(settings), sources.trustedModels),
  });
  return {
    ...own,
    readings: readingsOf(
      () => sources,
      () => store,
    ),
    async close() {
      watcher.close();
      clearTimeout(timer);
      closing.abort();
      await opening;
      await reloaded;
      await keeping?.[Symbol.asyncDispose]();
      await embedding;
      await reading.close();
      await store?.close();
    },
  };
}

/** Several metrics are read at once. */
const READINGS_MS = 1_000;

/** How the sources are, for the metrics; none while the index cannot be reached. */
function readingsOf(
  sources: () => SourcesFile,
  store: () => OpenStore | null,
): () => Promise<readonly SourceReading[]> {
  const read = async () => {
    const opened = store();
    const all = opened === null ? [] : await statusOf(sources().collections, opened).catch(() => []);
    return all.map(({ collection, source, state, counts }) => ({
      ...{ collection, source: source.name, documents: counts.documents, failures: state.failures },
      ageSeconds: state.doneAtMs === null ? null : Math.max(0, (Date.now() - state.doneAtMs) / 1_000),
    }));
  };
  let last: { readonly atMs: number; readonly readings: ReturnType<typeof read> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.atMs > READINGS_MS)
      last = { atMs: performance.now(), readings: read() };
    return last.readings;
  };
}

/**
 * Reads the file that names the sources; folders are beside it if they do not begin with a slash.
 * @throws Failure `misconfigured` that names the file and says what to write
 */
export async function readSources(
  file: string,
  { keysFile }: Pick<Settings, 'keysFile'>,
): Promise<SourcesFile> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const hint = errorCode(error) === 'ENOENT' ? '; `sayso sources add FOLDER-or-URL` makes it' : '';
    throw new Failure('misconfigured', `The file of the sources, ${file}, ${whyUnreadable(error)}${hint}.`);
  });
  try {
    const sources = parseSources(text);
    const limited = sources.collections.find((each) => each.visible_to !== undefined);
    if (limited !== undefined && keysFile === null)
      throw new CollectionProblem(
        `collections.${limited.name}.visible_to names keys, but KEYS_FILE is not set: nobody could see it`,
      );
    const collections = sources.collections.map((each) => ({
      ...each,
      sources: each.sources.map((source) =>
        'folder' in source ? { ...source, folder: resolve(dirname(file), source.folder) } : source,
      ),
    }));
    return { ...sources, collections };
  } catch (error) {
    throw error instanceof CollectionProblem
      ? new Failure('misconfigured', `${file}: ${error.message}`)
      : error;
  }
}

/** Where the index is, as the sources say: in a file, from their folder, or in PostgreSQL; otherwise beside them. */
export function indexOf(file: string, { index }: SourcesFile): string {
  if (index === undefined) return `${file}.sqlite`;
  return isPostgres(index) ? index : resolve(dirname(file), index);
}

/** The folder of the copies of repositories: beside an index that is a file, otherwise beside the sources. */
export function copiesOf(file: string, index: string): string {
  return copiesBeside(isPostgres(index) ? file : index);
}

/**
 * Opens the index at a place for writing.
 * @throws Failure `misconfigured` in words if it cannot be used
 */
export async function openIndex(index: string): Promise<OpenStore> {
  try {
    return await openStore(index);
  } catch (error) {
    throw asMisconfigured(error);
  }
}

/**
 * What reads sources: pages, and files with the limits of the operator's own, in threads, so that none holds up an
 * answer. The caller closes it.
 */
export async function openReading(
  settings: Settings,
  userAgent: string,
  copies: string,
): Promise<Reading & { close(): Promise<void> }> {
  const get = createCrawlGet({ userAgent, allow: settings.pageAllow, proxy: pageProxyOf(settings) });
  const pages = createExtractorPool({ maxThreads: 1, ...READING_TIME });
  const files = createExtractorPool({ maxThreads: 1, ...FILE_LIMITS });
  return {
    visitor: createVisitor({ get, agent: 'Sayso' }),
    // The bytes that a thread gets are gone here.
    readPage: (bytes, contentType, signal) => pages.read(Uint8Array.from(bytes), contentType, signal),
    readFile: files.readFile,
    copies,
    close: async () => void (await Promise.all([pages.close(), files.close()])),
  };
}

/** Nobody waits for a source: a long PDF may take its time. */
const READING_TIME = { maxMs: 60_000, busyMs: 60_000 } as const;
/** A PDF may have 20,000 pages. */
const FILE_LIMITS = { maxMs: 600_000, busyMs: 600_000, maxHeapMb: 1_024, maxOutsideMb: 1_024 } as const;

/** The sources that an index keeps; it forgets those that the file no longer names. */
export function namesOf({ collections }: Pick<SourcesFile, 'collections'>) {
  return collections.flatMap(({ name: collection, sources }) =>
    sources.map(({ name }) => ({ collection, name })),
  );
}

/** Whether all models are on this machine, in its network, or at a host that the operator trusts. */
function areLocal(addresses: readonly (string | null)[], trusted: readonly string[]): boolean {
  return addresses.every((address) => {
    const host = address === null ? null : URL.parse(address)?.hostname.replace(/^\[|\]$/g, '');
    if (host === null || host === undefined) return false;
    if (trusted.includes(host)) return true;
    // A name without a dot, as of a container, leads nowhere outside.
    return isIP(host) === 0 ? /^[^.]+$|\.localhost$/.test(host) : !isPublicAddress(host);
  });
}
