import { type Fault, faultWords, withAddress } from '../core/failure.ts';
import type { Log } from './log.ts';

type SuspendedSlot = {
  readonly engine: string;
  readonly label: string;
  readonly suspension: {
    readonly openedBy: Fault | null;
    readonly restMs: number;
    onOpen(listener: () => void): Disposable;
  };
};

/** Logs one line for each suspension. A slot that hangs is overtaken, and no answer mentions it. */
export function logSuspensions(slots: readonly SuspendedSlot[], log: Log): void {
  for (const { engine, label, suspension } of slots)
    suspension.onOpen(() => {
      const fault = suspension.openedBy ?? { cause: '' };
      const cause = `${label}: ${faultWords(withAddress(fault))}`;
      log.warn({ engine, cause, restMs: Math.ceil(suspension.restMs) }, 'slot suspended');
    });
}
