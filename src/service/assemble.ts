import { warmUpInstant } from '@sayso/instant';
import { citationPositions, createBlockRenderer, createMarkedBlockRenderer } from '@sayso/markdown';
import { createSentenceStream } from '@sayso/speech';
import { toPublicUrl } from '@sayso/text/url.ts';
import { type Admissions, admitCalls, createAdmissions } from '../admission/admission.ts';
import { readWithPermit } from '../admission/read-with-permit.ts';
import { addBlocks } from '../answer/add-blocks.ts';
import { addSentences } from '../answer/add-sentences.ts';
import { answerWordsForQuestion } from '../answer/answer-words.ts';
import { foreignEnvironment } from '../config/foreign-environment.ts';
import { readEnvironment } from '../config/load.ts';
import {
  ownHosts,
  pageSettings,
  rankingSettings,
  searchSettings,
  sitePreferences,
  writingSettings,
} from '../config/part-settings.ts';
import { diagnoseProxies, proxiesOf } from '../config/proxy-settings.ts';
import type { Settings } from '../config/settings.ts';
import { readinessOf } from '../core/readiness.ts';
import type { Service } from '../core/service.ts';
import type { Status } from '../core/status.ts';
import { createRanking } from '../models/ranking/ranking.ts';
import { openProxies } from '../net/proxies.ts';
import { createUpstream, reportUnreachable } from '../net/upstream.ts';
import { logSuspensions } from '../observe/answer-log.ts';
import { createInstrumentation, type Instrumentation } from '../observe/instrumentation.ts';
import type { Log } from '../observe/log.ts';
import type { LoadProbe } from '../observe/process.ts';
import { openPages } from '../read/open-pages.ts';
import type { PageReading } from '../read/reading.ts';
import { forms } from '../render/forms.ts';
import { diagnoseSlots } from '../search/diagnose-slot.ts';
import { createSlots } from '../search/engines/slots.ts';
import { type FailoverOptions, searchAll } from '../search/failover.ts';
import { withSitePreferences } from '../search/scope.ts';
import type { Search } from '../search/search.ts';
import { statusOf, type TrackedSlot, track, withOwnWords } from '../search/slot.ts';
import { createWriting, type WritingOptions } from '../write/create-writing.ts';
import { createPassageWriter } from '../write/passage-writer.ts';
import { createAnswering } from './answering.ts';
import { createCaches } from './create-caches.ts';

/** The first question after a start has usually been asked by then; making the tables would delay it. */
const WARM_UP_AFTER_MS = 5_000;

/** Combines several back-ends into one search. */
export type SearchOver = (slots: readonly TrackedSlot[], settings: FailoverOptions) => Search;

/** The inputs from which the service is built, besides its settings. */
export type AssembleOptions = {
  readonly log: Log;
  readonly searchOver?: SearchOver | undefined;
  /** Replaces or watches the reading of pages. */
  readonly readingOver?: ((reading: PageReading) => PageReading) | undefined;
  /** Replaces the models that write. */
  readonly modelOver?: WritingOptions['modelOver'];
  readonly loadProbe?: LoadProbe | undefined;
};

/**
 * Builds the whole service from the settings; the only place that knows every part. If one part fails, the
 * parts already opened are closed.
 * @throws Failure `misconfigured` for a setting that points to something unusable
 */
export async function assemble(
  settings: Settings,
  version: string,
  options: AssembleOptions,
): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const parts = await openParts(settings, { ...options, version, opened });
  const { instruments, admissions, caches, pages, slots, writing, ranking } = parts;
  const closing = new AbortController();
  opened.defer(() => closing.abort());
  const { log } = options;
  const resources = opened.move();
  return {
    ...createAnswering(settings, parts),
    read: pages && readWithPermit(pages.readPage, settings.readTimeoutMs, admissions.reading),
    scorePassages: admitCalls(ranking.score, admissions.answers),
    derived: {
      'answer-block': () => addBlocks(createBlockRenderer),
      'marked-block': () => addBlocks(createMarkedBlockRenderer, 'marked-block'),
      sentence: () => addSentences(createSentenceStream),
    },
    forms,
    citations: citationPositions,
    documents: slots.flatMap((slot) => slot.documents ?? []),
    siteIcon: pages?.siteIcon ?? null,
    picture: pages?.picture ?? null,
    metrics: instruments.metrics,
    observeRequest: instruments.observeRequest,
    countShared: caches.countShared,
    signingSecret: caches.signingSecret,
    ...createReports(settings, version, parts),
    warmUp() {
      void writing.warmUp();
      if (settings.instant) void warmUpInstant(WARM_UP_AFTER_MS, closing.signal);
      const calling = { upstream: parts.upstream, signal: closing.signal };
      void reportUnreachable(ownHosts(settings), calling, (sentence) => log.warn(sentence));
      void writing.findProblems(closing.signal).then((problems) => {
        for (const problem of problems) log.warn(problem);
      });
    },
    async diagnose(signal) {
      const all = [diagnoseSlots(slots, signal), writing.diagnose(signal), ranking.diagnose(signal)];
      const browser = pages?.diagnose(signal) ?? [];
      return [...diagnoseProxies(settings), ...(await Promise.all([...all, browser])).flat()];
    },
    close: () => resources.disposeAsync(),
  };
}

type OpenOptions = AssembleOptions & { readonly version: string; readonly opened: AsyncDisposableStack };
type OpenParts = Awaited<ReturnType<typeof openParts>>;

/** Opens everything that has connections, threads or memory; `opened` closes it. */
async function openParts(settings: Settings, { log, version, opened, ...options }: OpenOptions) {
  const userAgent = `Sayso/${version}${settings.contact === null ? '' : ` (${settings.contact})`}`;
  const instruments = await createInstrumentation(settings, version, { log, ...options });
  opened.defer(instruments.close);
  const admissions = openAdmissions(settings, instruments);
  const dispatcher = await openProxies(proxiesOf(settings));
  const upstream = createUpstream({ dispatcher, userAgent });
  opened.defer(upstream.close);
  const writing = createWriting({
    ...writingSettings(settings),
    fetch: upstream.fetch,
    userAgent,
    wrap: instruments.writer,
    passages: createPassageWriter(answerWordsForQuestion),
    modelOver: options.modelOver,
    onFallback: ({ message: reason, address }, model) =>
      log.warn({ reason, address, model }, 'the second model takes over'),
  });
  const count = instruments.countCacheLookup;
  const caches = await createCaches(settings, version, { log, count });
  opened.defer(caches.close);
  const ranking = createRanking({
    ...rankingSettings(settings),
    upstream,
    onCall: (model, outcome, tookMs) =>
      instruments.metrics.rankingDuration.observe({ model, outcome }, tookMs / 1000),
    onSuspend: (model, cause) => log.warn({ cause }, `the ${model} is suspended`),
  });
  const environment = foreignEnvironment(readEnvironment());
  const { countShared } = caches;
  const connecting = { upstream, embed: ranking.embed, version, environment, countShared };
  const configuredSlots = await createSlots({ ...searchSettings(settings), ...connecting });
  for (const slot of configuredSlots) opened.defer(async () => await slot.close?.());
  const slots = configuredSlots.map((slot) => track(instruments.slot(withOwnWords(slot))));
  logSuspensions(slots, log);
  instruments.readSlots(() => slots.map(statusOf));
  const { readingOver } = options;
  const shared = { userAgent, caching: caches.pages, log, readingOver, upstream };
  const pages = settings.readPages ? await openPages({ ...pageSettings(settings), ...shared }) : null;
  if (pages !== null) opened.defer(pages.close);
  const documents = new Set(slots.flatMap((slot) => (slot.documents === undefined ? [] : slot.position)));
  const searchSlots = (options.searchOver ?? searchAll)(slots, settings);
  const search = instruments.search(withSitePreferences(searchSlots, sitePreferences(settings), documents));
  return { instruments, admissions, upstream, writing, caches, slots, pages, search, ranking };
}

/** Free places, whose use is measured. Nothing is let in while the process is overloaded. */
function openAdmissions(
  { maxConcurrentAnswers: count }: Settings,
  { load, onWaited, readPlaces }: Instrumentation,
): Admissions {
  const isOverloaded = () => load.shortOf !== null;
  const admissions = createAdmissions({ count, onWaited, isOverloaded });
  readPlaces('answers', admissions.answers.places);
  readPlaces('deep', admissions.deep.places);
  return admissions;
}

/** The functions that report the state of the service. */
function createReports(
  settings: Settings,
  version: string,
  { instruments, slots, writing: { writer } }: OpenParts,
): Pick<Service, 'status' | 'readiness'> {
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
