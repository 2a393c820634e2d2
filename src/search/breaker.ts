import { type Clock, Suspension } from '../net/suspension.ts';
import type { FailedOutcome } from './backend.ts';

/** The suspension of a slot after failures, at this instance or at several. */
export type Breaker = Pick<
  Suspension<FailedOutcome>,
  'state' | 'restMs' | 'failedAtMs' | 'openedBy' | 'onOpen' | 'run'
> & {
  /** Null if the slot may be called now; otherwise the failure that suspended it, with its cause. */
  refusal(): FailedOutcome | null;
};

/** Creates a closed breaker. `net/wait-policy.ts` decides when it opens and for how long. */
export function createBreaker(now: Clock): Breaker {
  return new SlotBreaker(now);
}

class SlotBreaker extends Suspension<FailedOutcome> {
  refusal(): FailedOutcome | null {
    const { openedBy, restMs } = this;
    if (this.isCallable || openedBy === null) return null;
    const skipped = restMs === 0 ? 'while another question tries it again' : `for another ${inWords(restMs)}`;
    const { retryAfterMs: _, ...failure } = openedBy;
    const cause = `skipped ${skipped}: ${openedBy.cause}`;
    return { ...failure, cause, ...(restMs > 0 && { retryAfterMs: restMs }) };
  }
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
