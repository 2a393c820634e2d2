import type { SearchEngine } from '../core/attempt.ts';
import type { Documents } from '../core/documents.ts';
import type { Fault } from '../core/failure.ts';
import type { SearchBackend } from './backend.ts';
import type { Quota } from './quota.ts';

/** The prefix of each slot's settings. */
export const SETTINGS_PREFIX = {
  engine_a: 'SEARCH_PRIMARY',
  engine_b: 'SEARCH_SECONDARY',
  engine_c: 'SEARCH_TERTIARY',
  none: 'SEARCH_PRIMARY',
} as const satisfies Readonly<Record<SearchEngine, string>>;

/** A configured back-end; slots are queried in order. */
export type Slot = {
  /** Its position, as answers name it. */
  readonly engine: SearchEngine;
  /** Its name for anyone: "primary (searxng)". */
  readonly name: string;
  /** Its name for the operator, without secrets: "primary (searxng at http://host)". */
  readonly label: string;
  /** Equal in all instances that use the same back-end with the same key. Reveals neither URL nor key. */
  readonly sharedName: string;
  readonly backend: SearchBackend;
  /** The time limit for one question, over all its calls. */
  readonly timeoutMs: number;
  /** The calls that the operator allows; absent for any number. */
  readonly quota?: Quota;
  /** The documents, for a slot that searches only the operator's own. */
  readonly documents?: Documents;
  /** Ends what the back-end keeps open; most keep nothing. */
  close?(): Promise<void> | undefined;
};

/** Adapters write `SLOT_KEY`, `SLOT_URL`, `SLOT_TOOL` and `SLOT_KIND` for the slot's settings. */
const SLOT = /\bSLOT(?=_(?:KEY|URL|KIND|TOOL|PER_DAY|PER_MONTH)\b)/g;

/**
 * Replaces the placeholders in a text with the names of the slot's settings, which begin with `prefix`
 * ("SEARCH_PRIMARY").
 */
export function slotWords(text: string, prefix: string): string {
  return text.replace(SLOT, prefix);
}

/** A failure whose cause and remedy name the settings of its slot. */
export function inSlotWords<Failed extends Fault>(failure: Failed, { engine }: Pick<Slot, 'engine'>): Failed {
  const prefix = SETTINGS_PREFIX[engine];
  const { cause, remedy } = failure;
  const words = { cause: slotWords(cause, prefix), ...(remedy && { remedy: slotWords(remedy, prefix) }) };
  return { ...failure, ...words };
}
