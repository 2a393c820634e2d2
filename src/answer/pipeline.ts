import { admitAnswers, chargeAnswers } from '../admission/admission.ts';
import { type Failure, toFailure } from '../core/failure.ts';
import type { Answerer, Derived, ObserveAnswer, Run } from '../core/run.ts';
import { inChosenCollection } from '../documents/choose-collection.ts';
import { linkDocuments } from '../documents/document-urls.ts';
import { addStatements } from './add-statements.ts';
import { answer } from './answer.ts';
import { addAnswerIds } from './answer-sources.ts';
import { addBlocks, addMarkedBlocks, addSentences, addSupport } from './derived-events.ts';
import { gatherSources } from './gather.ts';
import { holdBudget } from './hold-budget.ts';
import { tryInstantAnswer } from './instant-answer.ts';
import { judgeWithModel } from './judge-with-model.ts';
import type { Parts, Stage } from './parts.ts';
import { reuseAnswers } from './reuse-answers.ts';
import { readForm } from './without-search.ts';

/** Outermost, because calls of the judge come after the answer. */
const keepAccounts: Stage = (next, { accounts }) =>
  accounts.length === 0 ? next : observeAnswers(next, accounts);
const observeCallers: Stage = (next, { observers }) => observeAnswers(next, observers.callers);
const observeRuns: Stage = (next, { observers }) => observeAnswers(next, observers.runs);
const observeGatherings: Stage = (next, { observers }) => observeAnswers(next, observers.gatherings);

const modelJudge = ({ models }: Parts) => models.judge;
const sourceCache = ({ answerSources }: Parts) => answerSources;
const answerCache = ({ answers }: Parts) => answers;

/** Everything that happens around an answer, outermost first, and on which condition. */
export const stages: readonly Stage[] = [
  inChosenCollection,
  keepAccounts,
  holdBudget,
  // What a caller gets on request.
  ifWanted('sentence', addSentences),
  ifWanted('marked-block', addMarkedBlocks),
  ifWanted('answer-block', addBlocks),
  ifWanted('support', addSupport),
  ifWanted('statement', ifThere(modelJudge, judgeWithModel)),
  ifWanted('statement', addStatements),
  // What happens for each caller.
  chargeAnswers,
  ifDocuments(linkDocuments),
  observeCallers,
  tryInstantAnswer,
  readForm,
  ifThere(sourceCache, addAnswerIds),
  // What equal questions share: one run, or a cached answer.
  ifThere(answerCache, reuseAnswers),
  admitAnswers,
  observeRuns,
];

/** The same around the gathering of evidence for a program that writes its own answer. */
export const gatheringStages: readonly Stage[] = [
  inChosenCollection,
  keepAccounts,
  holdBudget,
  chargeAnswers,
  ifDocuments(linkDocuments),
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

/** A stage for the runs whose caller wants events of this kind. */
function ifWanted(kind: Derived, stage: Stage): Stage {
  return (next, parts) => {
    const changed = stage(next, parts);
    return (run) => (run.wants.has(kind) ? changed(run) : next(run));
  };
}

/** A stage for services that have this part. */
function ifThere<Part>(
  partOf: (parts: Parts) => Part | null,
  stage: (next: Answerer, part: Part, parts: Parts) => Answerer,
): Stage {
  return (next, parts) => {
    const part = partOf(parts);
    return part === null ? next : stage(next, part, parts);
  };
}

/** A stage for services that have documents of their own. */
function ifDocuments(stage: Stage): Stage {
  return (next, parts) => (parts.documents.length === 0 ? next : stage(next, parts));
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
