import { answerWordsFor } from './answer/answer-words.ts';
import { inBlocks } from './answer/in-blocks.ts';
import { inSentences } from './answer/in-sentences.ts';
import { createInstruments } from './answer/instruments.ts';
import { type Admission, inPlace } from './answer/places.ts';
import { readInPlace } from './answer/read-in-place.ts';
import { createAnswering, createChoosing } from './answering.ts';
import { citedPlaces } from './check/citations.ts';
import { ownHosts, rankingSettings, searchSettings, writingSettings } from './config/part-settings.ts';
import type { Settings } from './config/settings.ts';
import type { House } from './core/house.ts';
import { readinessOf } from './core/readiness.ts';
import type { Status } from './core/status.ts';
import { toPublicUrl } from './core/url.ts';
import { WARM_UP_AFTER_MS, warmUpInstant } from './instant/warm-up.ts';
import { createKeeping } from './keeping.ts';
import { createUpstream, reportUnreachable } from './net/upstream.ts';
import type { Log } from './observe/log.ts';
import type { StrainProbe } from './observe/strain.ts';
import { createRanking, type Ranking } from './rank/ranking.ts';
import { createBlockRenderer } from './render/blocks.ts';
import { forms } from './render/forms.ts';
import { createSentenceStream } from './render/sentence-stream.ts';
import { diagnoseSlots } from './search/diagnose-slot.ts';
import { createSlots } from './search/engines/slots.ts';
import type { Search } from './search/search.ts';
import { searchAll } from './search/search-all.ts';
import { statusOf, type TrackedSlot, trackAll } from './search/tracked-slot.ts';
import { createExtractiveWriter } from './write/extractive/extractive.ts';
import { createWriting } from './write/setup/writing.ts';

/** Combines several back-ends into one search. */
export type SearchOver = (slots: readonly TrackedSlot[], settings: { readonly hedge: boolean }) => Search;

/** The inputs from which the service is built, besides its settings. */
export type AssembleOptions = {
  readonly log: Log;
  readonly searchOver?: SearchOver | undefined;
  readonly strainProbe?: StrainProbe | undefined;
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
): Promise<House> {
  await using opened = new AsyncDisposableStack();
  const parts = await openParts(settings, { ...options, version, opened });
  const { instruments, keeping, pages, slots, writing, ranking } = parts;
  const { admission } = instruments;
  const closing = new AbortController();
  opened.defer(() => closing.abort());
  const { log } = options;
  const held = opened.move();
  return {
    ...createAnswering(settings, parts),
    chooseAnswer: createChoosing(settings, parts),
    read: pages && readInPlace(pages.readPage, settings.readTimeoutMs, instruments.readAdmission),
    ...rankInPlace(ranking, admission),
    derived: {
      'answer-block': () => inBlocks(createBlockRenderer),
      sentence: () => inSentences(createSentenceStream),
    },
    forms,
    citations: citedPlaces,
    documents: slots.flatMap((slot) => slot.documents ?? []),
    siteIcon: pages?.siteIcon ?? null,
    metrics: instruments.metrics,
    watchRequest: instruments.watchRequest,
    countShared: keeping.countShared,
    signingSecret: async () => settings.signingSecret ?? (await keeping.sharedSecret()),
    ...createReports(settings, version, parts),
    warmUp() {
      void writing.warmUp();
      if (settings.instant) void warmUpInstant(WARM_UP_AFTER_MS, closing.signal);
      const calling = { upstream: parts.upstream, signal: closing.signal };
      void reportUnreachable(ownHosts(settings), calling, (sentence) => log.warn(sentence));
      void writing.findTroubles(closing.signal).then((troubles) => {
        for (const trouble of troubles) log.warn(trouble);
      });
    },
    async diagnose(signal) {
      const all = [diagnoseSlots(slots, signal), writing.diagnose(signal), ranking.diagnose(signal)];
      return (await Promise.all(all)).flat();
    },
    close: () => held.disposeAsync(),
  };
}

/** The models that rank and embed for callers, with a place for each call. */
function rankInPlace(
  { score, embedTexts }: Ranking,
  admission: Admission,
): Pick<House, 'scorePassages' | 'embedTexts'> {
  const placed =
    <Task extends { readonly timeoutMs: number }, Result>(
      work: (task: Task, signal: AbortSignal) => Promise<Result>,
    ) =>
    (task: Task, signal: AbortSignal) => {
      const call = (leftMs: number) => work({ ...task, timeoutMs: leftMs }, signal);
      return inPlace(admission, { timeoutMs: task.timeoutMs, call }, signal);
    };
  return { scorePassages: placed(score), embedTexts: embedTexts && placed(embedTexts) };
}

type OpenOptions = AssembleOptions & { readonly version: string; readonly opened: AsyncDisposableStack };
type OpenParts = Awaited<ReturnType<typeof openParts>>;

/** Opens everything that has connections, threads or memory; `opened` closes it. */
async function openParts(settings: Settings, { log, version, opened, ...options }: OpenOptions) {
  const userAgent = `Sayso/${version}${settings.contact === null ? '' : ` (${settings.contact})`}`;
  const instruments = await createInstruments(settings, version, { log, ...options });
  opened.defer(instruments.close);
  const upstream = createUpstream({ userAgent, extraHeaders: instruments.traceHeaders });
  opened.defer(upstream.close);
  const quoting = createExtractiveWriter(answerWordsFor);
  const writing = createWriting({
    ...writingSettings(settings),
    ...{ fetch: upstream.fetch, userAgent, wrap: instruments.writer, quoting },
    onFallback: (reason, model) => log.warn({ reason, model }, 'the second model takes over'),
  });
  const count = instruments.countCacheLookup;
  const keeping = await createKeeping(settings, version, { log, count });
  opened.defer(keeping.close);
  const ranking = createRanking({
    ...rankingSettings(settings),
    upstream,
    onCall: (model, outcome, tookMs) =>
      instruments.metrics.observe('rankingDuration', { model, outcome }, tookMs / 1000),
    onRest: (model, cause) => log.warn({ cause }, `the ${model} is suspended`),
  });
  const found = await createSlots({ ...searchSettings(settings), upstream, embed: ranking.embed });
  const slots = trackAll(found.map(instruments.slot), keeping.shareHints);
  for (const slot of slots) reportRests(slot, log);
  instruments.readSlots(() => slots.map(statusOf));
  const pages = settings.readPages
    ? (await import('./read/pages.ts')).createPages({
        ...{ userAgent, allow: settings.pageAllow, timeoutMs: settings.readTimeoutMs },
        ...{ siteIcons: settings.siteIcons, keeping: keeping.pages },
        onFault: (error) => log.warn({ err: error }, 'a thread that reads pages failed'),
      })
    : null;
  if (pages !== null) opened.defer(pages.close);
  const search = instruments.search((options.searchOver ?? searchAll)(slots, settings));
  return { instruments, upstream, writing, quoting, keeping, slots, pages, search, ranking };
}

/** The functions that report the state of the service. */
function createReports(
  settings: Settings,
  version: string,
  { instruments, slots, writing: { writer } }: OpenParts,
): Pick<House, 'status' | 'readiness'> {
  const status: Status = {
    version,
    llmConfigured: writer !== null,
    searchPrimaryUrl: toPublicUrl(settings.primaryUrl ?? ''),
    searchSecondaryUrl: toPublicUrl(settings.secondaryUrl ?? ''),
  };
  const answersAlone = settings.modelOnlyFallback && writer !== null && !writer.needsSources;
  return {
    status: () => status,
    readiness: () =>
      readinessOf({ shortOf: instruments.strain.shortOf, answersAlone, slots: slots.map(statusOf) }),
  };
}

/**
 * Logs one line whenever a slot is suspended. If a slot hangs, the next one overtakes it, and no answer
 * mentions it.
 */
function reportRests({ engine, label, breaker }: TrackedSlot, log: Log): void {
  breaker.onOpen(() => {
    const restMs = Math.ceil(breaker.restMs);
    log.warn({ engine, cause: `${label}: ${breaker.openedBy?.cause}`, restMs }, 'slot suspended');
  });
}
