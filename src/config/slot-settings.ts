import { BACKEND_NAMES } from '../search/engines/registry.ts';
import type { SlotSettings } from '../search/engines/slots.ts';
import type { CallLimit } from '../search/quota.ts';
import { slotUrl } from './address-settings.ts';
import { parsedList } from './list-settings.ts';
import { oneOf, secret, type ValuesOf } from './setting.ts';

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

const slotQuota = (slot: string) =>
  parsedList({
    name: `SEARCH_${slot}_QUOTA`,
    fallback: [],
    item: 'limits such as 50/day or 1000/month',
    parseItem: parseCallLimit,
    help:
      `Most calls to the ${slot.toLowerCase()} back-end in a day or a month (UTC), e.g. ` +
      '50/day,1000/month; then the next one is asked.',
  });

function parseCallLimit(item: string): CallLimit | string {
  const match = /^([1-9]\d{0,8})\/(day|month)$/.exec(item);
  if (match === null) return `"${item}" is not a limit such as 50/day or 1000/month`;
  return { period: match[2] === 'day' ? 'day' : 'month', calls: Number(match[1]) };
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
  primaryQuota: slotQuota('PRIMARY'),
  secondaryQuota: slotQuota('SECONDARY'),
  tertiaryQuota: slotQuota('TERTIARY'),
} as const;

/** The settings of the slots, as they were given. */
type GivenSlots = ValuesOf<typeof slotSettings>;

/** The names of the slots in the settings, in order. */
export const SLOT_NAMES = ['primary', 'secondary', 'tertiary'] as const;

/** The slots that have a back-end. */
export function slotsOf(given: GivenSlots): readonly SlotSettings[] {
  return SLOT_NAMES.flatMap((name, at) => {
    const url = given[`${name}Url`];
    if (url === null) return [];
    const position = (at + 1) as SlotSettings['position'];
    const [kind, key, quota] = [given[`${name}Kind`], given[`${name}Key`], given[`${name}Quota`]];
    return { position, kind, url, key, quota };
  });
}
