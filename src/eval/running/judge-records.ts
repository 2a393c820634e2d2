import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../core/failure.ts';
import { toFailure } from '../../core/failure.ts';
import type { EvalRecord } from '../grading/eval-record.ts';
import { readGrade, toGradingPrompt } from '../grading/judge-prompt.ts';
import { callModel, type ModelReply, type TimedModel } from '../targets/ask-model.ts';
import { retryRateLimited } from './retry-rate-limited.ts';
import { runEach } from './run-each.ts';
import type { RunFolder } from './run-folder.ts';

/** What judges the answers of a run. */
export type RecordJudging = {
  readonly folder: RunFolder;
  readonly model: TimedModel;
  readonly concurrency: number;
  /** Called after each answer, and before each wait for the judge. */
  onStep(): void;
  onWait(waitMs: number): void;
};

/**
 * Lets a model grade every answer that it has not graded yet, and adds the grades to the records. Prompts and
 * raw replies are kept in `judge.jsonl`. A call that fails leaves its answer without a grade.
 */
export async function judgeRecords(
  { folder, model, concurrency, onStep, onWait }: RecordJudging,
  signal: AbortSignal,
): Promise<void> {
  const call = retryRateLimited<EvalRecord, ModelReply>(
    (record, limit) => callModel(model, toGradingPrompt(record), limit),
    onWait,
  );
  const keep = (line: object) =>
    appendFileSync(join(folder.path, 'judge.jsonl'), `${JSON.stringify(line)}\n`);
  const work = async (record: EvalRecord) => {
    const prompt = toGradingPrompt(record);
    const reply = await call(record, signal).catch((error: unknown): Failure => {
      if (signal.aborted) throw error;
      return toFailure(error);
    });
    const facts = { id: record.id, model: model.provider.name(), ...prompt };
    if (reply instanceof Error) keep({ ...facts, failure: reply.message });
    else {
      const judged = readGrade(reply.text);
      keep({ ...facts, reply: reply.text, grade: judged, tokens: reply.tokens });
      if (judged !== null) folder.add({ ...record, judged });
    }
    onStep();
  };
  await runEach({ items: ungraded(folder), concurrency, mayGoOn: () => true, work }, signal);
}

/** The answers that a model can grade and has not graded. */
export async function* ungraded(folder: RunFolder): AsyncGenerator<EvalRecord> {
  for await (const record of folder.records()) {
    const { failure, isAnswerable, judged } = record;
    if (failure === null && isAnswerable && judged === undefined) yield record;
  }
}
