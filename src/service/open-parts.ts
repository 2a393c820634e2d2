import { type Admissions, createAdmissions, deepPlaces } from '../admission/admission.ts';
import { answerWordsForQuestion } from '../answer/answer-words.ts';
import { selectWith } from '../answer/gather.ts';
import type { Parts } from '../answer/parts.ts';
import { readEnvironment } from '../config/load.ts';
import { writingSettings } from '../config/models.ts';
import { foreignEnvironment } from '../config/names.ts';
import { pageProxyOf, proxiesOf } from '../config/pages.ts';
import type { Settings } from '../config/settings.ts';
import type { OwnWeb } from '../documents/own-web.ts';
import { createRanking } from '../models/ranking/ranking.ts';
import { createUpstream, openProxies } from '../net/upstream.ts';
import { observeSlots } from '../observe/answers.ts';
import { type Instrumentation, openInstruments } from '../observe/instrumentation.ts';
import type { Log } from '../observe/log.ts';
import { observeModelCall } from '../observe/model-calls.ts';
import type { LoadProbe } from '../observe/process.ts';
import { openSlots } from '../search/engines/registry.ts';
import { openOwnSlot, openSearch, type SearchParts } from '../search/pipeline.ts';
import { statusOf } from '../search/slot.ts';
import { createWriting } from '../write/create-writing.ts';
import { createPassageWriter } from '../write/passage-writer.ts';
import { openCaches } from './caches.ts';
import type { OwnKeys } from './own-keys.ts';

/** The inputs from which the service is built, besides its settings. */
export type AssembleOptions = {
  readonly log: Log;
  /** True for a service that others ask: only then, the file of keys is read. */
  readonly hasCallers?: boolean;
  readonly searchOver?: SearchParts['over'];
  readonly loadProbe?: LoadProbe;
};

/** The parts of a running service: those that answers are made with, and those that reports need. */
export type OpenParts = Awaited<ReturnType<typeof openParts>>;

/** Opens everything that has connections, threads or memory; `opened` closes it. */
export async function openParts(
  settings: Settings,
  version: string,
  { log, opened, ...options }: AssembleOptions & { readonly opened: AsyncDisposableStack },
) {
  const userAgent = `Sayso/${version}${settings.contact === null ? '' : ` (${settings.contact})`}`;
  const instruments = await openInstruments(settings.tracesEndpoint, version, { log, ...options });
  opened.defer(instruments.close);
  const { metrics } = instruments;
  const upstream = createUpstream({ dispatcher: await openProxies(proxiesOf(settings)), userAgent });
  opened.defer(upstream.close);
  let ownWeb: OwnWeb | null = null;
  const caches = await openCaches(settings, version, {
    log,
    count: (cache, outcome) => metrics.cacheLookups.inc({ cache, outcome }),
    collectionsOf: (caller) => ownWeb?.collectionsOf(caller) ?? [],
  });
  opened.defer(caches.close);
  let keys: OwnKeys | null = null;
  const usage =
    settings.usageFile === null ? null : await openUsageFile(settings.usageFile, log, () => keys?.today());
  if (usage !== null) opened.defer(usage.close);
  if (settings.keysFile !== null && options.hasCallers === true) {
    const { openOwnKeys } = await import('./own-keys.ts');
    const { enterShared } = caches;
    keys = openOwnKeys(settings.keysFile, { log, fetch: upstream.fetch, enterShared, usage });
    opened.defer(keys.ring.close);
  }
  const models = createWriting({
    ...writingSettings(settings),
    costOf: keys?.costOf,
    fetch: upstream.fetch,
    userAgent,
    observeCall: (model) => observeModelCall(model, metrics),
    passages: createPassageWriter(answerWordsForQuestion),
    onCut: (cut, model) =>
      log.warn(
        { ...cut, model },
        'the server of the model reads only a part of long prompts: enlarge its context window, or lower CONTEXT_TOKENS',
      ),
    onFallback: ({ message: reason, address }, model) =>
      log.warn({ reason, address, model }, 'the second model takes over'),
  });
  const ranking = createRanking({
    reranker: settings.reranker,
    embedder: settings.embedder,
    upstream,
    onCall: (model, outcome, tookMs) => metrics.rankingDuration.observe({ model, outcome }, tookMs / 1000),
    onSuspend: (model, cause) => log.warn({ cause }, `the ${model} is suspended`),
  });
  const environment = foreignEnvironment(readEnvironment());
  const { countShared } = caches;
  const connecting = {
    ...{ upstream, embed: ranking.embed, version, environment, countShared },
    timeoutMs: settings.searchTimeoutMs,
    language: settings.searchLanguage,
    safesearch: settings.searchSafesearch,
  };
  const { sourcesFile } = settings;
  const slots = [...(await openSlots({ slots: settings.slots, ...connecting }))];
  if (sourcesFile !== null) {
    const { openOwnWeb } = await import('./own-web.ts');
    const own = await openOwnWeb(sourcesFile, { settings, userAgent, embed: ranking.embed, log });
    ownWeb = own;
    metrics.sources(own.readings);
    slots.push(await openOwnSlot(sourcesFile, own, connecting));
  }
  for (const slot of slots) opened.defer(async () => await slot.close?.());
  observeSlots(slots, { log, metrics }, () => slots.map(statusOf));
  // Loaded only where pages are read.
  const pages = settings.readPages
    ? await (await import('../read/pages.ts')).openPages({
        ...{ userAgent, caching: caches.pages, log, upstream },
        allow: settings.pageAllow,
        timeoutMs: settings.readTimeoutMs,
        proxy: pageProxyOf(settings),
        fallback: settings.renderer,
      })
    : null;
  if (pages !== null) opened.defer(pages.close);
  const parts: Parts = {
    settings,
    // Deep answers follow the speed of the model unless the operator has set their time.
    models: settings.unmeasuredDeepMs === null ? { ...models, fitDeep: null } : models,
    search: openSearch({
      ...{ slots, settings, cache: caches.searches },
      ...{ observe: instruments.observeAttempts, over: options.searchOver },
    }),
    ownWeb,
    documents: slots.flatMap((slot) => slot.documents ?? []),
    documentSlots: new Set(slots.flatMap(({ documents, position }) => (documents ? position : []))),
    hasOnlyDocuments: slots.length > 0 && slots.every(({ documents }) => documents),
    reader: pages?.reader ?? null,
    select: selectWith(ranking.rank),
    admissions: openAdmissions(settings, instruments),
    answers: caches.answers,
    answerSources: caches.sources,
    verdicts: caches.verdicts,
    accounts: [usage?.observe ?? [], keys?.record ?? []].flat(),
    observers: instruments.observers,
  };
  return {
    ...parts,
    version,
    log,
    instruments,
    upstream,
    caches,
    slots,
    pages,
    ranking,
    keys,
    sums: usage?.sums ?? null,
  };
}

/** The counts of `USAGE_FILE`. */
async function openUsageFile(file: string, log: Log, today: () => string | undefined) {
  const { openUsage } = await import('../keys/usage.ts');
  return openUsage(file, (err) => log.error({ err }, 'an answer was not counted in USAGE_FILE'), today);
}

/** Free places, whose use is measured. Nothing is let in while the process is overloaded. */
function openAdmissions(
  { maxConcurrentAnswers: count }: Settings,
  { load, metrics }: Instrumentation,
): Admissions {
  const admissions = createAdmissions({
    count,
    onWaited: (outcome, waitedMs) => metrics.queueWait.observe({ outcome }, waitedMs / 1000),
    isOverloaded: () => load.shortOf !== null,
  });
  const { answers, deep } = admissions;
  metrics.places(() => count);
  metrics.placesTaken(() => answers.places.running);
  metrics.queueLength(() => answers.places.waiting);
  metrics.deepPlaces(() => deepPlaces(count));
  metrics.deepPlacesTaken(() => deep.places.running);
  return admissions;
}
