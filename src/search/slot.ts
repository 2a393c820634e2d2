import type { Documents } from '../core/documents.ts';
import type { SearchEngine } from '../core/terms.ts';
import type { SearchBackend } from './backend.ts';

/** The prefix of each slot's settings. */
export const SETTINGS_PREFIX = {
  engine_a: 'SEARCH_PRIMARY',
  engine_b: 'SEARCH_SECONDARY',
  engine_c: 'SEARCH_TERTIARY',
  none: 'SEARCH_PRIMARY',
} as const satisfies Readonly<Record<SearchEngine, string>>;

/** A configured back-end; slots are asked in order. */
export type Slot = {
  readonly engine: SearchEngine;
  /** Its name for the operator, without secrets: "primary (searxng at http://host)". */
  readonly label: string;
  /** Equal in all instances that use the same back-end with the same key. Reveals neither URL nor key. */
  readonly sharedName: string;
  readonly backend: SearchBackend;
  /** The time limit for one question, over all its calls. */
  readonly timeoutMs: number;
  /** The documents, for a slot that searches only the operator's own. */
  readonly documents?: Documents;
};
