import { warmUpInstant } from '@sayso/instant';
import { toPublicUrl } from '@sayso/text/url.ts';
import { admitCalls, chargeCalls, readWithPermit } from '../admission/admission.ts';
import { openPipeline } from '../answer/pipeline.ts';
import { loadSettings, readEnvironment } from '../config/load.ts';
import { diagnoseProxies } from '../config/pages.ts';
import { ownHosts, type Settings } from '../config/settings.ts';
import type { SearchReport } from '../core/events.ts';
import type { Embed, RankingTask, ScoredPassages } from '../core/ranking.ts';
import type { SearchRequest, Service } from '../core/service.ts';
import { type Diagnosis, readinessOf, type Status } from '../core/status.ts';
import { searchChosenCollection } from '../documents/choose-collection.ts';
import { linkFoundDocuments, readOwnDocuments } from '../documents/document-urls.ts';
import { createEmbedder } from '../models/ranking/embedder.ts';
import { createUpstream, type Upstream } from '../net/upstream.ts';
import { UpstreamError } from '../net/upstream-error.ts';
import { createLog } from '../observe/log.ts';
import { diagnoseSlots } from '../search/diagnose-slot.ts';
import { statusOf } from '../search/slot.ts';
import { type AssembleOptions, type OpenParts, openParts } from './open-parts.ts';

/** The first question after a start has usually been asked by then; making the tables would delay it. */
const WARM_UP_AFTER_MS = 5_000;

/** The number of texts to rank that count as one unit of work; a model gets about as many in one call. */
const TEXTS_PER_UNIT = 30;

/**
 * Builds the whole service from the settings. If one part fails, the parts already opened are closed.
 * @throws Failure `misconfigured` for a setting that points to something unusable
 */
export async function assemble(
  settings: Settings,
  version: string,
  options: AssembleOptions,
): Promise<Service & Pick<OpenParts, 'keys'>> {
  await using opened = new AsyncDisposableStack();
  const parts = await openParts(settings, version, { ...options, opened });
  const { instruments, caches, pages, slots, models, ranking, log } = parts;
  const closing = new AbortController();
  opened.defer(() => closing.abort());
  const resources = opened.move();
  return {
    ...openPipeline(parts),
    ...findingsOf(parts),
    documents: parts.documents,
    collectionsOf: (caller) => parts.ownWeb?.collectionsOf(caller) ?? [],
    siteIcon: pages?.siteIcon ?? null,
    picture: pages?.picture ?? null,
    metrics: instruments.metrics,
    usage: parts.sums,
    keys: parts.keys,
    observeRequest: instruments.observeRequest,
    traceOf: instruments.traceOf,
    countShared: caches.countShared,
    streams: caches.streams,
    signingSecret: caches.signingSecret,
    ...reportsOf(parts),
    warmUp() {
      void models.warmUp();
      void warmUpInstant(WARM_UP_AFTER_MS, closing.signal);
      const calling = { upstream: parts.upstream, signal: closing.signal };
      void reportUnreachable(ownHosts(settings), calling, (sentence) => log.warn(sentence));
      void models.findProblems(closing.signal).then((problems) => {
        for (const problem of problems) log.warn(problem);
      });
    },
    async diagnose(signal) {
      const [search, writing, ...others] = await Promise.all([
        diagnoseSlots(slots, signal),
        models.diagnose(signal),
        ranking.diagnose(signal),
        pages?.diagnose(signal) ?? [],
      ]);
      return [
        ...diagnoseProxies(settings),
        ...search.map((slot) => ({ ...slot, answers: true })),
        ...writing.map((model) => ({ ...model, answers: settings.modelOnlyFallback })),
        ...others.flat(),
      ];
    },
    close: () => resources.disposeAsync(),
  };
}

/** The functions that search, read and rank for one call. */
function findingsOf({
  settings,
  search,
  pages,
  ranking,
  admissions,
  documents,
  ownWeb,
}: OpenParts): Pick<Service, 'search' | 'read' | 'rank'> {
  const searchAdmitted = admitCalls<SearchRequest, SearchReport>(
    (request, { caller, signal }) => search({ ...request, caller }, signal),
    admissions.answers,
  );
  const readPage = pages && readWithPermit(pages.readPage, settings.readTimeoutMs, admissions.reading);
  const rank = admitCalls<RankingTask, ScoredPassages>(
    (task, { signal }) => ranking.score(task, signal),
    admissions.answers,
  );
  return {
    search: chargeCalls(
      searchChosenCollection(linkFoundDocuments(searchAdmitted, documents), ownWeb),
      () => 1,
    ),
    read: readOwnDocuments(readPage && chargeCalls(readPage, () => 1), documents),
    rank: chargeCalls(rank, ({ passages }) => Math.ceil(passages.length / TEXTS_PER_UNIT)),
  };
}

/** The functions that report the state of the service. */
function reportsOf({
  settings,
  version,
  instruments,
  slots,
  models: { writer },
}: OpenParts): Pick<Service, 'status' | 'readiness'> {
  const urlOf = (place: number) =>
    toPublicUrl(settings.slots.find(({ position }) => position === place)?.url ?? '');
  const status: Status = {
    version,
    llmConfigured: writer !== null,
    searchPrimaryUrl: urlOf(1),
    searchSecondaryUrl: urlOf(2),
  };
  const answersAlone = settings.modelOnlyFallback && writer !== null && !writer.needsSources;
  return {
    status: () => status,
    readiness: () =>
      readinessOf({ shortOf: instruments.load.shortOf, answersAlone, slots: slots.map(statusOf) }),
  };
}

/**
 * Checks the present settings with one real call for each part of them.
 * @throws Failure `misconfigured` if they are wrong
 */
export async function examine(version: string, signal: AbortSignal): Promise<readonly Diagnosis[]> {
  const service = await assemble(loadSettings(readEnvironment()).settings, version, {
    log: createLog('silent'),
  });
  return service.diagnose(signal).finally(service.close);
}

/** The embedding model for `sayso index`, to be disposed of; null without one. */
export function openEmbedding(
  settings: Settings,
  version: string,
): (AsyncDisposable & { readonly embed: Embed }) | null {
  const { embedder } = settings;
  if (embedder === null) return null;
  const upstream = createUpstream({ userAgent: `Sayso/${version}` });
  const unobserved = { onCall: () => undefined, onSuspend: () => undefined };
  const { embed } = createEmbedder({ ...embedder, upstream, ...unobserved });
  return { embed, [Symbol.asyncDispose]: () => upstream.close() };
}

const REACH_MS = 2000;
const MAX_REACH_BYTES = 1_000_000;

/** Why a host cannot be reached, in words; null if it replies, with any status and of any length. */
async function whyUnreachable(upstream: Upstream, url: string, signal: AbortSignal): Promise<string | null> {
  try {
    await upstream.request({ url, timeoutMs: REACH_MS, maxBytes: MAX_REACH_BYTES }, signal);
    return null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return error.reason === 'too-large' ? null : error.message;
  }
}

/**
 * Calls `report` with a sentence for each host that does not reply. `hosts` are URLs by the name of their
 * setting; null and `file:` URLs are passed over, and so are hosts that had not replied when `signal`
 * aborted. Never rejects.
 */
export async function reportUnreachable(
  hosts: Readonly<Record<string, string | null>>,
  { upstream, signal }: { readonly upstream: Upstream; readonly signal: AbortSignal },
  report: (sentence: string) => void,
): Promise<void> {
  await Promise.all(
    Object.entries(hosts).map(async ([name, url]) => {
      if (url === null || !/^https?:/.test(url)) return;
      const cause = await whyUnreachable(upstream, url, signal).catch(() => null);
      if (cause !== null) report(`${name}: ${toPublicUrl(url)} cannot be reached: ${cause}`);
    }),
  );
}
