import { detectLanguage, UNDETERMINED } from '@sayso/text/language.ts';
import { type Budget, startBudget } from '../core/budget.ts';
import { abortReason, addEarlyEnd, remainingMs, startDeadline } from '../core/deadline.ts';
import type { AnswerEvent, Evidence } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import type { Answerer, Trace } from '../core/run.ts';
import {
  type Conclusion,
  conclude,
  concludeWithoutDraft,
  type Decision,
  decide,
  finishedText,
  overallOutcome,
  searchedForOf,
  slotOf,
  waitOf,
} from './decision.ts';
import { citationMovesInFinalText, type Draft, fixedDraft, type TextFilter, writeDraft } from './draft.ts';
import type { AnswerDeps, CorrectedText } from './steps.ts';

/** One answer: gather, decide, write, conclude, correct, render, with one signal and one budget. */
export function createAnswerer(deps: AnswerDeps): Answerer {
  return async function* answer(asking) {
    const { question: asked, signal, endEarly, trace } = asking;
    using deadline = startDeadline(remainingMs(asked.deadlineAtMs), signal);
    const budget = startBudget(deadline, asked.sourceTokens ?? deps.contextTokens);

    const evidence = yield* deps.gather({ ...asking, signal: deadline.signal, budget });
    const { plain, rework } = evidence;
    const question = { ...asked, ...(plain && { plain }), ...(rework && { rework }) };
    yield { type: 'gather-end', evidence };

    const decision = decide(question, evidence, deps);
    using earlyEnd = endEarly && addEarlyEnd(deadline.signal, endEarly);
    const writingSignal = earlyEnd?.signal ?? deadline.signal;
    const run: AnswerRun = { deps, question, budget, evidence, decision, trace };
    const draft = yield* write(run, writingSignal);
    if (signal.aborted) throw abortReason(signal);
    if (draft.failure !== null) yield { type: 'write-failure', failure: draft.failure };

    const conclusion = concludeRun(run, draft);
    const corrected = await correct(run, { draft, text: conclusion.text }, writingSignal);
    if (signal.aborted) throw abortReason(signal);
    budget.book('writeMs');

    const { sources } = evidence;
    const text =
      question.data === undefined ? deps.sanitizeMarkdown(corrected.text, sources) : corrected.text;
    // Only the text shows the language of a translation.
    const language = evidence.language === UNDETERMINED ? detectLanguage(text) : evidence.language;
    const { html, speech } = await trace('render', async () => deps.render(text, sources, language));
    budget.book('renderMs');

    const usage = usageOf(question, [evidence, draft, corrected]);
    yield usage;
    yield { type: 'timing', timing: timingOf(budget, draft) };
    const moved = { text: conclusion.text, moves: draft.citationMoves, sourceCount: sources.length };
    const citationMoves = moved.moves.length === 0 ? [] : citationMovesInFinalText(text, moved);
    yield {
      type: 'answer-end',
      answer: {
        ...conclusion,
        text,
        html,
        speech,
        sources,
        language,
        model: draft.model ?? deps.writer?.name ?? '',
        slot: slotOf(evidence.searches),
        ...searchedForOf(question, evidence),
        tokensUsed: usage.tokens,
        ...(citationMoves.length > 0 && { citationMoves }),
      },
    };
  };
}

/** An answer in progress: the question, what was found for it, and the decision how to answer. */
type AnswerRun = {
  readonly deps: AnswerDeps;
  readonly question: Question;
  readonly budget: Budget;
  readonly evidence: Evidence;
  readonly decision: Decision;
  readonly trace: Trace;
};

/** In data, brackets are not citations. */
const NO_FILTER: TextFilter = { push: (piece) => piece, end: () => '', moves: [] };

/** Emits the text that was decided on: the writer's, checked as it arrives, or a fixed one. */
function write(
  { deps, question, budget, evidence, decision, trace }: AnswerRun,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, Draft> {
  if (decision.kind === 'fixed-text') return emitFixedText(decision.text);
  const { writer, evidenceStatus, preface } = decision;
  const { sources, language } = evidence;
  const task = {
    question,
    ...searchedForOf(question, evidence),
    maxTokens: remainingTokens(deps, evidence.tokens),
    sources,
    evidenceStatus,
    patienceMs: budget.shareMs('firstWords'),
  };
  const filter =
    question.data === undefined ? deps.createCitationFilter(sources, language, question.plain) : NO_FILTER;
  return writeDraft({ writer, task, preface, filter, trace }, signal);
}

async function* emitFixedText(text: string): AsyncGenerator<AnswerEvent, Draft> {
  if (text !== '') yield { type: 'answer-delta', text };
  return fixedDraft(text);
}

/**
 * The text of the answer and its error. If nothing was written, the text consists of passages.
 * @throws Failure `search-unavailable` if every search failed and nothing was written without sources
 */
function concludeRun({ deps, evidence, decision }: AnswerRun, draft: Draft): Conclusion {
  const { language } = evidence;
  if (draft.failure === null || finishedText(draft, decision) !== '')
    return conclude(draft, decision, language);
  const outcome = overallOutcome(evidence.searches);
  const reason = draft.failure.message;
  if (outcome.status === 'failed')
    throw new Failure('search-unavailable', `${decision.error} ${reason}`, waitOf(outcome));
  const passages = deps.quotePassages?.(evidence.meaning, evidence.sources) ?? '';
  return concludeWithoutDraft(passages, reason, { decision, language });
}

/** The text after the operator's correction; only whole prose with sources is corrected. */
async function correct(
  { deps, question, budget, evidence, trace }: AnswerRun,
  { draft, text }: { readonly draft: Draft; readonly text: string },
  signal: AbortSignal,
): Promise<CorrectedText> {
  const isFromSources = evidence.sources.length > 0 && question.plain === undefined;
  const isCorrectable = draft.failure === null && question.data === undefined && isFromSources;
  const { correct } = deps;
  if (correct === null || !isCorrectable) return { text, tokens: 0 };
  const maxTokens = remainingTokens(deps, evidence.tokens + draft.tokens);
  const correction = { text, question, evidence, draft, budget, trace, maxTokens };
  return trace('correct', () => correct(correction, signal));
}

/** The number of tokens that remain after the calls so far; undefined for no limit. */
function remainingTokens({ maxTokens }: AnswerDeps, usedTokens: number): number | undefined {
  return maxTokens === undefined ? undefined : Math.max(0, maxTokens - usedTokens);
}

/** The cost of the steps; a step that does not report a number of calls made one if it used tokens. */
function usageOf(
  { depth }: Question,
  steps: readonly { readonly tokens: number; readonly calls?: number }[],
) {
  const calls = steps.reduce((sum, step) => sum + (step.calls ?? Math.min(1, step.tokens)), 0);
  const tokens = steps.reduce((sum, step) => sum + step.tokens, 0);
  return { type: 'usage', depth: depth ?? 'quick', calls, tokens } as const;
}

function timingOf({ booked, sinceStartMs }: Budget, { checkMs, firstTextAtMs }: Draft) {
  return {
    ...booked,
    writeMs: booked.writeMs - checkMs,
    checkMs,
    firstTextMs: firstTextAtMs === null ? null : sinceStartMs(firstTextAtMs),
    totalMs: sinceStartMs(performance.now()),
  };
}
