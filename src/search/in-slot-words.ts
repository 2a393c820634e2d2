import type { SearchBackend } from './backend.ts';

/** Adapters do not know whose they are: `SLOT_KEY`, `SLOT_URL` and `SLOT_KIND` in their words are the slot's settings. */
const SLOT = /\bSLOT(?=_(?:KEY|URL|KIND)\b)/g;

/** A text about a slot with the names of its settings, which begin with `prefix` ("SEARCH_PRIMARY"). */
export function slotWords(text: string, prefix: string): string {
  return text.replace(SLOT, prefix);
}

/** The same back-end, whose causes and remedies name the settings of the slot it is in. */
export function inSlotWords(backend: SearchBackend, prefix: string): SearchBackend {
  return {
    async search(query, signal) {
      const outcome = await backend.search(query, signal);
      if (outcome.status !== 'failed') return outcome;
      const { remedy } = outcome;
      const named = { ...outcome, cause: slotWords(outcome.cause, prefix) };
      return remedy === undefined ? named : { ...named, remedy: slotWords(remedy, prefix) };
    },
  };
}
