import { createAnswerer } from './answer/answer.ts';
import { startBudget } from './answer/budget.ts';
import { createChooseAnswer } from './answer/choose-answer.ts';
import { createDeep } from './answer/gather/deep.ts';
import { gatherEarlier } from './answer/gather/earlier.ts';
import { createOnce, withHits } from './answer/gather/once.ts';
import type { Instruments } from './answer/instruments.ts';
import { cached } from './answer/kept/cached.ts';
import { inPlace, limited } from './answer/places.ts';
import type { Gather, GatherSteps, PageReading, Steps } from './answer/steps.ts';
import { watched } from './answer/watched.ts';
import { type FollowedIntents, intentOf, withIntent, withQuestionsOnly } from './answer/with-intent.ts';
import { type ReworkSteps, withRework } from './answer/with-rework.ts';
import { exceptOwnWords, type JudgedParts, judgeAnswer, withStatements } from './answer/with-statements.ts';
import { withSupport } from './answer/with-support.ts';
import { withoutModel } from './answer/without-model.ts';
import { createCitationFilter } from './check/citations.ts';
import { createAnswerFilter } from './check/policy/answer-filter.ts';
import { createOutputPolicy, createToHarmless } from './check/policy/output-policy.ts';
import { support } from './check/support.ts';
import type { Settings } from './config/settings.ts';
import { startDeadline } from './core/deadline.ts';
import { byDepth, type Depth } from './core/depth.ts';
import type { Answerer, Gathering } from './core/events.ts';
import type { House } from './core/house.ts';
import { linkHostsOf } from './core/link-hosts.ts';
import type { RankPassages } from './core/ranking.ts';
import type { Intent, Question } from './core/terms.ts';
import { findRework } from './instant/find-rework.ts';
import { withInstant } from './instant/with-instant.ts';
import { findForm } from './intent/about-answer.ts';
import { findIntent } from './intent/find-intent.ts';
import { createJudge } from './judge/judge.ts';
import { createRightSource } from './judge/right-source.ts';
import { withoutUnsupported } from './judge/without-unsupported.ts';
import type { Keeping } from './keeping.ts';
import type { Ranking } from './rank/ranking.ts';
import { render } from './render/render.ts';
import { cachedSearch } from './search/cached-search.ts';
import type { Search } from './search/search.ts';
import type { TrackedSlot } from './search/tracked-slot.ts';
import { select } from './select/select.ts';
import type { Writing } from './write/setup/writing.ts';
import type { Writer } from './write/writer.ts';

/** The parts of the service that make answers, after they have been opened. */
export type AnsweringParts = {
  readonly instruments: Instruments;
  readonly keeping: Keeping;
  readonly slots: readonly TrackedSlot[];
  /** Searches the slots without the cache. */
  readonly search: Search;
  /** Null if answers use only what the back-ends return. */
  readonly pages: { readingOf(mayUseKept: boolean): PageReading } | null;
  readonly ranking: Pick<Ranking, 'rank'>;
  readonly writing: Writing;
  /** The writer that quotes the sources. */
  readonly quoting: Writer;
};

type Checks = Pick<Steps, 'createCitationFilter' | 'toHarmless'>;

/** The steps that check what is written. */
function checksOf({ answerLinks }: Settings): Checks {
  return {
    createCitationFilter: (sources, language) =>
      createAnswerFilter(
        createCitationFilter(sources.length, createRightSource(sources, language)),
        createOutputPolicy(linkHostsOf(answerLinks, sources)),
      ),
    toHarmless: createToHarmless(answerLinks),
  };
}

/** The steps that check the result of a task, in which brackets are no citations. */
function taskChecksOf({ answerLinks }: Settings): Checks {
  return {
    createCitationFilter: () =>
      createAnswerFilter(
        { push: (piece) => piece, end: () => '', moves: [] },
        createOutputPolicy(linkHostsOf(answerLinks, [])),
      ),
    toHarmless: createToHarmless(answerLinks),
  };
}

const judging = exceptOwnWords(createJudge);
const judged = (answer: JudgedParts) => judgeAnswer(answer, judging);

/**
 * The functions that answer, gather, search and compare answers with their sources. The wrappers of an
 * answer, from the outside in: a trace, metrics for its callers, instant answers, the intent and rework, the
 * cache, admission, and metrics for the run.
 */
export function createAnswering(
  settings: Settings,
  parts: AnsweringParts,
): Pick<House, 'answer' | 'gather' | 'search' | 'compared' | 'judgeAnswer'> {
  const { instruments, keeping, writing, search } = parts;
  const { admission, deepAdmission } = instruments;
  const searchOf = (mayUseKept: boolean) =>
    keeping.searches === null ? search : cachedSearch(search, { ...keeping.searches, mayUseKept });
  const stepsOf = (mayUseKept: boolean, isRead: boolean) =>
    gatherStepsOf(parts, searchOf(mayUseKept), { mayUseKept, isRead });
  const answerersOf = answerersFrom(settings, parts);
  // Without a writer, only the sources are shown, so their pages are not read.
  const isRead = writing.writer !== null;
  const [usual, fresh] = [answerersOf(stepsOf(true, isRead)), answerersOf(stepsOf(false, isRead))];
  const madeAt = (depth: Depth) =>
    watched<void>(
      (question, signal) => (question.fresh === true ? fresh : usual)[depth](question, signal),
      ...instruments.run,
    );
  const [quick, deep] = [limited(madeAt('quick'), admission), limited(madeAt('deep'), deepAdmission)];
  const one: Answerer = (question, signal) => byDepth(question.depth, { quick, deep })(question, signal);
  const kept = keeping.answers === null ? one : cached(one, keeping.answers);
  const talk = unsearched(settings, parts, checksOf(settings));
  const task = unsearched(settings, parts, taskChecksOf(settings));
  const rework = reworkSteps(talk, parts);
  const [searched, about] =
    rework === null ? [kept, talk] : [withRework(kept, rework), withRework(talk, rework)];
  const followed = new Set<Intent>(rework === null ? ['search'] : ['search', 'answer']);
  const sorted = withIntent({ find: findIntent, search: searched, answer: about, task, talk, followed });
  const all = settings.instant ? withInstant(sorted, { render, now: Date.now }) : sorted;
  const gatherOf = (mayUseKept: boolean) => createOnce({ ...stepsOf(mayUseKept, true), keepsTexts: true });
  const [gather, gatherFresh] = [gatherOf(true), gatherOf(false)];
  const gatherEvidence = evidenceGatherer(settings, { gather, gatherFresh, find: findIntent, followed });
  return {
    answer: instruments.traced(watched(all, ...instruments.callers)),
    gather: instruments.traced(watched(limited(gatherEvidence, admission), ...instruments.gatherers)),
    search: async ({ timeoutMs, fresh: isFresh, ...query }, signal) => {
      const call = (leftMs: number) => searchOf(isFresh !== true)(query, leftMs, signal);
      return withHits(query.text, await inPlace(admission, { timeoutMs, call }, signal));
    },
    compared: { support: withSupport(support), statement: withStatements(judging) },
    judgeAnswer: judged,
  };
}

type EvidenceSteps = FollowedIntents & { readonly gather: Gather; readonly gatherFresh: Gather };

/** Gathers evidence for programs that write their own answers. */
function evidenceGatherer({ contextTokens }: Settings, steps: EvidenceSteps) {
  return async function* gatherEvidence(question: Question, signal: AbortSignal): Gathering {
    using deadline = startDeadline(question.deadlineMs, signal);
    const budget = startBudget(deadline, question.sourceTokens ?? contextTokens);
    const needsSearch = question.sent === undefined || intentOf(question, steps.find) === 'search';
    if (!needsSearch) return yield* gatherEarlier(question, budget, deadline.signal);
    const gather = question.fresh === true ? steps.gatherFresh : steps.gather;
    return yield* gather(withQuestionsOnly(question, steps), budget, deadline.signal);
  };
}

/** Lets the model choose among functions of the caller's program; null without a model. */
export function createChoosing(
  settings: Settings,
  { instruments, writing }: AnsweringParts,
): House['chooseAnswer'] {
  if (writing.chooseCalls === null) return null;
  return createChooseAnswer(writing.chooseCalls, instruments.admission, { ...checksOf(settings), render });
}

/** The steps that gather the evidence; `isRead` says whether pages are read. */
function gatherStepsOf(
  { instruments, pages, ranking, writing: { condense } }: AnsweringParts,
  search: Search,
  { mayUseKept, isRead }: { readonly mayUseKept: boolean; readonly isRead: boolean },
): GatherSteps {
  const reading = (isRead && pages?.readingOf(mayUseKept)) || null;
  return instruments.gathering({ condense, search, select: selectWith(ranking.rank), reading });
}

/**
 * Selects sources with a model that ranks their passages. Without a model, or if it fails, the passages are
 * ranked by their words alone.
 */
export function selectWith(rank: RankPassages | null): GatherSteps['select'] {
  if (rank === null) return select;
  return (choice, timeoutMs, signal) =>
    select({
      ...choice,
      async rank(passages) {
        try {
          return await rank({ question: choice.question.text, passages, timeoutMs }, signal);
        } catch (error) {
          // The deadline of the answer has passed, which ends all later work; the sources are still of use.
          if (!signal.aborted) throw error;
          return null;
        }
      },
    });
}

/** Makes the innermost answerers, one for each depth; they call the back-ends, pages and models. */
function answerersFrom(
  settings: Settings,
  parts: AnsweringParts,
): (gathering: GatherSteps) => Readonly<Record<Depth, Answerer>> {
  const { contextTokens, modelProvider, modelOnlyFallback, unsupported, deepTokens } = settings;
  const { instruments, slots, writing } = parts;
  const onlyDocuments = slots.length > 0 && slots.every(({ documents }) => documents);
  const common = {
    ...checksOf(settings),
    ...{ render, modelOnlyFallback },
    standIn: modelProvider === 'extractive' ? null : parts.quoting,
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
    return { quick, deep };
  };
}

/**
 * The share of a deep answer's tokens for source text: the text is sent twice, to find gaps and to write.
 */
const DEEP_SOURCE_SHARE = 0.27;

/** The treatment of statements that no source supports. */
function policyOf(unsupported: Settings['unsupported']): Steps['unsupported'] {
  if (unsupported === 'mark') return null;
  return { asks: unsupported === 'ask', judge: judged, drop: withoutUnsupported };
}

/**
 * Answers without a search: works on texts and on the previous answer, and talks. If there is no model, a
 * chat says so in its answer; elsewhere the answer is empty and `error` says so, as for any question.
 */
function unsearched(
  { contextTokens, modelOnlyFallback }: Settings,
  { instruments, writing: { writer } }: AnsweringParts,
  checks: Checks,
): Answerer {
  const answererBy = (by: Writer | null) => {
    const steps: Steps = {
      ...checks,
      ...{ render, modelOnlyFallback, contextTokens, writer: by },
      ...{ gather: gatherEarlier, standIn: null, unsupported: null, corpus: 'web' },
    };
    return createAnswerer(instruments.steps(steps));
  };
  const [telling, refusing] = [answererBy(hasModel(writer) ? writer : withoutModel), answererBy(null)];
  const one: Answerer = (question, signal) => {
    const isRefused = writer === null && question.sent === undefined && question.plain !== 'talk';
    return (isRefused ? refusing : telling)(question, signal);
  };
  return limited(watched<void>(one, ...instruments.run), instruments.admission);
}

/** Whether a model can write without sources. */
function hasModel(writer: Writer | null): writer is Writer {
  return writer?.needsSources === false;
}

/**
 * The part that finds the sources of the previous answer for another form of it; null without a model, or if
 * the sources of answers are not stored.
 */
function reworkSteps(talk: Answerer, { keeping, writing }: AnsweringParts): ReworkSteps | null {
  if (!hasModel(writing.writer) || keeping.sources === null) return null;
  return { find: (text) => findRework(text) ?? findForm(text), answer: talk, cache: keeping.sources };
}
