import {
  BACKEND_NAMES,
  endpointOf,
  needsKey,
  type SlotSettings,
  usualAddress,
} from '../search/engines/registry.ts';
import type { CallLimit } from '../search/quota.ts';
import { oneOf, parsedList, secret, slotUrl, type ValuesOf } from './values.ts';

const slotKind = (slot: string, fallback: 'searxng' | 'mediawiki') =>
  oneOf({
    name: `SEARCH_${slot}_KIND`,
    words: BACKEND_NAMES,
    fallback,
    help: `Kind of the ${slot.toLowerCase()} back-end (docs/backends.md).`,
  });

const slotKey = (slot: string) =>
  secret({
    name: `SEARCH_${slot}_KEY`,
    fallback: null,
    help: `Key for the ${slot.toLowerCase()} back-end.`,
  });

/** A limit on the calls to the back-ends of one kind, which share an account. */
type QuotaOfKind = CallLimit & { readonly kind: string };

function parseQuota(item: string): QuotaOfKind | string {
  const match = /^([a-z-]{1,20}):([1-9]\d{0,8})\/(day|month)$/.exec(item);
  const kind = BACKEND_NAMES.find((name) => name === match?.[1]);
  if (match === null || kind === undefined)
    return `"${item}" is not the kind of a back-end with a limit, such as brave:50/day or tavily:1000/month`;
  return { kind, period: match[3] === 'day' ? 'day' : 'month', calls: Number(match[2]) };
}

/** The settings of the three back-ends. */
export const slotSettings = {
  primaryUrl: slotUrl({
    name: 'SEARCH_PRIMARY_URL',
    fallback: null,
    help:
      'Address of the back-end that is asked first, e.g. http://localhost:8888. An index of your ' +
      'documents (`file:INDEX`) is searched before the web.',
  }),
  secondaryUrl: slotUrl({
    name: 'SEARCH_SECONDARY_URL',
    fallback: null,
    help:
      'Address of the back-end that is asked if the primary fails or finds nothing. An index is ' +
      'searched together with the primary.',
  }),
  tertiaryUrl: slotUrl({
    name: 'SEARCH_TERTIARY_URL',
    fallback: 'https://en.wikipedia.org/w/api.php',
    help: 'Address of the back-end that is asked if the first two fail or find nothing.',
  }),
  primaryKind: slotKind('PRIMARY', 'searxng'),
  secondaryKind: slotKind('SECONDARY', 'searxng'),
  tertiaryKind: slotKind('TERTIARY', 'mediawiki'),
  primaryKey: slotKey('PRIMARY'),
  secondaryKey: slotKey('SECONDARY'),
  tertiaryKey: slotKey('TERTIARY'),
  searchQuota: parsedList({
    name: 'SEARCH_QUOTA',
    fallback: [],
    item: 'kinds with limits such as brave:50/day or tavily:1000/month',
    parseItem: parseQuota,
    help:
      'Most calls to the back-ends of a kind in a day or a month (UTC), e.g. brave:50/day,brave:1000/month; ' +
      'then the next one is asked.',
  }),
} as const;

/** The settings of the slots, as they were given. */
type GivenSlots = ValuesOf<typeof slotSettings>;

/** The names of the slots in the settings, in order. */
const SLOT_NAMES = ['primary', 'secondary', 'tertiary'] as const;

/** The slots that have a back-end. */
export function slotsOf(given: GivenSlots): readonly SlotSettings[] {
  return SLOT_NAMES.flatMap((name, at) => {
    const url = given[`${name}Url`];
    if (url === null) return [];
    const position = (at + 1) as SlotSettings['position'];
    const [kind, key] = [given[`${name}Kind`], given[`${name}Key`]];
    const quota = given.searchQuota.flatMap(({ kind: limited, ...limit }) => (limited === kind ? limit : []));
    return { position, kind, url, key, quota };
  });
}

/** Gives a slot of a hosted kind its usual address, unless the variable of its URL is set. */
export function withServiceAddresses<T extends GivenSlots>(
  given: T,
  environment: Readonly<Record<string, string | undefined>>,
): T {
  const addresses = SLOT_NAMES.flatMap((slot) => {
    const address = usualAddress(given[`${slot}Kind`], given[`${slot}Key`]);
    const isGiven = Boolean(environment[slotSettings[`${slot}Url`].name]?.trim());
    return isGiven || address === undefined ? [] : [[`${slot}Url`, address]];
  });
  return { ...given, ...Object.fromEntries(addresses) };
}

/** Contradictions between the settings of a slot that is on; `mistaken` ones are not reported again. */
export function slotMistakes(given: GivenSlots, mistaken: ReadonlySet<string>): string[] {
  return SLOT_NAMES.flatMap((slot) => {
    const isUrlWrong = mistaken.has(`${slot}Url`);
    const url = isUrlWrong ? null : given[`${slot}Url`];
    if (mistaken.has(`${slot}Kind`) || (url === null && !isUrlWrong)) return [];
    const [name, kind] = [`SEARCH_${slot.toUpperCase()}`, given[`${slot}Kind`]];
    const mistakes = url === null ? [] : addressMistakes(name, url, kind);
    // An invalid key counts as set.
    const hasKey = mistaken.has(`${slot}Key`) || given[`${slot}Key`] !== null;
    if (!hasKey && needsKey(kind))
      mistakes.push(`${name}_KEY: ${kind} needs a key; set it here or as a file in ${name}_KEY_FILE.`);
    return mistakes;
  });
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
  if (kind !== 'mediawiki' && url === slotSettings.tertiaryUrl.fallback)
    return [`${name}_URL: this is Wikipedia, which does not speak ${kind}; ${addressOf(kind)}.`];
  if (kind === 'google-pse' && !new URL(url).searchParams.get('cx'))
    return [`${name}_URL: google-pse needs the id of your search engine in it; ${addressOf(kind)}.`];
  return [];
}

/** Settings of slots that have no effect, in words. */
export function slotWarnings(given: GivenSlots): string[] {
  return SLOT_NAMES.flatMap((slot) => {
    const [url, kind, key] = [given[`${slot}Url`], given[`${slot}Kind`], given[`${slot}Key`]];
    const isUsual = kind === slotSettings[`${slot}Kind`].fallback;
    // A hosted service has an address unless the slot is switched off.
    if (endpointOf(kind) !== undefined || (kind === 'mcp' && url !== null)) return [];
    if (key === null && (url !== null || isUsual)) return [];
    const name = `SEARCH_${slot.toUpperCase()}`;
    const set = `${name}_${key === null ? 'KIND' : 'KEY'} is set`;
    return url === null
      ? `${set}, but ${name}_URL is not, so the slot is off; ${addressOf(kind)}.`
      : `${set}, but ${kind} needs no key; set ${name}_KIND if it is for a hosted service.`;
  });
}

function addressOf(kind: string): string {
  const endpoint = endpointOf(kind);
  if (endpoint === undefined) return "set it to the back-end's own address";
  return `set it to ${endpoint}${kind === 'google-pse' ? '?cx=ENGINE' : ''}`;
}
