import { createAnswerer, type Steps } from './answer/answer.ts';
import { answerWordsFor } from './answer/answer-words-for.ts';
import { startBudget } from './answer/budget.ts';
import { createOnce } from './answer/gather/once.ts';
import { inBlocks } from './answer/in-blocks.ts';
import { inSentences } from './answer/in-sentences.ts';
import { cached } from './answer/kept/cached.ts';
import { watched } from './answer/watched.ts';
import { withSupport } from './answer/with-support.ts';
import { createCitationFilter } from './check/citations.ts';
import { support } from './check/support.ts';
import type { Settings } from './config/settings.ts';
import { startDeadline } from './core/deadline.ts';
import type { Forms, House } from './core/house.ts';
import type { Diagnosis } from './core/status.ts';
import { toPublicUrl } from './core/url.ts';
import { createInstruments } from './instruments.ts';
import { createKeeping, type Keeping } from './keeping.ts';
import { whyUnreachable } from './net/reachable.ts';
import { createUpstream, type Upstream } from './net/upstream.ts';
import type { Log } from './observe/log.ts';
import { createPages } from './pages.ts';
import { createBlockRenderer } from './render/blocks.ts';
import { toHtmlForm } from './render/forms/html-form.ts';
import { toMarkdownForm } from './render/forms/markdown-form.ts';
import { toPlainForm } from './render/forms/plain-form.ts';
import { toSsmlForm } from './render/forms/ssml-form.ts';
import { render } from './render/render.ts';
import { createSentenceStream } from './render/sentence-stream.ts';
import { cachedSearch } from './search/cached-search.ts';
import { diagnoseSlot } from './search/diagnose-slot.ts';
import { failover } from './search/failover.ts';
import { hinted } from './search/hinted-breaker.ts';
import type { Search } from './search/search.ts';
import type { Slot } from './search/slot.ts';
import { statusOf, type WatchedSlot, watch } from './search/watched-slot.ts';
import { select } from './select/select.ts';
import { createSlots } from './slots.ts';
import { createExtractiveWriter } from './write/extractive/extractive.ts';
import { createWriting } from './writing.ts';

/** Combines several back-ends into one search. */
export type SearchOver = (slots: readonly WatchedSlot[], settings: { readonly hedge: boolean }) => Search;

const forms: Forms = {
  'text/plain': toPlainForm,
  'text/markdown': toMarkdownForm,
  'text/html': toHtmlForm,
  'application/ssml+xml': toSsmlForm,
};

const NO_SEARCH: Diagnosis = {
  name: 'search',
  ok: false,
  cause: 'no back-end is configured',
  remedy: 'set SEARCH_PRIMARY_URL',
};

/**
 * Builds the whole service from the settings; the only place that knows every part. If one part fails, the
 * parts already opened are closed.
 * @throws Failure `misconfigured` for a setting that points to something unusable
 */
export async function assemble(
  settings: Settings,
  version: string,
  { log, searchOver = failover }: { readonly log: Log; readonly searchOver?: SearchOver },
): Promise<House> {
  await using opened = new AsyncDisposableStack();
  const userAgent = `Sayso/${version}${settings.contact === null ? '' : ` (${settings.contact})`}`;
  const instruments = await createInstruments(settings, version, log);
  opened.defer(instruments.close);
  const upstream = createUpstream({ userAgent, extraHeaders: instruments.traceHeaders });
  opened.defer(upstream.close);
  const outside = { fetch: upstream.fetch, userAgent };
  const writing = createWriting(settings, outside, log, instruments.writer);
  const { writer } = writing;
  const keeping = await createKeeping(settings, version, log, instruments.countCacheLookup);
  opened.defer(keeping.close);
  const slots = watchAll((await createSlots(settings, upstream)).map(instruments.slot), keeping);
  const corpus = slots.length > 0 && slots.every(({ documents }) => documents) ? 'documents' : 'web';
  for (const slot of slots) reportRests(slot, log);
  instruments.readSlots(() => slots.map(statusOf));
  const closing = new AbortController();
  opened.defer(() => closing.abort());
  const pages = settings.readPages ? createPages(settings, { userAgent, keeping, log }) : null;
  if (pages !== null) opened.defer(pages.close);
  const search = instruments.search(searchOver(slots, settings));
  const { contextTokens } = settings;
  const searchOf = (mayUseKept: boolean) =>
    keeping.searches === null ? search : cachedSearch(search, { ...keeping.searches, mayUseKept });
  const gatherOf = (mayUseKept: boolean, isRead: boolean) =>
    createOnce(
      instruments.gathering({
        condense: writing.condense,
        search: searchOf(mayUseKept),
        select,
        reading: (isRead && pages?.readingOf(mayUseKept)) || null,
      }),
    );
  const stepsOf = (mayUseKept: boolean): Steps => ({
    // Without a writer, only the sources are shown, so their pages are not read.
    gather: gatherOf(mayUseKept, writer !== null),
    contextTokens,
    writer,
    standIn: settings.modelProvider === 'extractive' ? null : createExtractiveWriter(answerWordsFor),
    createCitationFilter,
    render,
    modelOnlyFallback: settings.modelOnlyFallback,
    corpus,
  });
  const answererOf = (mayUseKept: boolean) => createAnswerer(instruments.steps(stepsOf(mayUseKept)));
  const [usual, fresh] = [answererOf(true), answererOf(false)];
  const one = instruments.limited(
    watched(
      (question, signal) => (question.fresh === true ? fresh : usual)(question, signal),
      ...instruments.run,
    ),
  );
  const kept = keeping.answers === null ? one : cached(one, keeping.answers);
  const answer = instruments.traced(watched(kept, ...instruments.callers));
  const held = opened.move();
  const [gather, gatherFresh] = [gatherOf(true, true), gatherOf(false, true)];
  return {
    answer,
    async *gather(question, signal) {
      using deadline = startDeadline(question.deadlineMs, signal);
      const budget = startBudget(deadline, contextTokens);
      return yield* (question.fresh === true ? gatherFresh : gather)(question, budget, deadline.signal);
    },
    search: async ({ timeoutMs, ...query }, signal) => ({
      words: query.text,
      ...(await searchOf(true)(query, timeoutMs, signal)),
    }),
    read: pages?.readPage ?? null,
    derived: {
      'answer-block': () => inBlocks(createBlockRenderer),
      sentence: () => inSentences(createSentenceStream),
      support: () => withSupport(support),
    },
    forms,
    documents: slots.flatMap((slot) => slot.documents ?? []),
    siteIcon: pages?.siteIcon ?? null,
    metrics: instruments.metrics,
    watchRequest: instruments.watchRequest,
    countShared: keeping.countShared,
    status: () => ({
      version,
      llmConfigured: writer !== null,
      searchPrimaryUrl: toPublicUrl(settings.primaryUrl ?? ''),
      searchSecondaryUrl: toPublicUrl(settings.secondaryUrl ?? ''),
    }),
    readiness() {
      const answersAlone = settings.modelOnlyFallback && writer !== null && !writer.needsSources;
      const known = slots.map(statusOf);
      const { shortOf } = instruments.strain;
      return {
        shortOf,
        ready: shortOf === null && (answersAlone || known.some(({ state }) => state !== 'open')),
        answersAlone,
        slots: known,
      };
    },
    warmUp() {
      void writing.warmUp();
      void warnOfUnreachable(settings, upstream, log, closing.signal);
      void writing.findTroubles(closing.signal).then((troubles) => {
        for (const trouble of troubles) log.warn(trouble);
      });
    },
    async diagnose(signal) {
      const ofSlots = slots.map((slot) => diagnoseSlot(slot, signal));
      const [searches, models] = await Promise.all([Promise.all(ofSlots), writing.diagnose(signal)]);
      return [...(searches.length > 0 ? searches : [NO_SEARCH]), ...models];
    },
    close: () => held.disposeAsync(),
  };
}

/** The slots with their state, here and at other instances. */
function watchAll(slots: readonly Slot[], keeping: Keeping): readonly WatchedSlot[] {
  const hints = keeping.shareHints(slots.map(({ sharedName }) => sharedName));
  return slots.map((slot) => {
    const watched = watch(slot);
    if (hints === null) return watched;
    const { sharedName } = slot;
    const breaker = hinted(watched.breaker, {
      post: (text, lifetimeMs) => hints.post(sharedName, text, lifetimeMs),
      read: () => hints.read(sharedName),
    });
    return { ...watched, breaker };
  });
}

/**
 * Logs one line whenever a slot is suspended. A slot that hangs is overtaken by the next one and appears in
 * no answer.
 */
function reportRests({ engine, label, breaker }: WatchedSlot, log: Log): void {
  breaker.onOpen(() => {
    const restMs = Math.ceil(breaker.restMs);
    log.warn({ engine, cause: `${label}: ${breaker.openedBy?.cause}`, restMs }, 'slot suspended');
  });
}

/**
 * Logs which of the operator's own hosts do not answer. Public hosts are not called before the first
 * question.
 */
async function warnOfUnreachable(
  settings: Settings,
  upstream: Upstream,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const own = {
    SEARCH_PRIMARY_URL: settings.primaryUrl,
    SEARCH_SECONDARY_URL: settings.secondaryUrl,
    // Ollama has its own, more detailed check.
    MODEL_BASE_URL: settings.modelProvider === 'ollama' ? null : settings.modelBaseUrl,
    MODEL_FALLBACK_BASE_URL: settings.fallbackProvider === 'ollama' ? null : settings.fallbackBaseUrl,
  };
  await Promise.all(
    Object.entries(own).map(async ([name, url]) => {
      if (url === null || url.startsWith('file:')) return;
      const cause = await whyUnreachable(upstream, url, signal).catch(() => null);
      if (cause !== null) log.warn(`${name}: ${toPublicUrl(url)} cannot be reached: ${cause}`);
    }),
  );
}
