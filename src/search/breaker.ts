import type { FailedReason } from '../core/failed-reason.ts';
import { type Clock, Suspension } from '../net/suspension.ts';
import { type Rest, restFor, rests } from '../net/wait-policy.ts';
import { type FailedOutcome, failed, type SearchOutcome } from './backend.ts';

/** The suspension of a slot after failures, at this instance or at several. */
export type Breaker = Pick<
  Suspension<SearchOutcome>,
  'state' | 'restMs' | 'failedAtMs' | 'onOpen' | 'run'
> & {
  /** The failure that last suspended the slot; null if none did. */
  readonly openedBy: FailedOutcome | null;
  /**
   * Null if the slot may be called now; otherwise the failure that suspended it, with a cause that also
   * describes the suspension.
   */
  refusal(): FailedOutcome | null;
};

/**
 * Decides whether a failure counts; null if it says nothing about the slot, because Sayso itself sent a
 * parameter that the slot refuses.
 */
const RESTS: Readonly<Record<FailedReason, Rest | null>> = {
  configuration: rests.lasting,
  rate: rests.refused,
  blocked: rests.refused,
  timeout: rests.passing,
  network: rests.passing,
  protocol: rests.passing,
  upstream: rests.passing,
  'bad-parameter': null,
};

/** Creates a closed breaker. `RESTS` and `net/wait-policy.ts` decide when it opens and for how long. */
export function createBreaker(now: Clock): Breaker {
  return new SlotBreaker({ now, restAfter });
}

class SlotBreaker extends Suspension<SearchOutcome> {
  override get openedBy(): FailedOutcome | null {
    const outcome = super.openedBy;
    return outcome?.status === 'failed' ? outcome : null;
  }

  refusal(): FailedOutcome | null {
    const { openedBy, restMs } = this;
    if (this.isCallable || openedBy === null) return null;
    const { reason, cause } = openedBy;
    if (restMs === 0) return failed(reason, `skipped while another question tries it again: ${cause}`);
    return failed(reason, `skipped for another ${inWords(restMs)}: ${cause}`, restMs);
  }
}

function restAfter(outcome: SearchOutcome): Rest | null {
  if (outcome.status !== 'failed') return null;
  const rest = RESTS[outcome.reason];
  return rest === null ? null : restFor(rest, outcome.retryAfterMs);
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
