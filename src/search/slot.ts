import type { Documents } from '../core/documents.ts';
import type { SearchEngine } from '../core/terms.ts';
import type { SearchBackend } from './backend.ts';

/** How the settings of each place begin. */
export const SETTINGS_PREFIX = {
  engine_a: 'SEARCH_PRIMARY',
  engine_b: 'SEARCH_SECONDARY',
  engine_c: 'SEARCH_TERTIARY',
  none: 'SEARCH_PRIMARY',
} as const satisfies Readonly<Record<SearchEngine, string>>;

/** A place for a back-end in the order of asking. */
export type Slot = {
  readonly engine: SearchEngine;
  /** How the operator knows it, without secrets: "primary (searxng at http://host)". */
  readonly label: string;
  /** The same in every instance that asks the same back-end with the same key. Shows neither URL nor key. */
  readonly sharedName: string;
  readonly backend: SearchBackend;
  /** The most one question may take here, over all calls it needs. */
  readonly timeoutMs: number;
  /** The documents it searches, for a slot that searches only documents of the operator. */
  readonly documents?: Documents;
};
