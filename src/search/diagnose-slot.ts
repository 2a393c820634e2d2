import type { FailedReason, SlotPosition } from '../core/attempt.ts';
import { withAddress } from '../core/failure.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Diagnosis } from '../core/status.ts';
import { networkRemedy } from '../net/upstream-error.ts';
import { attempt } from './attempt.ts';
import type { FailedOutcome } from './search.ts';
import { SETTINGS_PREFIX, type Slot, slotWords, track } from './slot.ts';

/** A word for which every web index and encyclopedia has pages. */
const USUAL_QUESTION = 'What is water?';

/** Remedies for causes without a remedy of their own; `SLOT` is the prefix of the slot's settings. */
const REMEDIES: Readonly<Record<Exclude<FailedReason, 'network'>, string>> = {
  configuration: 'check SLOT_URL, SLOT_KIND and SLOT_KEY',
  rate: 'wait, or ask its operator for a higher limit',
  blocked: 'set CONTACT, or ask its operator to allow this address',
  timeout: 'check whether it is overloaded, or raise SEARCH_TIMEOUT_MS',
  protocol: 'check that there is a back-end of the kind SLOT_KIND at SLOT_URL',
  upstream: 'check its log; with SearXNG, see which engines still answer',
  'bad-parameter': 'check SLOT_URL, SLOT_KIND and SEARCH_LANGUAGE',
};

const QUOTA_REMEDY = 'wait, or raise SEARCH_QUOTA';

/** An empty result is no fault in itself; but an instance whose engines are blocked finds nothing. */
const WHERE_EMPTY =
  'search at SLOT_URL yourself; with SearXNG, check whether its engines are blocked; ' +
  'with your own index, whether it is complete';

const NO_SEARCH: Diagnosis = {
  name: 'search',
  ok: false,
  cause: 'no back-end is configured',
  remedy: 'set SEARCH_PRIMARY_URL',
};

/** Sends every slot one real query; one fault if there are no slots. Rejects as `diagnoseSlot` does. */
export async function diagnoseSlots(
  slots: readonly Slot[],
  signal: AbortSignal,
): Promise<readonly Diagnosis[]> {
  if (slots.length === 0) return [NO_SEARCH];
  return await Promise.all(slots.map((slot) => diagnoseSlot(slot, signal)));
}

/**
 * Sends a slot one real query, whatever the state of its breaker; a collection is queried with a word from
 * its documents. A slot that works but could work better gets advice. Rejects only with the signal's reason.
 */
async function diagnoseSlot(slot: Slot, signal: AbortSignal): Promise<Diagnosis> {
  const text = (slot.documents && (await sampleOf(slot.documents))) ?? USUAL_QUESTION;
  const query = { text, limit: 3, scope: ANY_SCOPE, isDiagnosis: true };
  const { timeoutMs } = slot;
  const {
    outcome,
    attempt: { tookMs },
  } = await attempt(track(slot), query, { timeoutMs, signal });
  const name = slot.label;
  if (outcome.status === 'failed') return { name, ok: false, ...explain(outcome, slot) };
  const found = outcome.status === 'ok' ? 'found something' : 'has nothing';
  const cause = `it ${found} for "${text}", in ${tookMs} ms`;
  const remedy = outcome.hint ?? (outcome.status === 'ok' ? '' : WHERE_EMPTY);
  return { name, ok: true, cause, remedy: slotWords(remedy, SETTINGS_PREFIX[slot.position]) };
}

/** A word from the slot's documents; null if its index cannot be read. */
async function sampleOf(documents: NonNullable<Slot['documents']>): Promise<string | null> {
  try {
    return await documents.sampleWord();
  } catch {
    // The query that follows will report the problem with the index.
    return null;
  }
}

function explain(failure: FailedOutcome, { position }: Slot): Omit<Diagnosis, 'name' | 'ok'> {
  const { cause, remedy } = withAddress(failure);
  if (remedy !== undefined) return { cause, remedy };
  if (failure.isUsedUp) return { cause, remedy: QUOTA_REMEDY };
  const usual = failure.reason === 'network' ? remedyOfNetwork(cause, position) : REMEDIES[failure.reason];
  return { cause, remedy: slotWords(usual, SETTINGS_PREFIX[position]) };
}

function remedyOfNetwork(cause: string, position: SlotPosition): string {
  const remedy = networkRemedy(cause, 'SLOT_URL');
  // The third slot is on by default, even on machines without a network.
  return position === 3 ? `${remedy}, or do without this slot: SLOT_URL=off` : remedy;
}
