import type { FailedReason } from '../core/failed-reason.ts';
import { type Clock, Suspension } from '../net/suspension.ts';
import { type Backoff, backoffFor, backoffs } from '../net/wait-policy.ts';
import type { FailedOutcome, SearchOutcome } from './backend.ts';

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
const BACKOFFS: Readonly<Record<FailedReason, Backoff | null>> = {
  configuration: backoffs.lasting,
  rate: backoffs.refused,
  blocked: backoffs.refused,
  timeout: backoffs.passing,
  network: backoffs.passing,
  protocol: backoffs.passing,
  upstream: backoffs.passing,
  'bad-parameter': null,
};

/** Creates a closed breaker. `BACKOFFS` and `net/wait-policy.ts` decide when it opens and for how long. */
export function createBreaker(now: Clock): Breaker {
  return new SlotBreaker({ now, backoffAfter });
}

class SlotBreaker extends Suspension<SearchOutcome> {
  override get openedBy(): FailedOutcome | null {
    const outcome = super.openedBy;
    return outcome?.status === 'failed' ? outcome : null;
  }

  refusal(): FailedOutcome | null {
    const { openedBy, restMs } = this;
    if (this.isCallable || openedBy === null) return null;
    const skipped = restMs === 0 ? 'while another question tries it again' : `for another ${inWords(restMs)}`;
    const { retryAfterMs: _, ...failure } = openedBy;
    const cause = `skipped ${skipped}: ${openedBy.cause}`;
    return { ...failure, cause, ...(restMs > 0 && { retryAfterMs: restMs }) };
  }
}

function backoffAfter(outcome: SearchOutcome): Backoff | null {
  if (outcome.status !== 'failed') return null;
  const usual = BACKOFFS[outcome.reason];
  return usual === null ? null : backoffFor(usual, outcome.retryAfterMs);
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
