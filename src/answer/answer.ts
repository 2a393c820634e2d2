import { detectLanguage, UNDETERMINED } from '@sayso/text/language.ts';
import { type Budget, startBudget } from '../core/budget.ts';
import { abortReason, addEarlyEnd, remainingMs, startDeadline } from '../core/deadline.ts';
import type { AnswerEvent } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Run } from '../core/run.ts';
import { addSpent } from '../core/usage.ts';
import { renderWithFormulas } from '../render/render.ts';
import { quotePassages } from '../write/passage-writer.ts';
import { type Conclusion, conclude, concludeWithoutDraft, finishedText } from './conclusion.ts';
import { correct } from './correct.ts';
import { type Decision, decide, overallOutcome, searchedForOf, slotOf } from './decision.ts';
import {
  citationMovesInFinalText,
  createTextFilter,
  type Draft,
  fixedDraft,
  remainingTokens,
  sanitizeMarkdown,
  writeDraft,
} from './draft.ts';
import type { Parts } from './parts.ts';
import { type AnswerInProgress, wayOf } from './ways.ts';

/** One answer: gather, decide, write, correct, sanitize, render, with one deadline and one budget. */
export async function* answer(asking: Run, parts: Parts): AsyncGenerator<AnswerEvent> {
  const { signal, endEarly, trace } = asking;
  const way = wayOf(asking.question, parts);
  const deadlineAtMs = Math.min(asking.question.deadlineAtMs, way.endAtMs ?? Number.POSITIVE_INFINITY);
  const asked = { ...asking.question, deadlineAtMs };
  using deadline = startDeadline(remainingMs(deadlineAtMs), signal);
  const budget = startBudget(deadline, asked.sourceTokens ?? way.contextTokens);

  const run = { ...asking, question: asked, signal: deadline.signal, budget };
  const evidence = yield* way.gather(run, parts);
  yield { type: 'gather-end', evidence };

  // What is written so far becomes the answer when its caller wants it at once.
  using earlyEnd = endEarly && addEarlyEnd(deadline.signal, endEarly);
  const question = { ...asked, intent: evidence.intent };
  const progress = { ...run, question, signal: earlyEnd?.signal ?? deadline.signal, parts, way, evidence };
  const hasOnlyDocuments = parts.hasOnlyDocuments || asked.scope.collection !== undefined;
  const { modelOnlyFallback } = parts.settings;
  const means = { writer: way.writer, modelOnlyFallback, hasOnlyDocuments };
  const decision = decide(question, evidence, means);
  const draft = yield* write(progress, decision);
  if (signal.aborted) throw abortReason(signal);
  if (draft.failure !== null) yield { type: 'write-failure', failure: draft.failure };

  const conclusion = concludeRun(progress, decision, draft);
  const corrected = await correct(progress, draft, conclusion.text);
  if (signal.aborted) throw abortReason(signal);
  budget.book('writeMs');

  const { sources } = evidence;
  const isData = question.data !== undefined;
  const text = isData ? corrected.text : sanitizeMarkdown(corrected.text, sources);
  // Only the text shows the language of a translation.
  const language = evidence.language === UNDETERMINED ? detectLanguage(text) : evidence.language;
  const rendered = await trace('render', async () => renderWithFormulas(text, sources, language));
  budget.book('renderMs');

  const { depth = 'quick' } = question;
  const usage = { type: 'usage', depth, ...addSpent(evidence, draft, corrected) } as const;
  yield usage;
  yield { type: 'timing', timing: timingOf(budget, draft) };
  yield {
    type: 'answer-end',
    answer: {
      ...conclusion,
      ...rendered,
      text,
      sources,
      language,
      model: draft.model ?? way.writer?.name ?? '',
      slot: slotOf(evidence.searches),
      searchedFor: searchedForOf(question, evidence),
      tokensUsed: usage.tokens,
      citationMoves: citationMovesInFinalText(text, { ...draft, text: conclusion.text }, sources.length),
    },
  };
}

/** Emits the text that was decided on: the writer's, checked as it arrives, or a fixed one. */
async function* write(
  { question, budget, evidence, way, trace, signal }: AnswerInProgress,
  decision: Decision,
): AsyncGenerator<AnswerEvent, Draft> {
  if (decision.kind === 'fixed-text') {
    if (decision.text !== '') yield { type: 'answer-delta', text: decision.text };
    return fixedDraft(decision.text);
  }
  const { writer, evidenceStatus, preface } = decision;
  const task = {
    question,
    searchedFor: searchedForOf(question, evidence),
    maxTokens: remainingTokens(way.maxTokens, evidence.tokens),
    sources: evidence.sources,
    evidenceStatus,
    patienceMs: budget.shareMs('firstWords'),
  };
  const filter = createTextFilter(question, evidence);
  return yield* writeDraft({ writer, task, preface, filter, trace }, signal);
}

/**
 * The text of the answer and its error. If nothing was written, the text consists of passages.
 * @throws Failure `search-unavailable` if every search failed and nothing was written without sources
 */
function concludeRun({ evidence }: AnswerInProgress, decision: Decision, draft: Draft): Conclusion {
  const { language } = evidence;
  if (draft.failure === null || finishedText(draft, decision) !== '')
    return conclude(draft, decision, language);
  const outcome = overallOutcome(evidence.searches);
  const reason = draft.failure.message;
  if (outcome.status === 'failed')
    throw new Failure('search-unavailable', `${decision.error} ${reason}`, {
      retryAfterMs: outcome.retryAfterMs,
    });
  // A writer that needs sources would have shown their passages.
  const isModel = decision.kind === 'write' && !decision.writer.needsSources;
  const passages = isModel ? quotePassages(evidence.meaning, evidence.sources) : '';
  return concludeWithoutDraft(passages, reason, { decision, language });
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
