import { type Fault, faultWords, withAddress } from '../core/failure.ts';
import type { Log } from './log.ts';

type SuspendedSlot = {
  readonly engine: string;
  readonly label: string;
  readonly breaker: {
    readonly openedBy: Fault | null;
    readonly restMs: number;
    onOpen(listener: () => void): Disposable;
  };
};

/** Logs one line for each suspension. A slot that hangs is overtaken, and no answer mentions it. */
export function logSuspensions(slots: readonly SuspendedSlot[], log: Log): void {
  for (const { engine, label, breaker } of slots)
    breaker.onOpen(() => {
      const fault = breaker.openedBy ?? { cause: '' };
      const cause = `${label}: ${faultWords(withAddress(fault))}`;
      log.warn({ engine, cause, restMs: Math.ceil(breaker.restMs) }, 'slot suspended');
    });
}
