import type { Diagnosis } from '../core/diagnosis.ts';
import { askSlot } from './ask-slot.ts';
import type { FailedOutcome, FailedReason } from './backend.ts';
import type { Slot } from './slot.ts';
import { watch } from './watched-slot.ts';

/** Any web or encyclopaedia has pages about it. */
const QUERY = { text: 'What is water?', limit: 3, language: 'auto' };

const PREFIX = {
  engine_a: 'SEARCH_PRIMARY',
  engine_b: 'SEARCH_SECONDARY',
  engine_c: 'SEARCH_TERTIARY',
  none: 'SEARCH_PRIMARY',
} as const;

/** What to do where the cause does not say it itself; `SLOT` is the slot's prefix. */
const REMEDIES: Readonly<Record<FailedReason, string>> = {
  configuration: 'check SLOT_URL, SLOT_KIND and SLOT_KEY',
  rate: 'wait, or ask its operator for a higher limit',
  blocked: 'set CONTACT, or ask its operator to let this address in',
  timeout: 'see whether it is overloaded, or raise SEARCH_TIMEOUT_MS',
  network: 'start it, or correct host and port in SLOT_URL',
  protocol: 'check that SLOT_URL is what SLOT_KIND says',
  upstream: 'look into its log; with SearXNG, see which engines still answer',
  'bad-parameter': 'check SLOT_URL, SLOT_KIND and SEARCH_LANGUAGE',
};

/** Asks a slot one real question, whatever its breaker says. Rejects only with the signal's reason. */
export async function diagnoseSlot(slot: Slot, signal: AbortSignal): Promise<Diagnosis> {
  const { outcome, tookMs } = await askSlot(watch(slot), QUERY, slot.timeoutMs, signal).asked;
  if (outcome.status === 'failed') return { name: slot.label, ok: false, ...explain(outcome, slot) };
  const found = outcome.status === 'ok' ? 'found something' : 'has nothing';
  const cause = `it ${found} for "${QUERY.text}", in ${tookMs} ms`;
  return { name: slot.label, ok: true, cause, remedy: '' };
}

/** The causes of those that can be mended end with a colon and the remedy. */
function explain({ cause, reason }: FailedOutcome, { engine }: Slot): Omit<Diagnosis, 'name' | 'ok'> {
  const told = reason === 'network' ? null : /^(.+?): (.+)$/.exec(cause);
  const usual = REMEDIES[reason].replaceAll('SLOT', PREFIX[engine]);
  return { cause: told?.[1] ?? cause, remedy: told?.[2] ?? usual };
}
