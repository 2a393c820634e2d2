import type { SlotPosition } from '../../core/attempt.ts';

/** The names of the slots in replies. */
export const SEARCH_ENGINES = ['engine_a', 'engine_b', 'engine_c'] as const;

/** The name of a slot in replies; `none` for no slot. The collections beside the slots count as the third. */
export function searchEngineOf(slot: SlotPosition | null): (typeof SEARCH_ENGINES)[number] | 'none' {
  return slot === null ? 'none' : (SEARCH_ENGINES[Math.min(slot, SEARCH_ENGINES.length) - 1] ?? 'none');
}
