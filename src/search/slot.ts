import type { SlotPosition } from '../core/attempt.ts';
import type { Fault } from '../core/failure.ts';
import type { Documents } from '../core/service.ts';
import type { SlotStatus } from '../core/status.ts';
import { type Clock, Suspension } from '../net/suspension.ts';
import type { Quota } from './quota.ts';
import type { FailedOutcome, SearchBackend } from './search.ts';

/** The prefix of each slot's settings. */
export const SETTINGS_PREFIX = {
  1: 'SEARCH_PRIMARY',
  2: 'SEARCH_SECONDARY',
  3: 'SEARCH_TERTIARY',
  4: 'SOURCES',
} as const satisfies Readonly<Record<SlotPosition, string>>;

/** A configured back-end; slots are queried in order. */
export type Slot = {
  readonly position: SlotPosition;
  /** Its name for anyone: "primary (searxng)". */
  readonly name: string;
  /** Its name for the operator, without secrets: "primary (searxng at http://host)". */
  readonly label: string;
  readonly backend: SearchBackend;
  /** The time limit for one question, over all its calls. */
  readonly timeoutMs: number;
  /** The calls that the operator allows; absent for any number. */
  readonly quota?: Quota;
  /** The documents, for a slot that searches only the operator's own. */
  readonly documents?: Documents;
  /** Ends what the back-end keeps open; most keep nothing. */
  close?(): Promise<void>;
};

/** A slot with its record of earlier calls, which `attempt.ts` keeps. */
export type TrackedSlot = Slot & {
  /** Decides whether it may be called after failures. */
  readonly suspension: Suspension<FailedOutcome>;
  /** How long it usually takes to reply, in milliseconds: a moving average. */
  usualMs: number;
  /** The result of the last call that ended; null before the first. */
  lastCall: {
    readonly status: 'ok' | 'empty' | 'failed';
    readonly fault: Fault;
    readonly atMs: number;
  } | null;
  /** The clock of `suspension` and `lastCall`. */
  readonly now: Clock;
};

/** How long a slot is taken to need before its first reply, in milliseconds. */
const FIRST_USUAL_MS = 500;

/** Adds an empty record to a slot. The default clock is the process's own, which cannot be set. */
export function track(slot: Slot, now: Clock = () => performance.now()): TrackedSlot {
  return { ...slot, suspension: new Suspension(now), usualMs: FIRST_USUAL_MS, lastCall: null, now };
}

/** Null if the slot may be called; otherwise why not: its calls are used up, or it is suspended. */
export function refusalOf({ quota, suspension }: TrackedSlot): FailedOutcome | null {
  const usedUp = quota?.refusal() ?? null;
  if (usedUp !== null) return usedUp;
  const { isCallable, openedBy, restMs } = suspension;
  if (isCallable || openedBy === null) return null;
  const skipped = restMs === 0 ? 'while another question tries it again' : `for another ${inWords(restMs)}`;
  const { retryAfterMs: _, ...failure } = openedBy;
  const cause = `skipped ${skipped}: ${openedBy.cause}`;
  return { ...failure, cause, ...(restMs > 0 && { retryAfterMs: restMs }) };
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** The state of a slot, without calling it. */
export function statusOf({
  position,
  name,
  label,
  quota,
  suspension,
  lastCall,
  now,
}: TrackedSlot): SlotStatus {
  const usedUp = quota?.refusal() ?? null;
  return {
    position,
    name,
    label,
    state: usedUp === null ? suspension.state : 'open',
    restMs: Math.ceil(usedUp?.retryAfterMs ?? suspension.restMs),
    callsLeft: quota?.callsLeft() ?? [],
    lastCall: lastCall && {
      status: lastCall.status,
      fault: lastCall.fault,
      agoMs: Math.round(now() - lastCall.atMs),
    },
  };
}

/** Adapters write `SLOT_KEY`, `SLOT_URL` and `SLOT_KIND` for the slot's settings. */
const SLOT = /\bSLOT(?=_(?:KEY|URL|KIND)\b)/g;

/**
 * Replaces the placeholders in a text with the names of the slot's settings, which begin with `prefix`
 * ("SEARCH_PRIMARY").
 */
export function slotWords(text: string, prefix: string): string {
  return text.replace(SLOT, prefix);
}

/** A failure whose cause and remedy name the settings of its slot. */
export function inSlotWords<Failed extends Fault>(
  failure: Failed,
  { position }: Pick<Slot, 'position'>,
): Failed {
  const prefix = SETTINGS_PREFIX[position];
  const { cause, remedy } = failure;
  const words = { cause: slotWords(cause, prefix), ...(remedy && { remedy: slotWords(remedy, prefix) }) };
  return { ...failure, ...words };
}
