import { ask } from './ask.ts';
import { cpuMs } from './process-usage.ts';
import type { Form, Target } from './target.ts';

/** The behaviour of a target under load. */
export type Load = {
  readonly questions: number;
  readonly perSecond: number;
  /** User and system time of its process; null if it cannot be measured. */
  readonly cpuMsPerQuestion: number | null;
};

export type Pressure = {
  readonly form: Form;
  /** The number of concurrent questions. */
  readonly atATime: number;
  /** No question starts after this. */
  readonly forMs: number;
};

/** Keeps `atATime` questions in progress at the target for a while. */
export async function load(target: Target, { form, atATime, forMs }: Pressure): Promise<Load> {
  const cpuBeforeMs = cpuMs(target.child.pid);
  const startedAtMs = performance.now();
  let questions = 0;
  const asker = async () => {
    while (performance.now() - startedAtMs < forMs) {
      await ask(target, form);
      questions++;
    }
  };
  await Promise.all(Array.from({ length: atATime }, asker));
  const seconds = (performance.now() - startedAtMs) / 1000;
  const cpuAfterMs = cpuMs(target.child.pid);
  return {
    questions,
    perSecond: questions / seconds,
    cpuMsPerQuestion:
      cpuBeforeMs === null || cpuAfterMs === null ? null : (cpuAfterMs - cpuBeforeMs) / questions,
  };
}
