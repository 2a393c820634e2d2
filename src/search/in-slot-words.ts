import type { SearchBackend } from './backend.ts';

/**
 * Adapters do not know their slot. In their messages, `SLOT_KEY`, `SLOT_URL` and `SLOT_KIND` are placeholders
 * for the names of its settings.
 */
const SLOT = /\bSLOT(?=_(?:KEY|URL|KIND)\b)/g;

/**
 * Replaces the placeholders in a text with the slot's settings, which begin with `prefix` ("SEARCH_PRIMARY").
 */
export function slotWords(text: string, prefix: string): string {
  return text.replace(SLOT, prefix);
}

/** Wraps a back-end so that its causes and remedies name the settings of its slot. */
export function inSlotWords(backend: SearchBackend, prefix: string): SearchBackend {
  return {
    sends: backend.sends,
    async search(query, signal) {
      const outcome = await backend.search(query, signal);
      if (outcome.status !== 'failed') return outcome;
      const { remedy } = outcome;
      const named = { ...outcome, cause: slotWords(outcome.cause, prefix) };
      return remedy === undefined ? named : { ...named, remedy: slotWords(remedy, prefix) };
    },
  };
}
