import { endpointOf, needsKey } from '../search/engines/registry.ts';
import { issuerOf, settingsInWords } from './key-issuers.ts';
import { misdirectedSearchKey } from './misdirected-key.ts';
import { settingsTable } from './settings.ts';

const WIKIPEDIA = settingsTable.tertiaryUrl.fallback;

type GivenSlot = {
  /** Null if the given URL is invalid. */
  readonly url: string | null;
  readonly kind: string;
  /** Null if there is none. */
  readonly key: string | null;
};

/** Contradictions in the settings of a slot in use, in words; `name` is their prefix: `SEARCH_PRIMARY`. */
export function slotMistakes(name: string, { url, kind, key }: GivenSlot): string[] {
  const mistakes = url === null ? [] : addressMistakes(name, url, kind);
  const misdirected = url === null ? null : misdirectedSearchKey({ url, kind, key }, name);
  if (misdirected !== null) mistakes.push(misdirected);
  if (key === null && needsKey(kind))
    mistakes.push(`${name}_KEY: ${kind} needs a key; set it here or as a file in ${name}_KEY_FILE.`);
  return mistakes;
}

function addressMistakes(name: string, url: string, kind: string): string[] {
  const isFile = url.startsWith('file:');
  if (kind !== 'mcp' && url.startsWith('stdio:'))
    return [`${name}_URL: a program needs ${name}_KIND=mcp; ${kind} needs an http or https URL.`];
  if (kind === 'collection' && !isFile)
    return [
      `${name}_URL: a collection is a file; write file:INDEX, made by \`sayso index FOLDER --to INDEX\`.`,
    ];
  if (kind !== 'collection' && isFile)
    return [`${name}_URL: a file needs ${name}_KIND=collection; ${kind} needs an http or https URL.`];
  if (kind !== 'mediawiki' && url === WIKIPEDIA)
    return [`${name}_URL: this is Wikipedia, which does not speak ${kind}; ${addressOf(kind)}.`];
  if (kind === 'google-pse' && !new URL(url).searchParams.get('cx'))
    return [`${name}_URL: google-pse needs the id of your search engine in it; ${addressOf(kind)}.`];
  return [];
}

/** Settings of a slot that have no effect, in words; `isDefault` if the kind is the slot's default. */
export function slotWarnings(
  name: string,
  { url, kind, key, isDefault }: GivenSlot & { readonly isDefault: boolean },
): string[] {
  // A hosted service has an address unless the slot is switched off.
  if (
    endpointOf(kind) !== undefined ||
    (kind === 'mcp' && url !== null) ||
    (key === null && (url !== null || isDefault))
  )
    return [];
  const given = `${name}_${key === null ? 'KIND' : 'KEY'} is set`;
  if (url === null)
    return [`${given}, but ${name}_URL is not, so the slot is off; ${kindOf(name, key) ?? addressOf(kind)}.`];
  const advice = kindOf(name, key) ?? `set ${name}_KIND if the key is for a hosted service`;
  return [`${given}, but ${kind} needs no key, so it is not used; ${advice}.`];
}

/** Advice for the key of a company that offers search; null for any other key. */
function kindOf(name: string, key: string | null): string | null {
  const issuer = issuerOf(key);
  if (issuer?.asSearch === undefined) return null;
  return `this is a key of ${issuer.name}: set ${settingsInWords(issuer.asSearch, name)}`;
}

function addressOf(kind: string): string {
  const endpoint = endpointOf(kind);
  if (endpoint === undefined) return "set it to the back-end's own address";
  const engine = kind === 'google-pse' ? '?cx=ENGINE' : '';
  return `set it to ${endpoint}${engine}`;
}
