import { type Rest, restFor, rests } from '../net/wait-policy.ts';
import type { FailedOutcome, FailedReason } from './backend.ts';

/**
 * Null for failures that say nothing about the slot: a parameter that it does not accept is a fault in Sayso.
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

/** How long a slot is suspended after a failure; null for not at all. */
export function restAfter({ reason, retryAfterMs }: FailedOutcome): Rest | null {
  const rest = RESTS[reason];
  return rest === null ? null : restFor(rest, retryAfterMs);
}
