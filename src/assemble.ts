import { createAnswerer } from './answer/answer.ts';
import { answerWordsFor } from './answer/answer-words.ts';
import { startBudget } from './answer/budget.ts';
import { createDeep } from './answer/gather/deep.ts';
import { gatherEarlier } from './answer/gather/earlier.ts';
import { createOnce } from './answer/gather/once.ts';
import { inBlocks } from './answer/in-blocks.ts';
import { inSentences } from './answer/in-sentences.ts';
import { createInstruments } from './answer/instruments.ts';
import { cached } from './answer/kept/cached.ts';
import { inPlace, limited, readInPlace } from './answer/places.ts';
import type { GatherSteps, Steps } from './answer/steps.ts';
import { watched } from './answer/watched.ts';
import { type ReworkSteps, withRework } from './answer/with-rework.ts';
import { exceptOwnWords, type JudgedParts, judgeAnswer, withStatements } from './answer/with-statements.ts';
import { withSupport } from './answer/with-support.ts';
import { citedPlaces, createCitationFilter } from './check/citations.ts';
import { support } from './check/support.ts';
import { ownHosts, searchSettings, writingSettings } from './config/part-settings.ts';
import type { Settings } from './config/settings.ts';
import { startDeadline } from './core/deadline.ts';
import { byDepth } from './core/depth.ts';
import type { Answerer, Gathering } from './core/events.ts';
import type { House } from './core/house.ts';
import { readinessOf } from './core/readiness.ts';
import type { Status } from './core/status.ts';
import type { Question } from './core/terms.ts';
import { toPublicUrl } from './core/url.ts';
import { findRework } from './instant/find-rework.ts';
import { WARM_UP_AFTER_MS, warmUpInstant } from './instant/warm-up.ts';
import { withInstant } from './instant/with-instant.ts';
import { createJudge } from './judge/judge.ts';
import { createRightSource } from './judge/right-source.ts';
import { withoutUnsupported } from './judge/without-unsupported.ts';
import { createKeeping } from './keeping.ts';
import { createUpstream, reportUnreachable } from './net/upstream.ts';
import type { Log } from './observe/log.ts';
import type { StrainProbe } from './observe/strain.ts';
import { createRanking } from './ranking.ts';
import { createPages } from './read/pages.ts';
import { createBlockRenderer } from './render/blocks.ts';
import { forms } from './render/forms.ts';
import { render } from './render/render.ts';
import { createSentenceStream } from './render/sentence-stream.ts';
import { cachedSearch } from './search/cached-search.ts';
import { diagnoseSlots } from './search/diagnose-slot.ts';
import { createSlots } from './search/engines/slots.ts';
import { failover } from './search/failover.ts';
import type { Search } from './search/search.ts';
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
  const closing = new AbortController();
  opened.defer(() => closing.abort());
  const { log } = options;
  const held = opened.move();
  return {
    ...createAnswering(settings, parts),
    read: pages && readInPlace(pages.readPage, settings.readTimeoutMs, instruments.admission),
    derived: {
      'answer-block': () => inBlocks(createBlockRenderer),
      sentence: () => inSentences(createSentenceStream),
    },
    compared: { support: withSupport(support), statement: withStatements(judging) },
    judgeAnswer: judged,
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

type OpenOptions = AssembleOptions & { readonly version: string; readonly opened: AsyncDisposableStack };
type OpenParts = Awaited<ReturnType<typeof openParts>>;

/** Opens everything that has connections, threads or memory; `opened` closes it. */
async function openParts(settings: Settings, { log, version, opened, ...options }: OpenOptions) {
  const userAgent = `Sayso/${version}${settings.contact === null ? '' : ` (${settings.contact})`}`;
  const instruments = await createInstruments(settings, version, { log, ...options });
  opened.defer(instruments.close);
  const upstream = createUpstream({ userAgent, extraHeaders: instruments.traceHeaders });
  opened.defer(upstream.close);
  const writing = createWriting({
    ...writingSettings(settings),
    ...{ fetch: upstream.fetch, userAgent, wrap: instruments.writer, createQuoting },
    onFallback: (reason, model) => log.warn({ reason, model }, 'the second model takes over'),
  });
  const count = instruments.countCacheLookup;
  const keeping = await createKeeping(settings, version, { log, count });
  opened.defer(keeping.close);
  const ranking = createRanking(settings, { upstream, metrics: instruments.metrics, log });
  const found = await createSlots({ ...searchSettings(settings), upstream, embed: ranking.embed });
  const slots = trackAll(found.map(instruments.slot), keeping.shareHints);
  for (const slot of slots) reportRests(slot, log);
  instruments.readSlots(() => slots.map(statusOf));
  const pages = settings.readPages
    ? createPages({
        ...{ userAgent, allow: settings.pageAllow, timeoutMs: settings.readTimeoutMs },
        ...{ siteIcons: settings.siteIcons, keeping: keeping.pages },
        onFault: (error) => log.warn({ err: error }, 'a thread that reads pages failed'),
      })
    : null;
  if (pages !== null) opened.defer(pages.close);
  const search = instruments.search((options.searchOver ?? failover)(slots, settings));
  return { instruments, upstream, writing, keeping, slots, pages, search, ranking };
}

const citationFilter: Steps['createCitationFilter'] = (sources, language) =>
  createCitationFilter(sources.length, createRightSource(sources, language));
const judging = exceptOwnWords(createJudge);
/** The treatment of statements that no source supports. */
function policyOf(unsupported: Settings['unsupported']): Steps['unsupported'] {
  if (unsupported === 'mark') return null;
  return { asks: unsupported === 'ask', judge: judged, drop: withoutUnsupported };
}

const judged = (answer: JudgedParts) => judgeAnswer(answer, judging);
const createQuoting = () => createExtractiveWriter(answerWordsFor);

/** The steps that gather the evidence; `isRead` says whether pages are read. */
function gatherStepsOf(
  { instruments, pages, writing: { condense }, ranking: { select } }: OpenParts,
  search: Search,
  { mayUseKept, isRead }: { readonly mayUseKept: boolean; readonly isRead: boolean },
): GatherSteps {
  const reading = (isRead && pages?.readingOf(mayUseKept)) || null;
  return instruments.gathering({ condense, search, select, reading });
}

/** Makes the innermost answerers, one for each depth; they call the back-ends, pages and models. */
function answererFrom(settings: Settings, parts: OpenParts): (gathering: GatherSteps) => Answerer {
  const { contextTokens, modelProvider, modelOnlyFallback, unsupported, deepTokens } = settings;
  const { instruments, slots, writing } = parts;
  const onlyDocuments = slots.length > 0 && slots.every(({ documents }) => documents);
  const common = {
    ...{ createCitationFilter: citationFilter, render, modelOnlyFallback },
    standIn: modelProvider === 'extractive' ? null : createQuoting(),
    corpus: onlyDocuments ? 'documents' : 'web',
  } as const;
  return (gathering) => {
    const { research, writer, deepWriter } = writing;
    const quick = createAnswerer(
      instruments.steps({
        ...common,
        ...{ contextTokens, writer, gather: createOnce(gathering), unsupported: policyOf(unsupported) },
      }),
    );
    const mostTokens = deepTokens;
    const deep = createAnswerer(
      instruments.steps({
        ...common,
        ...{ mostTokens, contextTokens: Math.floor(mostTokens * DEEP_SOURCE_SHARE) },
        ...{ writer: deepWriter, unsupported: policyOf('ask') },
        gather: createDeep({ ...gathering, research: instruments.research(research), mostTokens }),
      }),
    );
    return (question, signal) => byDepth(question.depth, { quick, deep })(question, signal);
  };
}

/**
 * The share of a deep answer's tokens for source text: the text is sent twice, to find gaps and to write.
 */
const DEEP_SOURCE_SHARE = 0.27;

/**
 * The functions that answer, gather and search. The wrappers of an answer, from the outside in: a trace,
 * metrics for its callers, instant answers and rework, the cache, admission, and metrics for the run.
 */
function createAnswering(settings: Settings, parts: OpenParts): Pick<House, 'answer' | 'gather' | 'search'> {
  const { instruments, keeping, writing, search } = parts;
  const { admission, deepAdmission } = instruments;
  const searchOf = (mayUseKept: boolean) =>
    keeping.searches === null ? search : cachedSearch(search, { ...keeping.searches, mayUseKept });
  const stepsOf = (mayUseKept: boolean, isRead: boolean) =>
    gatherStepsOf(parts, searchOf(mayUseKept), { mayUseKept, isRead });
  const answererOf = answererFrom(settings, parts);
  // Without a writer, only the sources are shown, so their pages are not read.
  const isRead = writing.writer !== null;
  const [usual, fresh] = [answererOf(stepsOf(true, isRead)), answererOf(stepsOf(false, isRead))];
  const made = watched<void>(
    (question, signal) => (question.fresh === true ? fresh : usual)(question, signal),
    ...instruments.run,
  );
  const [quick, deep] = [limited(made, admission), limited(made, deepAdmission)];
  const one: Answerer = (question, signal) => byDepth(question.depth, { quick, deep })(question, signal);
  const kept = keeping.answers === null ? one : cached(one, keeping.answers);
  const rework = reworkSteps(settings, parts);
  const reworked = rework === null ? kept : withRework(kept, rework);
  const all = settings.instant ? withInstant(reworked, { render, now: Date.now }) : kept;
  const [gather, gatherFresh] = [createOnce(stepsOf(true, true)), createOnce(stepsOf(false, true))];
  async function* gatherEvidence(question: Question, signal: AbortSignal): Gathering {
    using deadline = startDeadline(question.deadlineMs, signal);
    const budget = startBudget(deadline, question.sourceTokens ?? settings.contextTokens);
    return yield* (question.fresh === true ? gatherFresh : gather)(question, budget, deadline.signal);
  }
  return {
    answer: instruments.traced(watched(all, ...instruments.callers)),
    gather: instruments.traced(watched(limited(gatherEvidence, admission), ...instruments.gatherers)),
    search: async ({ timeoutMs, fresh: isFresh, ...query }, signal) => {
      const call = (leftMs: number) => searchOf(isFresh !== true)(query, leftMs, signal);
      return { words: query.text, ...(await inPlace(admission, { timeoutMs, call }, signal)) };
    },
  };
}

/**
 * The part that writes another form of an answer; null without a model, or if the sources of answers are not
 * stored.
 */
function reworkSteps(
  { contextTokens, modelOnlyFallback }: Settings,
  { instruments, keeping, writing: { writer } }: OpenParts,
): ReworkSteps | null {
  if (writer === null || writer.needsSources || keeping.sources === null) return null;
  const steps: Steps = {
    ...{ createCitationFilter: citationFilter, render, modelOnlyFallback, contextTokens, writer },
    ...{ gather: gatherEarlier, standIn: null, unsupported: null, corpus: 'web' },
  };
  const made = watched<void>(createAnswerer(instruments.steps(steps)), ...instruments.run);
  return { find: findRework, answer: limited(made, instruments.admission), cache: keeping.sources };
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
