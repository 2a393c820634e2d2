import type { AnswerEvent } from '../../core/events.ts';
import type { Question } from '../../core/terms.ts';
import { type SharedRun, startSharedRun } from './shared-run.ts';

/** The answers in progress, by the key of their question. */
export type RunningAnswers = {
  /** Finds a run that this question may share. */
  find(key: string, question: Question): SharedRun | undefined;
  start(
    key: string,
    question: Question,
    tell: (signal: AbortSignal) => AsyncGenerator<AnswerEvent>,
  ): SharedRun;
};

type Running = { readonly run: SharedRun; readonly deadlineMs: number; readonly endsAtMs: number };

/** How much later than its own deadline a question may get a shared answer, in milliseconds. */
const SLACK_MS = 100;

/** Makes an empty registry. */
export function createRunningAnswers(): RunningAnswers {
  const running = new Map<string, Set<Running>>();

  function remove(key: string, one: Running): void {
    const others = running.get(key);
    others?.delete(one);
    if (others?.size === 0) running.delete(key);
  }

  return {
    find(key, { deadlineMs }) {
      const endsAtMs = performance.now() + deadlineMs;
      for (const one of running.get(key) ?? []) if (suits(one, deadlineMs, endsAtMs)) return one.run;
      return undefined;
    },
    start(key, { deadlineMs }, tell) {
      let one: Running;
      const run = startSharedRun(tell, () => remove(key, one));
      one = { run, deadlineMs, endsAtMs: performance.now() + deadlineMs };
      running.set(key, (running.get(key) ?? new Set()).add(one));
      return run;
    },
  };
}

/**
 * A run that ends too late is useless; one with less time than the question may be cut where the question
 * would not be.
 */
function suits(run: Running, deadlineMs: number, endsAtMs: number): boolean {
  return run.endsAtMs <= endsAtMs + SLACK_MS && run.deadlineMs + SLACK_MS >= deadlineMs;
}
