import { remainingMs } from '../../core/deadline.ts';
import type { Question } from '../../core/question.ts';
import { type EmitEvents, FollowedRun, type SharedRun } from './shared-run.ts';

/** The answers in progress, by the key of their question. */
export type RunningAnswers = {
  /** Finds a run that this question may share. */
  find(key: string, question: Question): SharedRun | undefined;
  /** Starts a run at once. Its events are stored once for all followers; it does not wait for slow ones. */
  start(key: string, question: Question, emit: EmitEvents): SharedRun;
};

/** How long after its own deadline a question may still get a shared answer, in milliseconds. */
const SLACK_MS = 100;
/** The share of its time that a question may lose by joining a run that began with less. */
const SLACK_SHARE = 0.02;

/** Makes an empty registry. */
export function createRunningAnswers(): RunningAnswers {
  const running = new Map<string, Set<Running>>();

  function remove(key: string, entry: Running): void {
    const entries = running.get(key);
    entries?.delete(entry);
    if (entries?.size === 0) running.delete(key);
  }

  return {
    find(key, { deadlineAtMs }) {
      for (const entry of running.get(key) ?? []) if (canShare(entry, deadlineAtMs)) return entry.run;
      return undefined;
    },
    start(key, { deadlineAtMs }, emit) {
      let entry: Running;
      const run = new FollowedRun(emit, () => remove(key, entry));
      entry = { run, deadlineAtMs, timeMs: remainingMs(deadlineAtMs) };
      running.set(key, (running.get(key) ?? new Set()).add(entry));
      return run;
    },
  };
}

/** A run that others may join. */
type Running = {
  readonly run: SharedRun;
  /** The time at which it must have ended, on the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  /** The time that it had at its start. */
  readonly timeMs: number;
};

/**
 * A run that ends after the question's deadline is of no use. A run that had less time than the
 * question has may be cut off while the question still has time.
 */
function canShare(run: Running, deadlineAtMs: number): boolean {
  const timeMs = remainingMs(deadlineAtMs);
  const lossMs = Math.max(SLACK_MS, timeMs * SLACK_SHARE);
  return run.deadlineAtMs <= deadlineAtMs + SLACK_MS && run.timeMs + lossMs >= timeMs;
}
