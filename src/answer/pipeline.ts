import { createBlockRenderer, createMarkedBlockRenderer } from '@sayso/markdown';
import { createSentenceStream } from '@sayso/speech';
import { findQuotes } from '@sayso/verdicts';
import { admitAnswers, chargeAnswers } from '../admission/admission.ts';
import type { Answerer, Derived } from '../core/run.ts';
import { linkDocuments } from '../documents/document-urls.ts';
import { renderWithFormulas as render } from '../render/render.ts';
import { addStatements, createAnswerJudge } from './add-statements.ts';
import { readForm } from './answer-by-form.ts';
import { answerInstantly } from './answer-instantly.ts';
import { withAnswerIds } from './answer-sources.ts';
import { addBlocks, addSentences, addSupport, derive } from './derived-events.ts';
import { judgeWithModel } from './judge-with-model.ts';
import { observeAnswers } from './observe-answers.ts';
import type { Parts, Stage } from './parts.ts';
import { reuseAnswers } from './reuse-answers.ts';
import { answerInItsWay, gatherSources } from './ways.ts';

// What callers get on request.
const blocks: Stage = (next) => derive('answer-block', next, () => addBlocks(createBlockRenderer));
const markedBlocks: Stage = (next) =>
  derive('marked-block', next, () => addBlocks(createMarkedBlockRenderer, 'marked-block'));
const sentences: Stage = (next) => derive('sentence', next, () => addSentences(createSentenceStream));
const support: Stage = (next) => ifWanted('support', addSupport(next, findQuotes), next);
/** The statements with their verdicts, and those of a model if one is configured. */
const verdicts: Stage = (next, { models: { judge }, verdicts: caching }) => {
  const compared = addStatements(next, createAnswerJudge);
  return ifWanted(
    'statement',
    judge === null ? compared : judgeWithModel(compared, { judge, caching }),
    next,
  );
};

// What each caller gets.
const charge: Stage = chargeAnswers;
const documentLinks: Stage = (next, { documents }) => linkDocuments(next, documents);
const observeCallers: Stage = (next, { observers }) => observeAnswers(next, observers.callers);
const instant: Stage = (next) => answerInstantly(next, { render, now: Date.now });
/** Tasks of programs and greetings, which are not searched for, are recognised by their form. */
const form: Stage = (next) => (run) => next({ ...run, question: readForm(run.question) });
const answerIds: Stage = (next, { answerSources }) =>
  answerSources === null ? next : ifSearched(withAnswerIds(next, answerSources), next);

// What the callers of one answer share.
const shared: Stage = (next, { answers }) =>
  answers === null ? next : ifSearched(reuseAnswers(next, answers), next);
const admit: Stage = (next, { admissions }) =>
  admitAnswers(next, ({ depth }) => (depth === 'deep' ? admissions.deep : admissions.answers));
const observeRuns: Stage = (next, { observers }) => observeAnswers(next, observers.runs);
const observeGatherings: Stage = (next, { observers }) => observeAnswers(next, observers.gatherings);

/** Everything that happens around an answer, outermost first. */
export const stages: readonly Stage[] = [
  ...[sentences, markedBlocks, blocks, support, verdicts],
  ...[charge, documentLinks, observeCallers, instant, form, answerIds],
  ...[shared, admit, observeRuns],
];

/** The same around the gathering of evidence for a program that writes its own answer. */
export const gatheringStages: readonly Stage[] = [charge, documentLinks, observeGatherings, admit];

/** Makes the functions that answer, and that gather evidence. */
export function openPipeline(parts: Parts): { readonly ask: Answerer; readonly gather: Answerer } {
  const around = (inner: Answerer, all: readonly Stage[]) =>
    all.reduceRight((next, stage) => stage(next, parts), inner);
  return {
    ask: around(answerInItsWay(parts), stages),
    gather: around(gatherSources(parts), gatheringStages),
  };
}

function ifWanted(kind: Derived, adding: Answerer, next: Answerer): Answerer {
  return (run) => (run.wants.has(kind) ? adding(run) : next(run));
}

/** For questions that are searched for. */
function ifSearched(around: Answerer, next: Answerer): Answerer {
  return (run) => (run.question.plain === undefined ? around(run) : next(run));
}
