import { admitAnswers, chargeAnswers } from '../admission/admission.ts';
import { type Failure, toFailure } from '../core/failure.ts';
import type { Answerer, ObserveAnswer, Run } from '../core/run.ts';
import { linkDocuments } from '../documents/document-urls.ts';
import { addStatements } from './add-statements.ts';
import { answer } from './answer.ts';
import { answerInstantly } from './answer-instantly.ts';
import { addAnswerIds } from './answer-sources.ts';
import { addBlocks, addMarkedBlocks, addSentences, addSupport } from './derived-events.ts';
import { gatherSources } from './gather.ts';
import { judgeWithModel } from './judge-with-model.ts';
import type { Parts, Stage } from './parts.ts';
import { reuseAnswers } from './reuse-answers.ts';
import { readForm } from './without-search.ts';

const observeCallers: Stage = (next, { observers }) => observeAnswers(next, observers.callers);
const observeRuns: Stage = (next, { observers }) => observeAnswers(next, observers.runs);
const observeGatherings: Stage = (next, { observers }) => observeAnswers(next, observers.gatherings);

/** Everything that happens around an answer, outermost first. */
export const stages: readonly Stage[] = [
  // What a caller gets on request.
  addSentences,
  addMarkedBlocks,
  addBlocks,
  addSupport,
  judgeWithModel,
  addStatements,
  // What happens for each caller.
  chargeAnswers,
  linkDocuments,
  observeCallers,
  answerInstantly,
  readForm,
  addAnswerIds,
  // What equal questions share: one run, or a cached answer.
  reuseAnswers,
  admitAnswers,
  observeRuns,
];

/** The same around the gathering of evidence for a program that writes its own answer. */
export const gatheringStages: readonly Stage[] = [
  chargeAnswers,
  linkDocuments,
  observeGatherings,
  admitAnswers,
];

/** Makes the functions that answer, and that gather evidence. */
export function openPipeline(parts: Parts): { readonly ask: Answerer; readonly gather: Answerer } {
  const around = (inner: (run: Run, parts: Parts) => ReturnType<Answerer>, all: readonly Stage[]) =>
    all.reduceRight<Answerer>(
      (next, stage) => stage(next, parts),
      (run) => inner(run, parts),
    );
  return { ask: around(answer, stages), gather: around(gatherSources, gatheringStages) };
}

/** Watches each run of an answerer, or of a function that gathers evidence. */
export function observeAnswers(next: Answerer, watchers: readonly ObserveAnswer[]): Answerer {
  return async function* observed(run) {
    const watching = watchers.map((watch) => watch(run));
    let failure: Failure | null = null;
    try {
      for await (const event of next(run)) {
        for (const one of watching) one.see(event);
        yield event;
      }
    } catch (thrown) {
      failure = toFailure(thrown);
      throw thrown;
    } finally {
      // A caller who disconnects is not counted as a failure.
      for (const one of watching) one.end?.(failure?.code === 'cancelled' ? null : failure);
    }
  };
}
