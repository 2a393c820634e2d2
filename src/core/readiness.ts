import type { SlotStatus } from './status.ts';

/** Whether a question can be answered now. */
export type Readiness = {
  /** What the process is short of, so that it refuses new questions; null if it is short of nothing. */
  readonly shortOf: 'time' | 'memory' | null;
  /** True when a slot works or a model may answer alone, and the process is not short of any resource. */
  readonly ready: boolean;
  /** True when a model may answer although no slot does. */
  readonly answersAlone: boolean;
  readonly slots: readonly SlotStatus[];
};

/** Whether a question can be answered, from the state of the slots, the model and the process. */
export function readinessOf({ shortOf, answersAlone, slots }: Omit<Readiness, 'ready'>): Readiness {
  const ready = shortOf === null && (answersAlone || slots.some(({ state }) => state !== 'open'));
  return { shortOf, ready, answersAlone, slots };
}
