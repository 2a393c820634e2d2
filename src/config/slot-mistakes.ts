import { isSearchService, searchServices } from '../core/search-services.ts';
import { settingsTable } from './settings.ts';

/** What was given for one slot. */
type GivenSlot = { readonly url: string; readonly kind: string; readonly key: string | null };

/** What does not go together in a slot that has an address, in words. `name` is its settings' prefix: `SEARCH_PRIMARY`. */
export function slotMistakes(name: string, slot: GivenSlot): string[] {
  const { url, kind, key } = slot;
  const isFile = url.startsWith('file:');
  if (kind === 'collection' && !isFile)
    return [
      `${name}_URL: a collection is a file; write file:INDEX, made by \`sayso index FOLDER --to INDEX\`.`,
    ];
  if (kind !== 'collection' && isFile)
    return [`${name}_URL: a file goes with ${name}_KIND=collection; ${kind} needs an http or https URL.`];
  if (kind !== 'mediawiki' && url === settingsTable.tertiaryUrl.fallback)
    return [`${name}_URL: this is Wikipedia, which does not speak ${kind}; ${addressOf(kind)}.`];
  const mistakes: string[] = [];
  if (isSearchService(kind) && key === null)
    mistakes.push(`${name}_KEY: ${kind} wants a key; set it here or as a file in ${name}_KEY_FILE.`);
  if (kind === 'google-pse' && !new URL(url).searchParams.get('cx'))
    mistakes.push(`${name}_URL: google-pse wants the id of the search engine in it; ${addressOf(kind)}.`);
  return mistakes;
}

/** A warning for a slot that has a key and no address, and so is not asked. */
export function withoutAddress(name: string, kind: string): string {
  return `${name}_KEY is set but not ${name}_URL, so the slot is off; ${addressOf(kind)}.`;
}

function addressOf(kind: string): string {
  if (!isSearchService(kind)) return "set it to the back-end's own address";
  const engine = kind === 'google-pse' ? '?cx=ENGINE' : '';
  return `its address is ${searchServices[kind]}${engine}`;
}
