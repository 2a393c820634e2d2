import { type Budget, startBudget } from '../core/budget.ts';
import { abortReason, remainingMs, startDeadline } from '../core/deadline.ts';
import type { AnswerEvent, Answerer, Evidence } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import type { WritingTask } from '../write/writer.ts';
import { answerLanguage } from './answer-language.ts';
import { answerWords, corpusWords } from './answer-words.ts';
import { movesIn } from './citation-moves.ts';
import { type Before, conclude, finishedText, NOTHING_BEFORE } from './conclusion.ts';
import { correctedText } from './corrected-text.ts';
import { type Decision, decide, engineOf, overallOutcome, waitOf } from './decision.ts';
import { type Draft, fixedDraft, type GrowingDraft, quoteSources, startDraft } from './draft.ts';
import { endEarly } from './end-early.ts';
import { searchedForOf } from './searched-for.ts';
import type { AnswerDeps, TextFilter } from './steps.ts';

/**
 * One complete answer: gather, write, check, render, with one signal and one deadline. `decision.ts`
 * interprets the outcome of the search; `conclusion.ts` completes a draft that was cut off.
 */
export function createAnswerer(steps: AnswerDeps): Answerer {
  return async function* answer(question, signal, early) {
    using deadline = startDeadline(remainingMs(question.deadlineAtMs), signal);
    const budget = startBudget(deadline, question.sourceTokens ?? steps.contextTokens);

    const evidence = yield* steps.gather(question, budget, deadline.signal, early);
    yield { type: 'gather-end', evidence };
    const { sources, language } = evidence;

    const { writer, modelOnlyFallback, corpus } = steps;
    const ownLanguage = answerLanguage(question, []);
    const words = corpusWords(ownLanguage, corpus);
    const means = { writer, modelOnlyFallback, corpus, words, language: ownLanguage };
    const decision = decide(evidence.searches, means);

    using writing = endEarly(deadline.signal, early);
    using growing =
      decision.kind === 'say'
        ? fixedDraft(decision.text)
        : startDraft(draftingOf(decision, { steps, question, evidence, budget }), writing.signal);
    yield* tellDraft(growing);
    if (signal.aborted) throw abortReason(signal);
    const { draft } = growing;
    if (draft.failure !== null) yield { type: 'write-failure', failure: draft.failure };

    const { finding, preface } = beforeDraft(decision, question);
    const isWritten = draft.failure === null || finishedText(draft, preface) !== '';
    if (!isWritten) refuseWithoutEvidence(evidence, decision, draft);
    const quotes = isWritten ? '' : await quotesOf({ steps, question, evidence }, signal);

    const before = { error: decision.error, finding, preface, quotes, words: answerWords(language) };
    const concluded = conclude(draft, before);
    const left = leftTokens(steps, evidence.tokens + draft.tokens);
    const from = { steps, question, evidence, draft, budget, ...left };
    const corrected = await correctedText(concluded.text, from, writing.signal);
    if (signal.aborted) throw abortReason(signal);
    budget.book('writeMs');
    const rendered = renderedText(corrected.text, from);
    budget.book('renderMs');

    const usage = usageOf(question, [evidence, draft, corrected]);
    yield usage;
    yield { type: 'timing', timing: timingOf(budget, draft) };
    const said = { ...concluded, ...rendered, ...searchedForOf(question, evidence), sources, language };
    const moved = movesIn(rendered.text, { before: concluded.text, moves: growing.moves }, sources.length);
    const model = draft.model ?? writer?.name ?? '';
    const made = { model, searchEngine: engineOf(evidence.searches), tokensUsed: usage.tokens };
    yield { type: 'answer-end', answer: { ...said, ...moved, ...made } };
  };
}

async function* tellDraft(growing: GrowingDraft): AsyncGenerator<AnswerEvent> {
  let told = 0;
  for (let text = await growing.next(); text !== null; text = await growing.next()) {
    const { moves } = growing;
    for (; told < moves.length; told++) {
      const move = moves[told];
      if (move !== undefined) yield { type: 'citation-moved', move };
    }
    yield { type: 'answer-delta', text };
  }
}

type Scene = {
  readonly steps: AnswerDeps;
  readonly question: Question;
  readonly evidence: Evidence;
  readonly budget: Budget;
};

/**
 * The forms of the finished text, in which links lead to the sources. What was cut off, put together or
 * quoted may be other markup than what was filtered, so the text passes the output policy once more; data is
 * not Markdown.
 */
function renderedText(text: string, { steps, question, evidence }: Omit<Scene, 'budget'>) {
  const { sources, language } = evidence;
  const harmless = question.data === undefined ? steps.toHarmless(text, sources) : text;
  return { text: harmless, ...steps.render(harmless, sources, language) };
}

/** The text before the draft; empty for data, because a preface would make JSON invalid. */
function beforeDraft(decision: Decision, { data }: Question): Pick<Before, 'finding' | 'preface'> {
  return decision.kind === 'write' && data === undefined ? decision : NOTHING_BEFORE;
}

/** In data, brackets are not citations. */
const UNFILTERED: TextFilter = { push: (piece) => piece, end: () => '', moves: [] };

function draftingOf(
  decision: Extract<Decision, { kind: 'write' }>,
  { steps, question, evidence, budget }: Scene,
) {
  const { writer, ground } = decision;
  const { preface } = beforeDraft(decision, question);
  const { sources } = evidence;
  const searchedFor = searchedForOf(question, evidence);
  const patienceMs = budget.shareMs('firstWords');
  const mostTokens = leftTokens(steps, evidence.tokens);
  const task: WritingTask = { question, ...searchedFor, ...mostTokens, sources, ground, patienceMs };
  const filter =
    question.data === undefined ? steps.createCitationFilter(sources, evidence.language) : UNFILTERED;
  return { writer, task, preface, filter };
}

/** The number of tokens that remain after the calls so far. */
function leftTokens({ mostTokens }: AnswerDeps, spent: number): Pick<WritingTask, 'mostTokens'> {
  return mostTokens === undefined ? {} : { mostTokens: Math.max(0, mostTokens - spent) };
}

/** @throws Failure `search-unavailable` if every search failed and nothing was written without sources */
function refuseWithoutEvidence({ searches }: Evidence, decision: Decision, { failure }: Draft): void {
  const outcome = overallOutcome(searches);
  if (outcome.status !== 'failed' || failure === null) return;
  const message = `${decision.error} ${failure.message}`;
  throw new Failure('search-unavailable', message, waitOf(outcome));
}

/** Quotes for an answer whose writer wrote nothing; empty if no part of the service can quote. */
async function quotesOf(
  { steps, question, evidence }: Omit<Scene, 'budget'>,
  signal: AbortSignal,
): Promise<string> {
  const { standIn } = steps;
  const { meaning, sources } = evidence;
  if (standIn === null || sources.length === 0) return '';
  const meant = { ...question, text: meaning };
  return quoteSources(standIn, { question: meant, sources, ground: 'sources', patienceMs: 0 }, signal);
}

/**
 * The cost of the evidence, the draft and its check; a cost without a number of calls counts as one call.
 */
function usageOf(
  { depth }: Question,
  spent: readonly { readonly tokens: number; readonly calls?: number }[],
) {
  const calls = spent.reduce((sum, each) => sum + (each.calls ?? Math.min(1, each.tokens)), 0);
  const tokens = spent.reduce((sum, each) => sum + each.tokens, 0);
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
