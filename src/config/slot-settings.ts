import { slotUrl } from './address-settings.ts';
import { integer, oneOf, secret, text } from './setting.ts';

/** The kinds of back-ends that a slot can use. */
const KINDS = [
  'searxng',
  'mediawiki',
  'collection',
  'kiwix',
  'brave',
  'brave-context',
  'tavily',
  'exa',
  'serper',
  'google-pse',
  'mojeek',
  'marginalia',
  'duckduckgo',
  'mcp',
  'parallel',
  'firecrawl',
  'ollama',
  'linkup',
  'kagi',
  'jina',
] as const;

const slotKind = (slot: string, fallback: 'searxng' | 'mediawiki') =>
  oneOf({
    name: `SEARCH_${slot}_KIND`,
    words: KINDS,
    fallback,
    help: `Kind of the ${slot.toLowerCase()} back-end (docs/backends.md).`,
  });

const slotKey = (slot: string) =>
  secret({
    name: `SEARCH_${slot}_KEY`,
    fallback: null,
    help: `Key for the ${slot.toLowerCase()} back-end.`,
  });

const slotTool = (slot: string) =>
  text({
    name: `SEARCH_${slot}_TOOL`,
    fallback: null,
    help: `Search tool of the ${slot.toLowerCase()} back-end, if it has several (kind mcp).`,
  });

const slotCalls = (slot: string, period: 'day' | 'month') =>
  integer({
    name: `SEARCH_${slot}_PER_${period.toUpperCase()}`,
    fallback: null,
    min: 1,
    max: 1_000_000_000,
    help:
      `Most calls to the ${slot.toLowerCase()} back-end in a ${period} (UTC); then the next one is ` +
      'asked.',
  });

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
  primaryTool: slotTool('PRIMARY'),
  secondaryTool: slotTool('SECONDARY'),
  tertiaryTool: slotTool('TERTIARY'),
  primaryPerDay: slotCalls('PRIMARY', 'day'),
  secondaryPerDay: slotCalls('SECONDARY', 'day'),
  tertiaryPerDay: slotCalls('TERTIARY', 'day'),
  primaryPerMonth: slotCalls('PRIMARY', 'month'),
  secondaryPerMonth: slotCalls('SECONDARY', 'month'),
  tertiaryPerMonth: slotCalls('TERTIARY', 'month'),
} as const;
