import { isSearchService, searchServices } from '../core/search-services.ts';
import { settingsTable } from './settings.ts';

/** The given settings of one slot. */
type GivenSlot = {
  /** Null if the given URL is invalid. */
  readonly url: string | null;
  readonly kind: string;
  readonly hasKey: boolean;
};

/**
 * Contradictions in the settings of a slot that is in use, in words. `name` is its settings' prefix:
 * `SEARCH_PRIMARY`.
 */
export function slotMistakes(name: string, { url, kind, hasKey }: GivenSlot): string[] {
  const mistakes = url === null ? [] : addressMistakes(name, url, kind);
  if (isSearchService(kind) && !hasKey)
    mistakes.push(`${name}_KEY: ${kind} needs a key; set it here or as a file in ${name}_KEY_FILE.`);
  return mistakes;
}

function addressMistakes(name: string, url: string, kind: string): string[] {
  const isFile = url.startsWith('file:');
  if (kind === 'collection' && !isFile)
    return [
      `${name}_URL: a collection is a file; write file:INDEX, made by \`sayso index FOLDER --to INDEX\`.`,
    ];
  if (kind !== 'collection' && isFile)
    return [`${name}_URL: a file needs ${name}_KIND=collection; ${kind} needs an http or https URL.`];
  if (kind !== 'mediawiki' && url === settingsTable.tertiaryUrl.fallback)
    return [`${name}_URL: this is Wikipedia, which does not speak ${kind}; ${addressOf(kind)}.`];
  if (kind === 'google-pse' && !new URL(url).searchParams.get('cx'))
    return [`${name}_URL: google-pse needs the id of your search engine in it; ${addressOf(kind)}.`];
  return [];
}

/** A warning for a slot that is not in use because it has a kind or a key but no address. */
export function withoutAddress(name: string, given: 'KEY' | 'KIND', kind: string): string {
  return `${name}_${given} is set but not ${name}_URL, so the slot is off; ${addressOf(kind)}.`;
}

function addressOf(kind: string): string {
  if (!isSearchService(kind)) return "set it to the back-end's own address";
  const engine = kind === 'google-pse' ? '?cx=ENGINE' : '';
  return `set it to ${searchServices[kind]}${engine}`;
}
